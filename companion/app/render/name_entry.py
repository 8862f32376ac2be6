"""Draw a name as it is entered: the letters so far, and the alphabet as a wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import layout, parts
from companion.app.render.canvas import Align, Box, SpokenAs
from companion.app.render.fonts import Face

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import NameEntryView


def draw_name_entry(canvas: Canvas, body: NameEntryView) -> None:
    """Draw a name being typed, large and with a caret, and the alphabet as a wheel below it."""
    parts.title_bar(canvas, body.title)
    typed = canvas.text(Box(3, 11, 118, 20), body.typed, Face.LARGE)
    canvas.dotted(Box(3, 32, 122, 1))
    if not body.full:
        canvas.fill(Box(typed.right + 2 if body.typed else 3, 14, 2, 14))
    for step in (-4, -3, -2, -1, 1, 2, 3, 4):
        letter = body.wheel[(body.chosen + step) % len(body.wheel)]
        x = 58 + step * 13 + (4 if step > 0 else -4)
        canvas.text(Box(x, 38, 13, 9), letter, align=Align.CENTRE, said=SpokenAs.SEEN)
    middle = Box(55, 34, 19, 16)
    canvas.fill(middle)
    canvas.soften(middle)
    chosen = body.wheel[body.chosen]
    canvas.text(
        Box(56, 35, 17, 13), chosen, Face.MEDIUM, align=Align.CENTRE, ink=0, said=SpokenAs.CHOSEN
    )
    canvas.text(layout.FOOT, body.foot, align=Align.CENTRE)
