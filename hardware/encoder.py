"""Read a rotary encoder: two levels in, steps out; pure, and forgiving of bounce and lost edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_REST: Final = 0b11  # both contacts open, both pins pulled up: a detent
# The levels (A B) in the order in which they follow each other when turned to the right.
_ORDER: Final = (0b11, 0b01, 0b00, 0b10)
_PLACE: Final = {levels: place for place, levels in enumerate(_ORDER)}


@dataclass(frozen=True, slots=True)
class Wheel:
    """Where the encoder stands: its levels, and the quarter steps since the last detent."""

    levels: int = _REST
    quarters: int = 0


def turn(wheel: Wheel, levels: int) -> tuple[Wheel, int]:
    """Take the levels of both pins (A in bit 1, B in bit 0); give the step: +1 is to the right.

    A step counts at its detent, when at least half of its four quarters were seen in its direction:
    contact bounce goes back and forth and cancels itself, and a lost edge, which leaves a jump that
    could be either way, costs two quarters of the four.
    """
    moved = (_PLACE[levels] - _PLACE[wheel.levels]) % 4
    quarters = wheel.quarters + (0, 1, 0, -1)[moved]
    if levels != _REST:
        return Wheel(levels, quarters), 0
    return Wheel(), (quarters >= 2) - (quarters <= -2)
