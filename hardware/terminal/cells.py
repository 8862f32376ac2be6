"""Pixels as characters: two a cell as half blocks, eight a cell as braille."""

from __future__ import annotations

from enum import Enum
from itertools import groupby
from typing import NamedTuple

WIDTH = 128
HEIGHT = 64
_STRIDE = WIDTH // 8
_BRAILLE = 0x2800
# The dots of a braille cell by (row, column): Unicode numbers them 1-2-3-7 down, then 4-5-6-8.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class CellStyle(Enum):
    """How the picture is drawn: its size in cells, frame not included; None draws nothing."""

    HALF = (WIDTH, HEIGHT // 2)
    BRAILLE = (WIDTH // 2, HEIGHT // 4)
    NONE = (0, 0)

    @property
    def columns(self) -> int:
        """The width of the picture in cells."""
        return self.value[0]

    @property
    def rows(self) -> int:
        """The height of the picture in cells."""
        return self.value[1]


class Run(NamedTuple):
    """Neighbouring cells with the same two pixels, one above the other."""

    length: int
    top: bool
    bottom: bool


# The frame around the picture, one row of buttons and one of hints.
_FRAME = 2
_BELOW = 2


def style_for(columns: int, rows: int) -> CellStyle:
    """Return the largest style that fits into a terminal of this size."""
    for style in (CellStyle.HALF, CellStyle.BRAILLE):
        if columns >= style.columns + _FRAME and rows >= style.rows + _FRAME + _BELOW:
            return style
    return CellStyle.NONE


def spare_rows(style: CellStyle, rows: int) -> int:
    """Return how many rows are free beside picture, frame, one row of buttons and the hints."""
    return rows - style.rows - _FRAME - _BELOW


def half_blocks(bits: bytes) -> list[list[Run]]:
    """Return 32 lines of runs for 64 rows of 16 bytes; each cell has two pixels."""
    return [_half_line(_row(bits, y), _row(bits, y + 1)) for y in range(0, HEIGHT, 2)]


def braille(bits: bytes) -> list[str]:
    """Return 16 lines of 64 characters for 64 rows of 16 bytes."""
    return [
        "".join(_braille_cell(bits, x, y) for x in range(0, WIDTH, 2))
        for y in range(0, HEIGHT, len(_DOTS))
    ]


def _half_line(top: list[bool], bottom: list[bool]) -> list[Run]:
    pairs = groupby(zip(top, bottom, strict=True))
    return [Run(sum(1 for _ in cells), *pair) for pair, cells in pairs]


def _braille_cell(bits: bytes, x: int, y: int) -> str:
    dots = (
        dot
        for row, pair in enumerate(_DOTS)
        for column, dot in enumerate(pair)
        if _is_lit(bits, x + column, y + row)
    )
    return chr(_BRAILLE + sum(dots))


def _row(bits: bytes, y: int) -> list[bool]:
    return [_is_lit(bits, x, y) for x in range(WIDTH)]


def _is_lit(bits: bytes, x: int, y: int) -> bool:
    return bool(bits[y * _STRIDE + x // 8] & (0x80 >> x % 8))
