"""The house rules in words: one row for each line of the setup, and what its values set.

The rulings themselves, with the values they can have, are the fields of rules.Rules.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.app.text.catalogue import Texts
    from companion.rules import Rules

Words: TypeAlias = "Callable[[Texts], str]"


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a line: its words, and the rulings that it sets."""

    words: Words
    rulings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One line of the setup: OK goes on to its next option; `help` is shown at the foot."""

    label: Words
    help: Words
    options: tuple[Option, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the rulings that the line sets."""
        return tuple(self.options[0].rulings)


def _switch(key: str) -> tuple[Option, ...]:
    return (
        Option(lambda t: t.pgettext("switch", "off"), {key: False}),
        Option(lambda t: t.pgettext("switch", "on"), {key: True}),
    )


def changed_rules(texts: Texts, rules: Rules, overrides: Mapping[str, Any]) -> tuple[str, ...]:
    """Name each line that these overrides change, with its value under the rules of the game."""
    rulings = asdict(rules).items()
    return tuple(
        f"{rule.label(texts)}: {option.words(texts)}"
        for rule in HOUSE_RULES
        if any(key in overrides for key in rule.keys)
        for option in rule.options
        if option.rulings.items() <= rulings
    )


HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    HouseRule(
        lambda t: t.gettext("Leave carrots"),
        lambda t: t.gettext("Going back may earn none"),
        _switch("decline_back_carrots"),
    ),
    HouseRule(
        lambda t: t.gettext("No 1st lettuce"),
        lambda t: t.gettext("Not onto it at first"),
        _switch("no_first_lettuce"),
    ),
    HouseRule(
        lambda t: t.gettext("Used cards"),
        lambda t: t.gettext("Under the pile or aside"),
        (
            Option(lambda t: t.pgettext("used cards", "under"), {"used_cards": "bottom"}),
            Option(lambda t: t.pgettext("used cards", "aside"), {"used_cards": "aside"}),
        ),
    ),
    HouseRule(
        lambda t: t.gettext("Game ends"),
        lambda t: t.gettext("With one left, or a winner"),
        (
            Option(lambda t: t.pgettext("game ends", "one left"), {"end": "one-left"}),
            Option(lambda t: t.pgettext("game ends", "winner"), {"end": "winner"}),
        ),
    ),
    HouseRule(
        lambda t: t.gettext("After restart"),
        lambda t: t.gettext("End the turn, or move"),
        (
            Option(lambda t: t.pgettext("after restart", "wait"), {"restart": "end-turn"}),
            Option(lambda t: t.pgettext("after restart", "move"), {"restart": "move-at-once"}),
        ),
    ),
    HouseRule(
        lambda t: t.gettext("Carrot card"),
        lambda t: t.gettext("If taken: void, or next"),
        (
            Option(lambda t: t.pgettext("carrot card", "void"), {"carrot_card": "void"}),
            Option(lambda t: t.pgettext("carrot card", "next"), {"carrot_card": "next-vacant"}),
        ),
    ),
    HouseRule(
        lambda t: t.gettext("Retreat"),
        lambda t: t.gettext("When stuck before Home"),
        _switch("home_straight_retreat"),
    ),
    HouseRule(
        lambda t: t.gettext("1st of pair"),
        lambda t: t.gettext("Home after all lettuces"),
        _switch("pair_first_needs_lettuces"),
    ),
    HouseRule(
        lambda t: t.gettext("Too few to give"),
        lambda t: t.gettext("Give none, or 5, then 1"),
        (
            Option(lambda t: t.pgettext("too few to give", "none"), {"give_ten_short": "none"}),
            Option(
                lambda t: t.pgettext("too few to give", "5, 1"),
                {"give_ten_short": "five-then-one"},
            ),
        ),
    ),
    HouseRule(
        lambda t: t.gettext("2nd shuffle"),
        lambda t: t.gettext("Sixteen cards, not 15"),
        _switch("second_shuffle"),
    ),
    HouseRule(
        # Translators: the hare cards of the Russian edition; its rulebook differs in three places.
        lambda t: t.gettext("Russian cards"),
        lambda t: t.gettext("As the Russian book says"),
        (
            Option(
                lambda t: t.pgettext("switch", "off"),
                {
                    "skip_cards": "next-turn",
                    "give_ten_to": "all-behind",
                    "shuffle_from": "racing",
                },
            ),
            Option(
                lambda t: t.pgettext("switch", "on"),
                {
                    "skip_cards": "this-turn",
                    "give_ten_to": "next-behind",
                    "shuffle_from": "everyone",
                },
            ),
        ),
    ),
)
