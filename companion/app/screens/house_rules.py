"""The house rules of the new game: each ruling of the edition as a switch."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.app.listing import Choice, choice, press_list, rows_view
from companion.app.session import Step
from companion.app.setting_up import draft_of, edition_of, with_draft

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press
    from companion.app.session import Screen, Session
    from companion.app.texts import Texts
    from companion.app.view import Rows

_LABELS: Final[dict[str, Callable[[Texts], str]]] = {
    "decline_back_carrots": lambda t: t.say("Leave carrots"),
    "no_first_lettuce": lambda t: t.say("No 1st lettuce"),
    "used_cards": lambda t: t.say("Used cards"),
    "end": lambda t: t.say("Game ends"),
    "restart": lambda t: t.say("After restart"),
    "carrot_card": lambda t: t.say("Carrot card"),
    "home_straight_retreat": lambda t: t.say("Retreat"),
    "pair_first_needs_lettuces": lambda t: t.say("1st of pair"),
    "give_ten_short": lambda t: t.say("Too few to give"),
    "second_shuffle": lambda t: t.say("2nd shuffle"),
}
_FEET: Final[dict[str, Callable[[Texts], str]]] = {
    "decline_back_carrots": lambda t: t.say("Going back may earn none"),
    "no_first_lettuce": lambda t: t.say("Not onto it at first"),
    "used_cards": lambda t: t.say("Under the pile or aside"),
    "end": lambda t: t.say("With one left, or a winner"),
    "restart": lambda t: t.say("End the turn, or move"),
    "carrot_card": lambda t: t.say("If taken: void, or next"),
    "home_straight_retreat": lambda t: t.say("When stuck before Home"),
    "pair_first_needs_lettuces": lambda t: t.say("Home after all lettuces"),
    "give_ten_short": lambda t: t.say("Give none, or 5, then 1"),
    "second_shuffle": lambda t: t.say("Sixteen cards, not 15"),
}
_VALUES: Final[dict[Any, Callable[[Texts], str]]] = {
    True: lambda t: t.pick("switch", "on"),
    False: lambda t: t.pick("switch", "off"),
    "bottom": lambda t: t.pick("used cards", "under"),
    "aside": lambda t: t.pick("used cards", "aside"),
    "one-left": lambda t: t.pick("game ends", "one left"),
    "winner": lambda t: t.pick("game ends", "winner"),
    "end-turn": lambda t: t.pick("after restart", "wait"),
    "move-at-once": lambda t: t.pick("after restart", "move"),
    "void": lambda t: t.pick("carrot card", "void"),
    "next-vacant": lambda t: t.pick("carrot card", "next"),
    "none": lambda t: t.pick("too few to give", "none"),
    "five-then-one": lambda t: t.pick("too few to give", "5, 1"),
}
_CHOICES: Final[dict[str, tuple[str, str]]] = {
    "used_cards": ("bottom", "aside"),
    "end": ("one-left", "winner"),
    "restart": ("end-turn", "move-at-once"),
    "carrot_card": ("void", "next-vacant"),
    "give_ten_short": ("none", "five-then-one"),
}


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """List the rules with their values."""
    del panel
    return rows_view(screen, session.texts.say("House rules"), _choices(session))


def on_press(session: Session, screen: Screen, press: Press) -> Step:
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
    """Give the value of a ruling in the drafted game."""
    return draft_of(session).rulings.get(key, getattr(edition_of(session).rules, key))


def _switch(session: Session, key: str) -> Step:
    old = value_of(session, key)
    first, second = _CHOICES.get(key, (False, True))
    new = second if old == first else first
    rulings = {k: v for k, v in draft_of(session).rulings.items() if k != key}
    if new != getattr(edition_of(session).rules, key):
        rulings[key] = new
    return Step(with_draft(session, rulings=rulings))
