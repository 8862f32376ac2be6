"""The rulings: the table `[rules]` of an edition, and what one game may override (spec/rules.md).

A ruling is one field of `Rules`: its key, its values and its default. The words of its line in the
setup are in app/text/house_rules.py.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True)
class Rules:
    """Every ruling by its key; the defaults are those of 1978."""

    carrot_card: Literal["void", "next-vacant"] = "void"
    home_straight_retreat: bool = True
    pair_first_needs_lettuces: bool = True
    give_ten_short: Literal["none", "five-then-one"] = "none"
    used_cards: Literal["bottom", "aside"] = "bottom"
    restart: Literal["end-turn", "move-at-once"] = "end-turn"
    end: Literal["one-left", "winner"] = "one-left"
    decline_back_carrots: bool = False
    no_first_lettuce: bool = False
    second_shuffle: bool = False
    skip_cards: Literal["next-turn", "this-turn"] = "next-turn"
    give_ten_to: Literal["all-behind", "next-behind"] = "all-behind"
    shuffle_from: Literal["racing", "everyone"] = "racing"


RULE_KEYS: tuple[str, ...] = tuple(field.name for field in fields(Rules))

RULE_VALUES: dict[str, tuple[Any, ...]] = {
    key: (False, True) if hint is bool else get_args(hint)
    for key, hint in get_type_hints(Rules).items()
}
"""The values that each ruling can have."""

RULE_CARDS: dict[str, tuple[str, ...]] = {
    "second_shuffle": ("shuffle",),
    "skip_cards": ("behind_or_again", "ten_per_lettuce"),
    "give_ten_to": ("give_ten",),
    "shuffle_from": ("shuffle",),
}
"""The rulings that are about certain cards: they are offered where an edition has one of these.

A record may set them elsewhere too, where they change nothing; only a second shuffle is refused.
"""


def rule_faults(table: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield each key that is no ruling, or has a value it cannot have, with what is wrong."""
    for key, value in table.items():
        if key not in RULE_VALUES:
            yield key, f"is no ruling; known are {', '.join(RULE_KEYS)}"
        elif not _is_value(value, RULE_VALUES[key]):
            yield key, f"must be {_listed(RULE_VALUES[key])}"


def _is_value(value: object, values: tuple[Any, ...]) -> bool:
    """Return whether this is one of the values; 1 and 0 are not true and false."""
    return any(type(value) is type(each) and value == each for each in values)


def _listed(values: tuple[Any, ...]) -> str:
    return "true or false" if values == (False, True) else f"one of {', '.join(values)}"
