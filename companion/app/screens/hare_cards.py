"""Which hare cards exist in this edition, never their order; OK opens one to read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.session import UpdateResult, open_screen
from companion.app.states.game import HareCardScreen
from companion.app.text.hare_cards import card_title
from companion.app.turn_header import game_of

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states.lists import HareCardsScreen
    from companion.app.view import ListView
    from companion.rules import Setup


def view(session: Session, screen: HareCardsScreen, panel: str = "") -> ListView:
    """List the kinds of card with how many there are."""
    del panel
    texts = session.texts
    title = texts.gettext("Hare cards")
    return rows_view(screen, title, _choices(session))


def on_press(session: Session, screen: HareCardsScreen, press: Press) -> UpdateResult:
    """Choose a card to read."""
    return press_list(session, screen, press, _choices(session))


def kinds(setup: Setup) -> tuple[tuple[str, int], ...]:
    """List card ids with their number (0 where a chart decides), in the edition's order."""
    chart = setup.edition.chart
    if chart:
        return tuple((card, 0) for card in dict.fromkeys(c for row in chart for c in row))
    deck = setup.edition.deck_list(setup.rules)
    return tuple((card, deck.count(card)) for card in dict.fromkeys(deck))


def _choices(session: Session) -> tuple[Choice, ...]:
    return tuple(
        choice(
            card_title(session.texts, card),
            partial(_open, card=card),
            value=f"{number}x" if number else "",
        )
        for card, number in kinds(game_of(session).setup)
    )


def _open(session: Session, card: str) -> UpdateResult:
    return UpdateResult(open_screen(session, HareCardScreen(card)))
