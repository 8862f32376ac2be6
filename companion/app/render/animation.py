"""Small animations: each a pure function of its age in seconds, drawn over a finished picture.

Any press ends one, and the screen beneath is complete. They stay inside the
lower three pages of the panel, but for the card's hare and the finish, which fill it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.render import bitmaps, messages, parts
from companion.app.render.canvas import Align, Box
from companion.app.render.faces import Face
from companion.app.view import ANIMATION_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from companion.app.render.canvas import Canvas

_BAND: Final = Box(0, 41, 128, 23)
_FLOOR: Final = 63
_WORDS: Final = Box(4, 0, 120, 40)
_BITES: Final = ((26, 2), (2, 3), (14, -2), (29, 13), (0, 15), (14, 9), (22, 23), (6, 23), (14, 19))


def draw_moment(canvas: Canvas, name: str, age: float, headline: str = "") -> None:
    """Draw an animation of this age over a picture; nothing once it is over, or if unknown.

    `headline` is what the finish says.
    """
    length = ANIMATION_SECONDS.get(name, 0.0)
    if 0 <= age < length:
        _DRAWN[name](canvas, age / length)
        if name == "finish":
            _say(canvas, headline)


def _hare(canvas: Canvas, part: float) -> None:
    """Draw a hare that leaps through the lower band."""
    canvas.fill(_BAND, 0)
    leaps = part * 3 % 1
    drawing = bitmaps.large("leap" if 0.15 < leaps < 0.75 else "land")
    x = round(-36 + part * (128 + 36))
    up = round(10 * leaps * (1 - leaps) * 2)
    canvas.picture(x, _FLOOR - drawing.height + 2 - up, drawing)
    _dust(canvas, x - 6, part)


def _tortoise(canvas: Canvas, part: float) -> None:
    """Draw a tortoise that walks a short way."""
    canvas.fill(_BAND, 0)
    drawing = bitmaps.large("tortoise" if part * 6 % 1 < 0.5 else "plod")
    x = 30 + round(part * 34)
    canvas.picture(x, _FLOOR - drawing.height + 1, drawing)
    _dust(canvas, x - 6, part)


def _dust(canvas: Canvas, x: int, part: float) -> None:
    for index in range(3):
        canvas.fill(Box(x - index * 5, _FLOOR - (index + round(part * 20)) % 3, 1, 1))


def _lettuce(canvas: Canvas, part: float) -> None:
    """Draw a lettuce that is eaten, bite by bite, beside a hare."""
    canvas.fill(_BAND, 0)
    bites = int(part * (len(_BITES) + 2))
    head = bitten(min(bites, len(_BITES)))
    hare = bitmaps.large("land")
    canvas.picture(68, _BAND.y, head)
    canvas.picture(34 + bites % 2, _FLOOR - hare.height + 1, hare)


def bitten(bites: int) -> Image.Image:
    """Return the lettuce after so many bites, each a round hole with teeth."""
    head = bitmaps.large("lettuce").copy()
    hole = bitmaps.parse(_HOLE)
    for x, y in _BITES[:bites]:
        head.paste(0, (x - 6, y - 5), hole)
    return head


_HOLE: Final = """
    ...##.##.....
    ..#########..
    .###########.
    #############
    #############
    .############
    #############
    #############
    .###########.
    ..#########..
    ...##.###....
"""


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
    "hare": _hare,
    "tortoise": _tortoise,
    "lettuce": _lettuce,
    "card": _card,
    "finish": _finish,
    "power-on": _power_on,
}
