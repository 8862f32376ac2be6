"""One hare card to read, from the list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.icons import OK
from companion.app.screens.hare_cards import card_lines
from companion.app.session import Step, close_screen
from companion.app.view import Card

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen, Session


def view(session: Session, screen: Screen, panel: str = "") -> Card:
    """Show the card."""
    del panel
    title, text = card_lines(session, screen.about[0])
    ok = f"{OK} {session.texts.pick('OK button', 'close')}"
    return Card(screen.place.value, None, title, text, ok=ok)


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Close it."""
    del screen, press
    return Step(close_screen(session))
