"""The family book: its contents, its players, and what it has of each of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.family_book import book_shown, count_as, separate, switch_marked
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.screens.who_plays import player_name
from companion.app.session import UpdateResult, close_screen, open_screen, replace_screen
from companion.app.states.game import BookOrderScreen
from companion.app.states.lists import (
    BookEditionsScreen,
    BookGamesScreen,
    BookJoinScreen,
    BookPlayerScreen,
    BookPlayersScreen,
    BookRecordsScreen,
)
from companion.app.states.setup import NameEntryScreen
from companion.app.text.book import average_text, marks_text
from companion.app.text.icons import CARROT
from companion.app.text.players import colour_name

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.list_screen import Act
    from companion.app.session import Session
    from companion.app.states import Screen
    from companion.app.states.lists import BookScreen
    from companion.app.text.catalogue import Texts
    from companion.app.view import ListView
    from companion.book.family_book import PlayerEntry
    from companion.book.game_result import Player


def view(session: Session, screen: BookScreen, panel: str = "") -> ListView:
    """List what the book has; its title counts the games."""
    del panel
    shown = session.book
    right = str(shown.book.games) if shown and not shown.left else ""
    return rows_view(screen, session.texts.gettext("The family book"), _contents(session), right)


def on_press(session: Session, screen: BookScreen, press: Press) -> UpdateResult:
    """Open a part of it, or change what is counted."""
    return press_list(session, screen, press, _contents(session))


def _contents(session: Session) -> tuple[Choice, ...]:
    texts, shown = session.texts, session.book
    if shown is None or shown.left:
        # Translators: saved games are being read; how many are left follows.
        return (choice(texts.gettext("One moment"), value=str(shown.left) if shown else ""),)
    games = choice(texts.gettext("All races"), _opens(BookGamesScreen()))
    if not shown.results:
        return (choice(texts.gettext("No finished game yet")), games)
    return (
        choice(texts.gettext("Players"), _opens(BookPlayersScreen()), str(len(shown.book.players))),
        choice(texts.gettext("Who begins, who wins"), _opens(BookOrderScreen())),
        choice(texts.gettext("Records"), _opens(BookRecordsScreen())),
        choice(texts.pgettext("of the family book", "Boards"), _opens(BookEditionsScreen())),
        games,
        _marked(session),
    )


def _opens(screen: Screen) -> Act:
    return lambda session: UpdateResult(open_screen(session, screen))


def _marked(session: Session) -> Choice:
    """Return the switch of the games with a mark, and how many have which."""
    texts, marks = session.texts, book_shown(session).book.marks
    plain = session.settings.plain_book
    value = texts.pgettext("answer", "no") if plain else texts.pgettext("answer", "yes")
    # Translators: whether games with corrections, leavers or hints are counted in the family book.
    label = texts.gettext("Count marked games")
    return choice(label, switch_marked, value=value, foot=marks_text(texts, marks))


def player_text(texts: Texts, player: Player) -> str:
    """Name a player: the companion by its level, one without a name by the colour."""
    if player.level:
        return player_name(texts, player.level)
    return player.name or colour_name(texts, player.colour, "")


def players_view(session: Session, screen: BookPlayersScreen, panel: str = "") -> ListView:
    """List the players with their wins and games."""
    del panel
    return rows_view(screen, session.texts.gettext("Players"), _players(session))


def players_press(session: Session, screen: BookPlayersScreen, press: Press) -> UpdateResult:
    """Look at a player."""
    return press_list(session, screen, press, _players(session))


def _players(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    return tuple(
        choice(
            player_text(texts, entry.player),
            _opens(BookPlayerScreen(player=entry.player)),
            f"{entry.wins}/{entry.games}",
            foot=texts.gettext(
                "Won {wins} of {games}, place {place}",
                wins=entry.wins,
                games=entry.games,
                place=average_text(texts, entry.average_place) or "-",
            ),
        )
        for entry in book_shown(session).book.players
    ) or (choice(texts.gettext("No game is counted")),)


def player_view(session: Session, screen: BookPlayerScreen, panel: str = "") -> ListView:
    """List what the book has of a player."""
    del panel
    title = player_text(session.texts, screen.player)
    return rows_view(screen, title, _player(session, screen.player))


def player_press(session: Session, screen: BookPlayerScreen, press: Press) -> UpdateResult:
    """Rename the player, or join two spellings."""
    return press_list(session, screen, press, _player(session, screen.player))


def _player(session: Session, player: Player) -> tuple[Choice, ...]:
    entries = [e for e in book_shown(session).book.players if e.player == player]
    facts = [fact for entry in entries for fact in _facts(session, entry)]
    return (*facts, *_spellings(session, player.name))


def _facts(session: Session, entry: PlayerEntry) -> list[Choice]:
    texts = session.texts
    marked = f"{entry.games} ({entry.marked}*)" if entry.marked else str(entry.games)
    return [
        choice(texts.pgettext("of the family book", "Games"), value=marked),
        choice(texts.pgettext("of the family book", "Won"), value=str(entry.wins)),
        choice(
            texts.gettext("Average place"), value=average_text(texts, entry.average_place) or "-"
        ),
        choice(texts.gettext("Fewest turns"), value=_or_dash(entry.fastest)),
        choice(texts.gettext("Most left over"), value=f"{_or_dash(entry.carrots)}{CARROT}"),
    ]


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _spellings(session: Session, name: str) -> tuple[Choice, ...]:
    """List what can be done about a name; the companion's and those of colours stay as they are."""
    if not name:
        return ()
    texts = session.texts
    joined = [s for s, shown in session.resources.spellings.items() if shown == name]
    others = _others(session, name)
    join = (choice(texts.gettext("Same as ..."), partial(_join, name=name)),) if others else ()
    return (
        choice(texts.gettext("Rename"), partial(_rename, name=name)),
        *join,
        *(
            choice(texts.gettext("Separate: {name}", name=each), partial(_separate, spelling=each))
            for each in joined
        ),
    )


def _rename(session: Session, name: str) -> UpdateResult:
    return UpdateResult(replace_screen(session, NameEntryScreen(0, renames=name)))


def _join(session: Session, name: str) -> UpdateResult:
    return UpdateResult(replace_screen(session, BookJoinScreen(name=name)))


def _separate(session: Session, spelling: str) -> UpdateResult:
    return separate(close_screen(session), spelling)


def join_view(session: Session, screen: BookJoinScreen, panel: str = "") -> ListView:
    """List the names that this one may be the same as."""
    del panel
    return rows_view(screen, f"{screen.name} = ?", _others(session, screen.name))


def join_press(session: Session, screen: BookJoinScreen, press: Press) -> UpdateResult:
    """Count the name under the chosen one."""
    return press_list(session, screen, press, _others(session, screen.name))


def _count_as(session: Session, name: str, other: str) -> UpdateResult:
    return count_as(close_screen(session), name, other)


def _others(session: Session, name: str) -> tuple[Choice, ...]:
    names = (entry.player.name for entry in book_shown(session).book.players)
    return tuple(
        choice(other, partial(_count_as, name=name, other=other))
        for other in names
        if other and other != name
    )
