"""The test pattern of the panel, and the question about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw


@dataclass(frozen=True, slots=True)
class Pattern:
    """The test pattern as a picture."""

    image: Image.Image
    brightness: int = 2
    name: str = "probe"
    texts: tuple[str, ...] = ()


def draw_pattern() -> Image.Image:
    """Draw a frame of the outermost pixels, an arrow that points up, and a chequered square."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 127, 63), outline=1)
    draw.polygon(((64, 8), (84, 32), (44, 32)), fill=1)
    draw.rectangle((58, 32, 70, 55), fill=1)
    for x in range(8, 32):
        for y in range(20, 44):
            if (x + y) % 2:
                image.putpixel((x, y), 1)
    return image


_QUESTION: Final = """\
The panel shows a frame, a chequered square and an arrow. Hold the box as you play on it, a stick at
the left of the panel. Does the arrow point up, away from you?
 - It points towards you: write rotation = {rotation} under [display] in the configuration.
 - The frame is cut, or stands beside the edge: write column_offset = {offset} there.
 - There is snow: write the other chip there.
"""


def question(rotation: int, column_offset: int) -> str:
    """Return what to look for on the pattern, and the keys that correct it.

    `rotation` (degrees) and `column_offset` are the present ones.
    """
    return _QUESTION.format(rotation=180 - rotation, offset=0 if column_offset else 2)
