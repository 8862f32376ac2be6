"""The race card: what each number of squares costs, up to 64, and how far the carrots reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.events import Button
from companion.app.list_screen import direction
from companion.app.session import UpdateResult, close_screen, replace_screen
from companion.app.states.game import RaceCardScreen
from companion.app.text.icons import CARROT
from companion.app.text.players import shows_counts
from companion.app.turn_header import game_of
from companion.app.view import RaceCardView
from companion.rules import HOME_SQUARE, cost, furthest

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session

COLUMN: Final = 6  # rows of the table; three columns are visible at once
SEEN: Final = 3 * COLUMN


def view(session: Session, screen: RaceCardScreen, panel: str = "") -> RaceCardView:
    """Return the costs from the scrolled number of squares on."""
    state, texts = game_of(session).state, session.texts
    seat = state.turn
    steps = range(screen.first_steps, min(screen.first_steps + SEEN, HOME_SQUARE + 1))
    costs = tuple((squares, cost(squares)) for squares in steps)
    title = texts.gettext("Race card")
    if seat is None or session.settings.learning or not shows_counts(session, seat, panel):
        return RaceCardView(screen.id.value, title, costs, None)
    carrots = state.seats[seat].carrots
    reach, right = furthest(carrots), f"{carrots}{CARROT}"
    return RaceCardView(screen.id.value, title, costs, reach, right, cost(reach))


def on_press(session: Session, screen: RaceCardScreen, press: Press) -> UpdateResult:
    """Scroll by a column, or close it."""
    if by := direction(press):
        last = 1 + HOME_SQUARE - SEEN + (-HOME_SQUARE) % COLUMN
        first = max(1, min(screen.first_steps + by * COLUMN, last))
        return UpdateResult(replace_screen(session, RaceCardScreen(first)))
    if press.button in (Button.OK, Button.BACK):
        return UpdateResult(close_screen(session))
    return UpdateResult(session)
