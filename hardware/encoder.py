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
    contact bounce goes back and forth and cancels itself, and one lost edge is made up for by
    assuming that the wheel went on the way it was going.
    """
    moved = (_PLACE[levels] - _PLACE[wheel.levels]) % 4
    if moved == 3:
        moved = -1
    elif moved == 2:
        moved = 2 if wheel.quarters > 0 else -2 if wheel.quarters < 0 else 0
    quarters = wheel.quarters + moved
    if levels != _REST:
        return Wheel(levels, quarters), 0
    return Wheel(), (quarters >= 2) - (quarters <= -2)
