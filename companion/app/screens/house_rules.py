"""The house rules of the new game: each ruling of the edition as a switch."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.app.game_setup import draft_of, edition_of, with_draft
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.session import UpdateResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states.lists import HouseRulesScreen
    from companion.app.text.catalog import Texts
    from companion.app.view import ListView

_LABELS: Final[dict[str, Callable[[Texts], str]]] = {
    "decline_back_carrots": lambda t: t.gettext("Leave carrots"),
    "no_first_lettuce": lambda t: t.gettext("No 1st lettuce"),
    "used_cards": lambda t: t.gettext("Used cards"),
    "end": lambda t: t.gettext("Game ends"),
    "restart": lambda t: t.gettext("After restart"),
    "carrot_card": lambda t: t.gettext("Carrot card"),
    "home_straight_retreat": lambda t: t.gettext("Retreat"),
    "pair_first_needs_lettuces": lambda t: t.gettext("1st of pair"),
    "give_ten_short": lambda t: t.gettext("Too few to give"),
    "second_shuffle": lambda t: t.gettext("2nd shuffle"),
}
_FEET: Final[dict[str, Callable[[Texts], str]]] = {
    "decline_back_carrots": lambda t: t.gettext("Going back may earn none"),
    "no_first_lettuce": lambda t: t.gettext("Not onto it at first"),
    "used_cards": lambda t: t.gettext("Under the pile or aside"),
    "end": lambda t: t.gettext("With one left, or a winner"),
    "restart": lambda t: t.gettext("End the turn, or move"),
    "carrot_card": lambda t: t.gettext("If taken: void, or next"),
    "home_straight_retreat": lambda t: t.gettext("When stuck before Home"),
    "pair_first_needs_lettuces": lambda t: t.gettext("Home after all lettuces"),
    "give_ten_short": lambda t: t.gettext("Give none, or 5, then 1"),
    "second_shuffle": lambda t: t.gettext("Sixteen cards, not 15"),
}
_VALUES: Final[dict[Any, Callable[[Texts], str]]] = {
    True: lambda t: t.pgettext("switch", "on"),
    False: lambda t: t.pgettext("switch", "off"),
    "bottom": lambda t: t.pgettext("used cards", "under"),
    "aside": lambda t: t.pgettext("used cards", "aside"),
    "one-left": lambda t: t.pgettext("game ends", "one left"),
    "winner": lambda t: t.pgettext("game ends", "winner"),
    "end-turn": lambda t: t.pgettext("after restart", "wait"),
    "move-at-once": lambda t: t.pgettext("after restart", "move"),
    "void": lambda t: t.pgettext("carrot card", "void"),
    "next-vacant": lambda t: t.pgettext("carrot card", "next"),
    "none": lambda t: t.pgettext("too few to give", "none"),
    "five-then-one": lambda t: t.pgettext("too few to give", "5, 1"),
}
_CHOICES: Final[dict[str, tuple[str, str]]] = {
    "used_cards": ("bottom", "aside"),
    "end": ("one-left", "winner"),
    "restart": ("end-turn", "move-at-once"),
    "carrot_card": ("void", "next-vacant"),
    "give_ten_short": ("none", "five-then-one"),
}


def view(session: Session, screen: HouseRulesScreen, panel: str = "") -> ListView:
    """List the rules with their values."""
    del panel
    return rows_view(screen, session.texts.gettext("House rules"), _choices(session))


def on_press(session: Session, screen: HouseRulesScreen, press: Press) -> UpdateResult:
    """Switch a rule."""
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    return tuple(
        choice(
            _LABELS[key](texts),
            partial(_switch, key=key),
            value=_VALUES[value_of(session, key)](texts),
            foot=_FEET[key](texts),
        )
        for key in _LABELS
        if key != "second_shuffle" or edition_of(session).deck.get("shuffle")
    )


def value_of(session: Session, key: str) -> Any:
    """Return the value of a ruling in the drafted game."""
    return draft_of(session).rulings.get(key, getattr(edition_of(session).rules, key))


def _switch(session: Session, key: str) -> UpdateResult:
    old = value_of(session, key)
    first, second = _CHOICES.get(key, (False, True))
    new = second if old == first else first
    rulings = {k: v for k, v in draft_of(session).rulings.items() if k != key}
    if new != getattr(edition_of(session).rules, key):
        rulings[key] = new
    return UpdateResult(with_draft(session, rulings=rulings))
