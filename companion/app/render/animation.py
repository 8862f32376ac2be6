"""Small animations: each a pure function of its age in seconds, drawn over a finished picture.

They fill the panel, so none runs over a turn; any press ends one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.render import bitmaps, messages, parts
from companion.app.render.canvas import Align, Box
from companion.app.render.fonts import Face
from companion.app.view import ANIMATION_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.render.canvas import Canvas

_FLOOR: Final = 63
_WORDS: Final = Box(4, 0, 120, 40)


def draw_animation(canvas: Canvas, name: str, age: float, headline: str = "") -> None:
    """Draw an animation of this age over a picture; nothing once it is over, or if unknown.

    `headline` is what the finish says.
    """
    length = ANIMATION_SECONDS.get(name, 0.0)
    if 0 <= age < length:
        _DRAWN[name](canvas, age / length)
        if name == "finish":
            _say(canvas, headline)


def _card(canvas: Canvas, part: float) -> None:
    """Draw a large hare that rises from below, looks, and goes away."""
    canvas.fill(Box(0, 0, 128, 64), 0)
    hare = bitmaps.large("hare", twice=True)
    rise = min(1.0, part * 3)
    canvas.picture(40, round(64 - (64 - 2) * rise * (2 - rise)), hare)


def _finish(canvas: Canvas, part: float) -> None:
    """Draw a shower of paper over the tortoise that walks home to the hare."""
    canvas.fill(Box(0, 0, 128, 64), 0)
    canvas.fill(Box(0, _FLOOR, 128, 1))
    hare = bitmaps.large("leap" if part * 6 % 1 < 0.5 else "land")
    canvas.picture(88, _FLOOR - hare.height - (3 if part * 6 % 1 < 0.5 else 0), hare)
    tortoise = bitmaps.large("tortoise" if part * 12 % 1 < 0.5 else "plod")
    canvas.picture(round(4 + 40 * part), _FLOOR - tortoise.height, tortoise)
    for index in range(24):
        x = (index * 37 + 11) % 128
        y = round((index * 23 % 64) + part * (60 + index % 5 * 12)) % 64
        canvas.fill(Box(x, y, 1 + index % 2, 1 + index % 3 // 2))


def _say(canvas: Canvas, headline: str) -> None:
    """Write who won above the ground, on black."""
    canvas.only_seen()
    canvas.fill(_WORDS, 0)
    choice = Face.LARGE, Face.MEDIUM, Face.SMALL
    parts.best(canvas, _WORDS, headline, *choice, lines=4, align=Align.CENTRE, middle=True)


def _power_on(canvas: Canvas, part: float) -> None:
    """Draw hare and tortoise on the way to their places in the power-on picture."""
    canvas.fill(Box(0, 0, 128, messages.GROUND + 4), 0)
    left = 1 - part
    messages.scene(canvas, "race", hare=80 - round(118 * left), tortoise=14 - round(24 * left))


_DRAWN: Final[dict[str, Callable[[Canvas, float], None]]] = {
    "card": _card,
    "finish": _finish,
    "power-on": _power_on,
}
