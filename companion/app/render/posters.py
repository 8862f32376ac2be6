"""Pictures with a few words: power-on, farewell, errors, idle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import layout
from companion.app.render.canvas import Align, Box
from companion.app.render.faces import Face

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import Poster


def draw_poster(canvas: Canvas, body: Poster) -> None:
    """Draw a picture, its headline, a text and a foot."""
    canvas.text(Box(2, 2, 124, 20), body.headline, Face.LARGE, align=Align.CENTRE)
    canvas.para(Box(2, 24, 124, 30), body.text, pitch=layout.TEXT_PITCH, align=Align.CENTRE)
    canvas.text(layout.LINE_2, body.foot, align=Align.CENTRE)
