"""The header and the two lines that every screen of a turn shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.events import Button
from companion.app.render.fitting import STUCK_WIDTH, first_fitting
from companion.app.text.last_turn import last_turn, last_turn_lines
from companion.app.text.players import seat_letter, seat_name, shortened_lists, shows_counts
from companion.app.text.sentences import paid_line
from companion.app.view import HeaderView
from companion.rules import rank

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.game import Game
    from companion.app.session import Session
    from companion.app.text.catalogue import Texts


def game_of(session: Session) -> Game:
    """Return the open game; raises LookupError where none is open."""
    if session.game is None:
        raise LookupError("no game is open")
    return session.game


def rank_text(texts: Texts, place: int | None) -> str:
    """Return a rank as an ordinal that every language writes alike: "3."."""
    return "" if place is None else texts.pgettext("rank or place", "{n}.", n=place)


def header(session: Session, seat: int, piece: int = 0, panel: str = "") -> HeaderView:
    """Return the header of a seat and one of its pieces."""
    game, texts = game_of(session), session.texts
    state = game.state
    stock = state.seats[seat]
    return HeaderView(
        letter=seat_letter(texts, game.setup, seat),
        name=seat_name(texts, game.setup, seat),
        rank=rank_text(texts, rank(state, seat, piece)),
        carrots=str(stock.carrots) if shows_counts(session, seat, panel) else "?",
        lettuces=str(stock.lettuces),
        unsaved=bool(session.unsaved),
    )


def opening_lines(session: Session) -> tuple[str, str]:
    """Return what the last player did and what this player's squares just paid.

    A stuck OK replaces them, since the game cannot go on.
    """
    game, texts = game_of(session), session.texts
    if not game.past:
        return "", ""
    last = first_fitting(
        last_turn_lines(texts, game, last_turn(game), secret=session.settings.secret)
    )
    paid, stuck = paid_line(texts, game), stuck_line(session)
    return last, stuck if is_ok_stuck(session) else paid or stuck


def is_ok_stuck(session: Session) -> bool:
    """Return whether OK is ignored until it is released."""
    return Button.OK in session.gestures.stuck()


def stuck_line(session: Session) -> str:
    """Return which buttons are stuck and what helps; empty where none is."""
    stuck = session.gestures.stuck()
    if not stuck:
        return ""
    buttons = [button_name(session.texts, button) for button in stuck]
    names = first_fitting(shortened_lists(buttons), STUCK_WIDTH)
    return session.texts.gettext("Stuck button: {names}", names=names)


def button_name(texts: Texts, button: Button) -> str:
    """Return the name of a button."""
    return _BUTTONS[button](texts)


_BUTTONS: Final[dict[Button, Callable[[Texts], str]]] = {
    Button.LEFT: lambda t: t.pgettext("button", "left"),
    Button.RIGHT: lambda t: t.pgettext("button", "right"),
    Button.OK: lambda t: t.pgettext("button", "OK"),
    Button.BACK: lambda t: t.pgettext("button", "back"),
    Button.INFO: lambda t: t.pgettext("button", "info"),
    Button.UP: lambda t: t.pgettext("button", "up"),
    Button.DOWN: lambda t: t.pgettext("button", "down"),
}
