"""One hare card to read, from the list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.cards import card_text, card_title
from companion.app.icons import OK
from companion.app.session import Step, close_screen
from companion.app.view import Card

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen, Session


def view(session: Session, screen: Screen, panel: str = "") -> Card:
    """Show the card."""
    del panel
    texts, card = session.texts, screen.about[0]
    ok = f"{OK} {texts.pick('OK button', 'close')}"
    return Card(screen.place.value, None, card_title(texts, card), card_text(texts, card), ok=ok)


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Close it."""
    del screen, press
    return Step(close_screen(session))
