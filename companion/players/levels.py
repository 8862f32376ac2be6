"""The companion's levels, and the chance in the choices of the weaker ones."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.players.rules_access import State


class Level(StrEnum):
    """How well the companion plays, by the word in the record."""

    CHILD = "child"
    EASY = "easy"
    GOOD = "good"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """How a level chooses: by the network or the table alone, ahead or not, with what chance.

    `temperature` is in turns (table) or in value (network): 0 takes always the best. `slack` are
    the turns by which a choice of the network may be longer than the shortest way.
    """

    by_network: bool
    looks_ahead: bool = False
    temperature: float = 0.0
    slack: float | None = None


LEVEL_SETTINGS = {
    Level.CHILD: LevelSettings(by_network=False, temperature=0.55),
    Level.EASY: LevelSettings(by_network=False),
    Level.GOOD: LevelSettings(by_network=True, temperature=0.03, slack=1.0),
    Level.STRONG: LevelSettings(by_network=True, looks_ahead=True),
}


def chance_of(state: State, seat: int) -> float:
    """Return a number from 0 to 1 that depends on the setup, the seat and the entries so far.

    The pile is no part of it.
    """
    setup = state.setup
    facts = (setup.edition.id, setup.names, setup.colours, setup.teams, seat, state.entries)
    digest = sha256(repr(facts).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:4], "big") / (1 << 32)


def pick(scores: Sequence[float], temperature: float, chance: float) -> int:
    """Return the number of a score, the highest or, with a temperature, one near it."""
    best = max(scores)
    if temperature <= 0:
        return scores.index(best)
    weights = [exp((score - best) / temperature) for score in scores]
    point = chance * sum(weights)
    for number, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return number
    return len(weights) - 1
