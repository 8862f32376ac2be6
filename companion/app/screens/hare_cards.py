"""Which hare cards exist in this edition, never their order; OK opens one to read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.game_setup import edition_of, rules_of
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
    from companion.rules import Edition, Rules


def view(session: Session, screen: HareCardsScreen, panel: str = "") -> ListView:
    """List the kinds of card with how many there are."""
    del panel
    return rows_view(screen, session.texts.gettext("Hare cards"), _choices(session, screen))


def on_press(session: Session, screen: HareCardsScreen, press: Press) -> UpdateResult:
    """Choose a card to read."""
    return press_list(session, screen, press, _choices(session, screen))


def kinds(edition: Edition, rules: Rules) -> tuple[tuple[str, int], ...]:
    """List card ids with their number (0 where a chart decides), in the edition's order."""
    if edition.chart:
        return tuple((card, 0) for card in dict.fromkeys(c for row in edition.chart for c in row))
    deck = edition.deck_list(rules)
    return tuple((card, deck.count(card)) for card in dict.fromkeys(deck))


def _choices(session: Session, screen: HareCardsScreen) -> tuple[Choice, ...]:
    if screen.drafted:
        edition, rules = edition_of(session), rules_of(session)
    else:
        setup = game_of(session).setup
        edition, rules = setup.edition, setup.rules
    return tuple(
        choice(
            card_title(session.texts, card),
            partial(_open, card=card, drafted=screen.drafted),
            value=f"{number}x" if number else "",
        )
        for card, number in kinds(edition, rules)
    )


def _open(session: Session, card: str, *, drafted: bool) -> UpdateResult:
    return UpdateResult(open_screen(session, HareCardScreen(card, drafted)))
