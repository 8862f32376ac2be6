"""Decode a rotary encoder: two levels in, steps out; pure, tolerates bounce and lost edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# The levels (A in bit 1, B in bit 0) in the order in which they follow each other to the right.
_ORDER: Final = (0b11, 0b01, 0b00, 0b10)
_POSITION: Final = {levels: position for position, levels in enumerate(_ORDER)}


@dataclass(frozen=True, slots=True)
class QuadratureState:
    """The levels of an encoder, and the net transitions to the right since the last detent."""

    levels: int = _ORDER[0]
    transitions: int = 0


def is_detent(levels: int, transitions_per_detent: int) -> bool:
    """Return whether an encoder at these levels is in a detent."""
    return _POSITION[levels] % transitions_per_detent == 0


def transition(before: int, after: int) -> int:
    """Return +1 for a transition to the right, -1 to the left; 0 for none, or for a lost edge."""
    return (0, 1, 0, -1)[(_POSITION[after] - _POSITION[before]) % 4]


def advance(
    state: QuadratureState, levels: int, transitions_per_detent: int = 4
) -> tuple[QuadratureState, int]:
    """Process the levels of both pins, and return the new state and the step: +1 is to the right.

    A detent has 4, 2 or 1 transitions; in the first all contacts are open. A step counts at its
    detent, when at least half of its transitions were seen in its direction: contact bounce goes
    back and forth and cancels itself, and a lost edge, which could be either way, costs two.
    """
    transitions = state.transitions + transition(state.levels, levels)
    if not is_detent(levels, transitions_per_detent):
        return QuadratureState(levels, transitions), 0
    least = (transitions_per_detent + 1) // 2
    return QuadratureState(levels), (transitions >= least) - (transitions <= -least)
