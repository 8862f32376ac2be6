"""The track: sixty-five squares and their kinds (spec/rules.md, Words)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

HOME_SQUARE = 64
LAST_SQUARES = range(60, HOME_SQUARE)  # the home straight of the 1978 retreat
TRACK_MASK = (1 << HOME_SQUARE) - 2  # squares 1..63: one piece each


class Kind(StrEnum):
    """What a square is, by its letter in the edition files."""

    START = "S"
    HARE = "H"
    CARROT = "C"
    LETTUCE = "L"
    TORTOISE = "T"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FLAG = "F"
    HOME = "G"


PAID_RANKS: dict[Kind, frozenset[int]] = {
    Kind.TWO: frozenset({2}),
    Kind.THREE: frozenset({3}),
    Kind.FOUR: frozenset({4}),
    Kind.FLAG: frozenset({1, 5, 6}),
}
"""The ranks that a number square pays (spec/rules.md, Number squares)."""


@dataclass(frozen=True, slots=True)
class Board:
    """The squares 0..64, and tables made from them: masks have bit n for square n.

    `tortoise_behind[n]` is the nearest tortoise square before n, None where there is none;
    `tortoise_mask` and `lettuce_mask` mark those squares; `carrot_squares` ascend.
    """

    squares: tuple[Kind, ...]
    tortoise_mask: int
    lettuce_mask: int
    tortoise_behind: tuple[int | None, ...]
    carrot_squares: tuple[int, ...]
    first_lettuce: int | None


def board_of(letters: str) -> Board:
    """Return the board of these letters; ValueError where they are no board (see edition.py)."""
    squares = tuple(Kind(letter) for letter in letters)
    return Board(
        squares,
        _mask(squares, Kind.TORTOISE),
        _mask(squares, Kind.LETTUCE),
        _tortoises_behind(squares),
        tuple(n for n, kind in enumerate(squares) if kind is Kind.CARROT),
        squares.index(Kind.LETTUCE) if Kind.LETTUCE in squares else None,
    )


def _mask(squares: tuple[Kind, ...], kind: Kind) -> int:
    return sum(1 << n for n, each in enumerate(squares) if each is kind)


def _tortoises_behind(squares: tuple[Kind, ...]) -> tuple[int | None, ...]:
    behind: list[int | None] = []
    last: int | None = None
    for n, kind in enumerate(squares):
        behind.append(last)
        last = n if kind is Kind.TORTOISE else last
    return tuple(behind)
