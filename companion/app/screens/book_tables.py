"""The family book's tables: boards, starting order against finishing order, records, races."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.family_book import book_shown
from companion.app.list_screen import Choice, choice, direction, press_list, rows_view
from companion.app.race_screen import race_so_far
from companion.app.render.fitting import GAME_WIDTH, first_fitting
from companion.app.saved_games import saved_lines
from companion.app.screens.book import player_text
from companion.app.screens.saved_games import summary_texts
from companion.app.session import ReadGame, UpdateResult, close_screen, open_screen, replace_screen
from companion.app.text.book import average_text, best_texts
from companion.app.text.icons import HOME, LEFT, RIGHT
from companion.app.text.players import edition_mark, shortened_lists
from companion.app.turn_header import game_of
from companion.app.view import StartingOrderView

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import SavedGameSummary, Session
    from companion.app.states.game import BookOrderScreen
    from companion.app.states.lists import BookEditionsScreen, BookGamesScreen, BookRecordsScreen
    from companion.app.text.catalogue import Texts
    from companion.app.view import ListView
    from companion.book.family_book import EditionEntry
    from companion.book.game_result import GameResult


def editions_view(session: Session, screen: BookEditionsScreen, panel: str = "") -> ListView:
    """List editions and numbers of players with their games."""
    del panel
    title = session.texts.pgettext("of the family book", "Boards")
    return rows_view(screen, title, _editions(session))


def editions_press(session: Session, screen: BookEditionsScreen, press: Press) -> UpdateResult:
    """Go through the list."""
    return press_list(session, screen, press, _editions(session))


def _editions(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    entries = book_shown(session).book.editions
    return tuple(_edition(texts, entry) for entry in entries) or (
        choice(texts.gettext("No game is counted")),
    )


def _edition(texts: Texts, entry: EditionEntry) -> Choice:
    players = texts.ngettext("{n} player", "{n} players", entry.players)
    foot = " "
    if entry.fastest is not None:
        foot = texts.gettext(
            "Turns: {average}, best {best}",
            average=average_text(texts, entry.average_turns),
            best=entry.fastest,
        )
    games = texts.ngettext("{n} game", "{n} games", entry.games)
    return choice(f"{edition_mark(entry.edition)} · {players}", value=games, foot=foot)


def order_view(session: Session, screen: BookOrderScreen, panel: str = "") -> StartingOrderView:
    """Return the table of a number of players: a row for each start, a column for each place."""
    del panel
    texts, tables = session.texts, book_shown(session).book.orders
    if not tables:
        return StartingOrderView(screen.id.value, texts.gettext("No game is counted"), (), "")
    table = tables[min(screen.chosen, len(tables) - 1)]
    players = texts.ngettext("{n} player", "{n} players", table.players)
    games = texts.ngettext("{n} game", "{n} games", table.games)
    arrows = f"{LEFT}{RIGHT}" if len(tables) > 1 else ""
    return StartingOrderView(screen.id.value, f"{players} · {games}", table.rows, arrows)


def order_press(session: Session, screen: BookOrderScreen, press: Press) -> UpdateResult:
    """Show the table of another number of players, or close it."""
    last = len(book_shown(session).book.orders) - 1
    if by := direction(press):
        chosen = max(0, min(screen.chosen + by, last))
        return UpdateResult(replace_screen(session, replace(screen, chosen=chosen)))
    if press.button in (Button.OK, Button.BACK):
        return UpdateResult(close_screen(session))
    return UpdateResult(session)


def records_view(session: Session, screen: BookRecordsScreen, panel: str = "") -> ListView:
    """List who holds which record."""
    del panel
    return rows_view(screen, session.texts.gettext("Records"), _records(session))


def records_press(session: Session, screen: BookRecordsScreen, press: Press) -> UpdateResult:
    """Look at the race of a record."""
    return press_list(session, screen, press, _records(session))


def _records(session: Session) -> tuple[Choice, ...]:
    texts, choices = session.texts, []
    for entry in book_shown(session).book.bests:
        label, foot = best_texts(texts, entry)
        look = partial(_look_at, number=int(entry.game)) if entry.game else UpdateResult
        choices.append(choice(label, look, player_text(texts, entry.player), foot))
    return tuple(choices) or (choice(texts.gettext("No game is counted")),)


def games_view(session: Session, screen: BookGamesScreen, panel: str = "") -> ListView:
    """List the saved games."""
    del panel
    return rows_view(screen, session.texts.gettext("All races"), _games(session))


def games_press(session: Session, screen: BookGamesScreen, press: Press) -> UpdateResult:
    """Look at the race of one."""
    return press_list(session, screen, press, _games(session))


def _games(session: Session) -> tuple[Choice, ...]:
    saved = [line for line in saved_lines(session) if line.number > 0]
    results = {named.game: named.result for named in book_shown(session).results}
    games = tuple(_game(session.texts, line, results.get(str(line.number))) for line in saved)
    return games or (choice(session.texts.gettext("None yet")),)


def _game(texts: Texts, line: SavedGameSummary, result: GameResult | None) -> Choice:
    """Return a game with its number; a finished one by its winner, since many have one label."""
    label, foot = summary_texts(texts, line, GAME_WIDTH)
    won = _winner(texts, result) if result else ""
    look = partial(_look_at, number=line.number)
    return choice(won or label, look, value=str(line.number), foot=foot)


def _winner(texts: Texts, result: GameResult) -> str:
    """Return who came Home first or won as a team, and in how many turns; empty for nobody."""
    winners = [seat for seat in result.seats if seat.won]
    turns = texts.ngettext("{n} turn", "{n} turns", max((s.turns for s in winners), default=0))
    names = [*shortened_lists([player_text(texts, seat.player) for seat in winners])][:-1]
    forms = *(f"{HOME}{some} · {turns}" for some in names), *(HOME + some for some in names)
    return first_fitting(forms, GAME_WIDTH)


def _look_at(session: Session, number: int) -> UpdateResult:
    """Show the race of a saved game, which the shell reads unless it is the open one."""
    if session.game is not None and session.game.number == number:
        return UpdateResult(open_screen(session, race_so_far(game_of(session))))
    return UpdateResult(session, reads=ReadGame(number))
