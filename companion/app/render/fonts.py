"""The fonts of the faces for Pillow, and strings as cached one-bit stamps.

The files are text BDF, loaded with the basic layout: the same pixels under every Pillow and
FreeType (compressed PCF is a hundred times slower to draw, outlines differ between versions).
"""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

import companion.fonts

_FOLDER: Final = Path(companion.fonts.__file__).parent
_UNKNOWN: Final = "\ufffd"


class Face(Enum):
    """A face: its file, its height in pixels, and how far its base line lies below the top."""

    SMALL = ("6x9p.bdf", 9, 7)
    MEDIUM = ("6x13bp.bdf", 13, 11)
    LARGE = ("10x20p.bdf", 20, 16)
    HUGE = ("26.bdf", 28, 26)

    @property
    def height(self) -> int:
        """The height of a line of text in pixels."""
        return self.value[1]

    @property
    def base(self) -> int:
        """The rows from the top of a line down to the base line."""
        return self.value[2]


BOXED: Final = {"Č": "\ue100", "Š": "\ue101", "Ž": "\ue102"}
"""Letters with marks, and how the small face draws them in a box: no higher than the others."""
_BOXED: Final = str.maketrans(BOXED)


def boxed(letter: str, face: Face = Face.SMALL) -> str:
    """Return a letter as it is drawn in a box."""
    return letter.translate(_BOXED) if face is Face.SMALL else letter


@cache
def _font(face: Face) -> ImageFont.FreeTypeFont:
    path = str(_FOLDER / face.value[0])
    return ImageFont.truetype(path, face.height, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, face: Face = Face.SMALL) -> int:
    """Measure a text in pixels, the gap after its last letter not counted."""
    if not text:
        return 0
    gap = 2 if is_icon(text[-1]) else 1
    return max(0, round(_font(face).getlength(text)) - gap)


def is_icon(char: str) -> bool:
    """Return whether a character is an icon (its gap is two columns, a letter's one)."""
    return "\ue000" <= char <= "\ue0ff"


@lru_cache(maxsize=1024)
def stamp(text: str, face: Face) -> Image.Image:
    """Draw a text once as a one-bit picture of its own size: a mask to paste through."""
    image = Image.new("1", (max(1, width(text, face)), face.height))
    drawing = ImageDraw.Draw(image)
    drawing.fontmode = "1"
    drawing.text((0, 0), text, fill=1, font=_font(face))
    return image


_CAPITALS: Final = {Face.LARGE: (3, 16), Face.MEDIUM: (2, 11)}  # the rows of capitals in a face
_ACCENTS, _TALL_CAPITALS, _TAILS = 3, 20, 2  # rows of tall text
TALL: Final = _ACCENTS + _TALL_CAPITALS + _TAILS
"""The height of a line of tall text."""


@lru_cache(maxsize=64)
def tall(text: str, face: Face = Face.LARGE) -> Image.Image:
    """Draw a text with capitals of 20 rows in the width of the large face, or of the medium one."""
    plain = stamp(text, face)
    top, base = _CAPITALS[face]
    image, y = Image.new("1", (plain.width, TALL)), 0
    parts = ((0, top, _ACCENTS), (top, base, _TALL_CAPITALS), (base, plain.height, _TAILS))
    for first, end, rows in parts:
        image.paste(plain.crop((0, first, plain.width, end)).resize((plain.width, rows)), (0, y))
        y += rows
    return image


def accent(letter: str) -> int:
    """Return the rows that a tall letter with an accent needs more than one without."""
    inked = tall(letter).getbbox()
    return 2 if inked and inked[1] < _ACCENTS else 0


@lru_cache(maxsize=256)
def edge(text: str, face: Face) -> Image.Image:
    """Draw what surrounds a text: its stamp moved by one pixel to all four sides."""
    inner = stamp(text, face)
    grown = Image.new("1", (inner.width + 2, inner.height + 2))
    for corner in ((1, 0), (0, 1), (2, 1), (1, 2)):
        grown.paste(1, corner, inner)
    return grown


@lru_cache(maxsize=1024)
def has(char: str, face: Face) -> bool:
    """Return whether a face can draw a character (it draws the others as one visible box)."""
    return stamp(char, face).tobytes() != stamp(_UNKNOWN, face).tobytes()
