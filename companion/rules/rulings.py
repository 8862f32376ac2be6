"""The rulings and house rules, as switches: the table `[rules]` of an edition (spec/rules.md)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping


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


CHOICES: dict[str, tuple[Any, ...]] = {
    "carrot_card": ("void", "next-vacant"),
    "give_ten_short": ("none", "five-then-one"),
    "used_cards": ("bottom", "aside"),
    "restart": ("end-turn", "move-at-once"),
    "end": ("one-left", "winner"),
}
"""The values of each ruling that is no yes or no."""

RULE_KEYS: tuple[str, ...] = tuple(field.name for field in fields(Rules))


def rule_faults(table: Mapping[str, object]) -> list[tuple[str, str]]:
    """List each key that is no ruling, or has a value it cannot have, with what is wrong."""
    return [(key, fault) for key, value in table.items() if (fault := _fault(key, value))]


def _fault(key: str, value: object) -> str | None:
    if key not in RULE_KEYS:
        return f"is no ruling; known are {', '.join(RULE_KEYS)}"
    choices = CHOICES.get(key)
    if choices is None:
        return None if isinstance(value, bool) else "must be true or false"
    if isinstance(value, str) and value in choices:
        return None
    return f"must be one of {', '.join(choices)}"
