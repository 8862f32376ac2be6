"""What can be wrong with the pixels of a text: touching, covered, cut, or at the panel's edge.

A picture is 64 rows, each an integer of 128 bits whose highest is the left column.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.app.presenter import view
from companion.app.render import fonts
from companion.app.render.canvas import HEIGHT, WIDTH
from companion.app.render.picture import render
from companion.app.text.icons import spell_icons

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from companion.app.render.canvas import Stamp
    from companion.app.render.fonts import Face
    from companion.app.render.rendered import Rendered
    from companion.dev.gallery.state import GalleryState

_ALL: Final = (1 << WIDTH) - 1
_SIDES: Final = 1 << (WIDTH - 1) | 1


class PixelFault(StrEnum):
    """What is wrong with the pixels of a text."""

    TOUCHING = "touching"
    COVERED = "covered"
    CUT = "cut"
    EDGE = "edge"


class PixelProblem(NamedTuple):
    """A text whose pixels are not as they should be, and the first of its rows that is not."""

    fault: PixelFault
    text: str
    row: int


def upright(state: GalleryState) -> Rendered:
    """Draw a state at rest as it is seen where nothing is turned, shifted or inverted."""
    shown = view(state.session, state.panel)
    return render(shown._replace(turned=False, shift=0, inverted=False, animation=None))


def pixel_problems(drawn: Rendered) -> tuple[PixelProblem, ...]:
    """Find the texts of an upright picture that no reader would see whole."""
    lit = _rows(drawn.image)
    lines = {0: tuple(row ^ _ALL for row in lit), 1: lit}
    return tuple(
        PixelProblem(fault, spell_icons(stamp.text), row)
        for stamp in drawn.stamps
        for fault, row in _faults(stamp, lines[stamp.ink])
    )


def _faults(stamp: Stamp, same: tuple[int, ...]) -> Iterator[tuple[PixelFault, int]]:
    """Find what is wrong with one text; `same` is all that has its colour in the picture."""
    found: dict[PixelFault, int] = {}
    mask, wide = _mask(stamp.text, stamp.face, tall=stamp.tall)
    shift = WIDTH - stamp.x - wide
    own = {stamp.y + n: _moved(row, shift) for n, row in enumerate(mask) if row}
    for y, row in own.items():
        if not 0 <= y < HEIGHT or _moved(row, -shift) != mask[y - stamp.y]:
            found.setdefault(PixelFault.CUT, y)
            continue
        if row & ~same[y]:
            found.setdefault(PixelFault.COVERED, y)
        if y == 0 or row & _SIDES:
            found.setdefault(PixelFault.EDGE, y)
        beside = (row << 1 | row >> 1) & same[y] & ~row
        above = row & ~own.get(y - 1, 0) & _at(same, y - 1, stamp.ink)
        below = row & ~own.get(y + 1, 0) & _at(same, y + 1, stamp.ink)
        if beside | above | below:
            found.setdefault(PixelFault.TOUCHING, y)
    yield from found.items()


def _moved(row: int, shift: int) -> int:
    """Move a row to the left, or to the right; what leaves the panel is lost."""
    return (row << shift) & _ALL if shift >= 0 else row >> -shift


def _at(same: tuple[int, ...], y: int, ink: int) -> int:
    """Return what has the text's colour in a row; above the panel all is dark.

    Tails may reach the last row of the panel.
    """
    if y == HEIGHT:
        return 0
    return same[y] if y >= 0 else 0 if ink else _ALL


@lru_cache(maxsize=2048)
def _mask(text: str, face: Face, *, tall: bool) -> tuple[tuple[int, ...], int]:
    """Return the rows of a text's letters, its last column in the lowest bit, and its width."""
    picture = fonts.tall(text, face) if tall else fonts.stamp(text, face).copy()
    for at, char in enumerate(text):
        if not tall and fonts.is_icon(char):
            right = fonts.width(text[: at + 1], face)
            icon = right - fonts.width(char, face), 0, right, face.height
            picture.paste(0, icon)
    spare = -picture.width % 8
    return tuple(row >> spare for row in _rows(picture)), picture.width


def _rows(image: Image.Image) -> tuple[int, ...]:
    data, size = image.tobytes(), (image.width + 7) // 8
    return tuple(int.from_bytes(data[at : at + size], "big") for at in range(0, len(data), size))
