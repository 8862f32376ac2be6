"""The race card: what so many squares cost, up to 64, and how far the carrots reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.events import Button
from companion.app.header import game_of
from companion.app.list_screen import direction
from companion.app.session import UpdateResult, close_screen, replace_screen
from companion.app.states.game import RaceCardScreen
from companion.app.text.icons import CARROT
from companion.app.text.players import shows_counts
from companion.app.view import RaceCardView
from companion.rules import HOME_SQUARE, furthest

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session

COLUMN: Final = 6  # rows of the table; three columns are seen at once
SEEN: Final = 3 * COLUMN


def view(session: Session, screen: RaceCardScreen, panel: str = "") -> RaceCardView:
    """Return the costs from the scrolled number of squares on."""
    state, texts = game_of(session).state, session.texts
    seat = state.turn
    hidden = seat is None or session.settings.learning or not shows_counts(session, seat, panel)
    reach = None if hidden else furthest(state.seats[seat or 0].carrots)
    right = "" if reach is None else f"{state.seats[seat or 0].carrots}{CARROT}"
    return RaceCardView(
        screen.id.value, texts.gettext("Race card"), screen.first_steps, reach, right
    )


def on_press(session: Session, screen: RaceCardScreen, press: Press) -> UpdateResult:
    """Scroll by a column, or close it."""
    if by := direction(press):
        last = 1 + HOME_SQUARE - SEEN + (-HOME_SQUARE) % COLUMN
        first = max(1, min(screen.first_steps + by * COLUMN, last))
        return UpdateResult(replace_screen(session, RaceCardScreen(first)))
    if press.button in (Button.OK, Button.BACK):
        return UpdateResult(close_screen(session))
    return UpdateResult(session)
