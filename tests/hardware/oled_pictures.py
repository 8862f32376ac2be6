"""Pictures for the tests: noise, text-like rows, and shots that cannot be drawn yet."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture as the loop hands it over."""

    image: Image.Image
    brightness: int = 2
    name: str = "test"
    texts: tuple[str, ...] = ()


def blank() -> Image.Image:
    return Image.new("1", (128, 64))


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), Random(seed).randbytes(1024))


def with_box(image: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
    changed = image.copy()
    draw = ImageDraw.Draw(changed)
    draw.rectangle(box, fill=1, outline=0)
    return changed


def wandering(seed: int, count: int) -> Iterator[Image.Image]:
    """Change a few rectangles from picture to picture."""
    random, image = Random(seed), noise(seed)
    for _ in range(count):
        for _ in range(random.randrange(4)):
            left, top = random.randrange(120), random.randrange(60)
            box = (left, top, left + random.randrange(30), top + random.randrange(20))
            image = with_box(image, box)
        yield image.copy()
