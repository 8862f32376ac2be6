"""Pictures with a few words: power-on, farewell, errors, idle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app import icons
from companion.app.render import art, layout, parts
from companion.app.render.canvas import Align, Box
from companion.app.render.faces import Face

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import Poster

GROUND: Final = 36  # the row on which hare and tortoise run
SCENES: Final = ("race", "finish")
_HILL: Final = ((0, 12), (26, 9), (58, 11), (96, 8), (128, 11))


def draw_poster(canvas: Canvas, body: Poster) -> None:
    """Draw a picture: a scene across the panel over its words, or a drawing beside them."""
    if body.picture in SCENES:
        scene(canvas, body.picture)
        _words_below(canvas, body)
    else:
        parts.centred(canvas, Box(0, 2, 44, 49), art.large(body.picture))
        _words_beside(canvas, body)


def scene(canvas: Canvas, name: str, hare: int = 80, tortoise: int = 14) -> None:
    """Draw hare and tortoise on their way, or both at the goal; the columns are where they are."""
    canvas.fill(Box(0, GROUND, 128, 1))
    for x in range(3, 128, 9):
        canvas.fill(Box(x + x % 7, GROUND + 2 + x % 2, 3, 1))
    if name == "finish":
        gate = art.large("start", twice=True)
        canvas.picture(42, GROUND - gate.height + 10, gate)
    leaping = hare % 24 < 12
    drawing = art.large("leap" if leaping else "land")
    canvas.picture(hare, GROUND - drawing.height - (4 if leaping else 0), drawing)
    drawing = art.large("tortoise" if tortoise % 6 < 3 else "plod")
    canvas.picture(tortoise, GROUND - drawing.height, drawing)


def _words_below(canvas: Canvas, body: Poster) -> None:
    box = Box(2, GROUND + 4, 124, 13)
    parts.best(canvas, box, body.headline, Face.MEDIUM, Face.SMALL, align=Align.CENTRE)
    last = body.foot or body.text
    canvas.text(Box(2, 55, 124, 9), last, align=Align.CENTRE)


def _words_beside(canvas: Canvas, body: Poster) -> None:
    box = Box(46, 3, 80, 20)
    y = parts.best(canvas, box, body.headline, Face.LARGE, Face.MEDIUM, Face.SMALL)
    canvas.para(Box(46, y + 2, 80, 9), body.text, pitch=layout.TEXT_PITCH)
    if body.foot.startswith(icons.OK):
        parts.confirm(canvas, body.foot)
    elif body.foot:
        canvas.dotted(Box(0, layout.ANSWERS.y, 128, 1))
        canvas.text(layout.FOOT, body.foot, align=Align.CENTRE)
