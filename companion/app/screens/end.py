"""The end: the final ranking with places, left-over carrots and turns, and playing again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.apply_decision import results
from companion.app.events import Button
from companion.app.game_setup import play_again
from companion.app.race_screen import race_so_far
from companion.app.render.fitting import HEADED_TITLE, MOST_ABOVE_FOOT, TABLE_TITLE, first_fitting
from companion.app.screens.menu import at_the_lock
from companion.app.session import UpdateResult, open_screen
from companion.app.states.lists import MenuScreen, SeatsScreen
from companion.app.text.icons import OK, REDO, RIGHT, boxed
from companion.app.text.players import seat_letter, seat_name
from companion.app.turn_header import game_of
from companion.app.view import RankingRow, RankingView
from companion.rules import final_order, outcome

if TYPE_CHECKING:
    from companion.app.game import Game
    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states.game import EndScreen
    from companion.rules import State


def view(session: Session, screen: EndScreen, panel: str = "") -> RankingView:
    """Return the view of the final ranking."""
    del panel
    game, texts = game_of(session), session.texts
    rows = tuple(
        RankingRow(
            place_text(game.state, seat, place),
            seat_letter(texts, game.setup, seat),
            seat_name(texts, game.setup, seat),
            str(carrots) if _may_be_seen(session) else "?",
            "",
            texts.pgettext("left the game", "left") if game.state.seats[seat].left else str(turns),
            mine=seat in winners(game.state),
        )
        for seat, place, carrots, turns in in_places(game)
    )
    foot = f"{OK} {texts.pgettext('OK button', 'play again')}"
    if not session.settings.locked:
        # Translators: what the right button shows at the end of a game; the arrow stands before it.
        foot += f"  {RIGHT} {texts.pgettext('right button', 'race')}"
    sentences = _sentences(session)
    title = first_fitting(sentences, TABLE_TITLE)
    if len(rows) > MOST_ABOVE_FOOT:  # no room is left for the foot: the bar says what OK does
        title = first_fitting((f"{title} {OK}{REDO}", title), HEADED_TITLE)
    # Translators: the head of the column that counts each player's turns; at most 25 pixels.
    turns_head = texts.pgettext("column", "turns")
    return RankingView(screen.id.value, title, rows, foot, turns=turns_head, headline=sentences[0])


def on_press(session: Session, screen: EndScreen, press: Press) -> UpdateResult:
    """Play again with the same players, look at the race, or open the menu."""
    del screen
    match press.button:
        case Button.OK if session.settings.locked:
            return UpdateResult(at_the_lock(session))
        case Button.OK:
            return UpdateResult(open_screen(play_again(session), SeatsScreen()))
        case Button.LEFT | Button.RIGHT if not session.settings.locked:
            return UpdateResult(open_screen(session, race_so_far(game_of(session))))
        case Button.BACK:
            return UpdateResult(open_screen(session, MenuScreen()))
        case _:
            return UpdateResult(session)


def in_places(game: Game) -> list[tuple[int, int | None, int, int]]:
    """List the results by place, then by rank; players who left come last."""
    by_seat = results(game)
    return [by_seat[seat] for seat, _ in final_order(game.state)]


def place_text(state: State, seat: int, place: int | None) -> str:
    """Write the place of a seat; a pair's is the player's, not that of its last piece."""
    if place is None or len(state.seats[seat].pieces) == 1:
        return str(place or "-")
    return "1" if seat in winners(state) else "2"


def _may_be_seen(session: Session) -> bool:
    """Return whether the stocks are shown: a secret ends with the race, not with `end here`."""
    return game_of(session).state.over or not session.settings.secret


def winners(state: State) -> frozenset[int]:
    """List the seats that won: one or a team; none while the game is not over."""
    ended = outcome(state)
    return frozenset(ended.winners) if ended else frozenset()


def _sentences(session: Session) -> tuple[str, ...]:
    """Say who won, and the same shorter: a team by its names, or by its letters."""
    game, texts = game_of(session), session.texts
    seats = sorted(winners(game.state))
    if not seats:
        return (texts.gettext("The end"),)
    names = [seat_name(texts, game.setup, seat) for seat in seats]
    if len(names) == 1:
        return (texts.gettext("{name} wins!", name=names[0]),)
    letters = "".join(boxed(seat_letter(texts, game.setup, seat)) for seat in seats)
    some = ", ".join(names[:-1])
    return (
        # Translators: a team has won: {names} is "Anna" or "Anna, Ben", {last} its last player.
        texts.gettext("{names} and {last} win!", names=some, last=names[-1]),
        # Translators: a team has won; {letters} are the boxed letters of its players.
        texts.gettext("{letters} win!", letters=letters),
    )
