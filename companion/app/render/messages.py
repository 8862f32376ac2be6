"""Pictures with a few words: power-on, farewell, errors, idle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.render import bitmaps, layout, parts
from companion.app.render.canvas import Align, Box
from companion.app.render.fonts import Face
from companion.app.render.wrapping import measure, wrap

if TYPE_CHECKING:
    from companion.app.message_view import MessageView
    from companion.app.render.canvas import Canvas

_BESIDE: Final = 80  # columns beside a drawing
GROUND: Final = 36  # the row on which hare and tortoise run
GOAL: Final = 60
SCENES: Final = {"race": "race", "power-on": "race", "finish": "finish"}
PICTURES: Final = {
    "idle": "hare",
    "tip": "hare",
    "hare": "hare",
    "tortoise": "tortoise",
    "carrot": "carrot",
    "lettuce": "lettuce",
    "farewell": "sleep",
    "night": "moon",
    "saving": "tortoise",
    "trouble": "unsaved",
    "fault": "warning",
    "pairing": "phone",
    "plug": "plug",
}


def draw_message(canvas: Canvas, body: MessageView) -> None:
    """Draw a scene over its words, a drawing beside them, or, without either, a large number."""
    if body.picture in SCENES:
        scene(canvas, SCENES[body.picture])
        _words_below(canvas, body)
    elif body.picture and not _fits_beside(body):
        _words_alone(canvas, body)
    elif body.picture:
        parts.centred(canvas, Box(0, 2, 44, 49), bitmaps.large(PICTURES.get(body.picture, "hare")))
        _words_beside(canvas, body)
    else:
        _number(canvas, body)


def _fits_beside(body: MessageView) -> bool:
    """Return whether four lines, or one large and two small ones, are enough beside a drawing."""
    lines = len(wrap(body.headline, _BESIDE, Face.MEDIUM)) + len(wrap(body.text, _BESIDE))
    return lines <= (3 if measure(body.headline, Face.LARGE) <= _BESIDE else 4)


def _words_alone(canvas: Canvas, body: MessageView) -> None:
    """Draw a longer text at full width, without the picture."""
    box = Box(2, 3, 124, 13)
    y = parts.best(canvas, box, body.headline, Face.MEDIUM, Face.SMALL)
    canvas.para(Box(2, y + 3, 124, 30), body.text, pitch=layout.TEXT_PITCH)
    parts.foot(canvas, body.foot)


def _number(canvas: Canvas, body: MessageView) -> None:
    """Draw a number in the largest figures with its icon, below what it counts."""
    parts.title_bar(canvas, body.text)
    figures, _, icon = body.headline.partition(" ")
    wide = measure(figures, Face.HUGE) + (measure(icon, Face.LARGE) + 5 if icon else 0)
    place = canvas.text(Box((128 - wide) // 2, 13, 128, 28), figures, Face.HUGE)
    canvas.text(Box(place.right + 5, 19, 40, 20), icon, Face.LARGE)
    parts.foot(canvas, body.foot)


def scene(canvas: Canvas, name: str, hare: int = 80, tortoise: int = 14) -> None:
    """Draw hare and tortoise at their columns, on their way or at the goal."""
    canvas.fill(Box(0, GROUND, 128, 1))
    for x in range(3, 128, 9):
        canvas.fill(Box(x + x % 7, GROUND + 2 + x % 2, 3, 1))
    if name == "finish":
        goal = bitmaps.large("goal")
        canvas.picture(GOAL, GROUND - goal.height, goal)
        hare, tortoise = 8, 64
    leaping = hare % 24 < 12
    drawing = bitmaps.large("leap" if leaping else "land")
    canvas.picture(hare, GROUND - drawing.height - (4 if leaping else 0), drawing)
    drawing = bitmaps.large("tortoise" if tortoise % 6 < 3 else "plod")
    canvas.picture(tortoise, GROUND - drawing.height, drawing)


def _words_below(canvas: Canvas, body: MessageView) -> None:
    box = Box(2, GROUND + 4, 124, 13)
    parts.best(canvas, box, body.headline, Face.MEDIUM, Face.SMALL, align=Align.CENTRE)
    last = body.foot or body.text
    canvas.text(Box(2, 55, 124, 9), last, align=Align.CENTRE)


def _words_beside(canvas: Canvas, body: MessageView) -> None:
    box = Box(46, 3, _BESIDE, 27)
    choice = Face.LARGE, Face.MEDIUM, Face.SMALL
    y = parts.best(canvas, box, body.headline, *choice, lines=2)
    lines = 3 if y < 22 else 2
    canvas.para(Box(46, y + 2, _BESIDE, 9), body.text, pitch=layout.TEXT_PITCH, lines=lines)
    parts.foot(canvas, body.foot)
