"""One hare card to read, from the list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.game_setup import rules_of
from companion.app.session import UpdateResult, close_screen
from companion.app.text.hare_cards import card_text, card_title
from companion.app.text.icons import OK
from companion.app.turn_header import game_of
from companion.app.view import CardView

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states.game import HareCardScreen


def view(session: Session, screen: HareCardScreen, panel: str = "") -> CardView:
    """Return the card."""
    del panel
    texts, card = session.texts, screen.card
    ok = f"{OK} {texts.pgettext('OK button', 'close')}"
    rules = rules_of(session) if screen.drafted else game_of(session).setup.rules
    text = card_text(texts, card, rules)
    return CardView(screen.id.value, None, card_title(texts, card), text, ok=ok)


def on_press(session: Session, screen: HareCardScreen, press: Press) -> UpdateResult:
    """Close it."""
    del screen, press
    return UpdateResult(close_screen(session))
