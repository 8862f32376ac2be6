"""Draw the secret stock of one player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import bitmaps, layout, parts
from companion.app.render.canvas import Align, Box
from companion.app.render.fonts import Face

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import PeekView


def draw_peek(canvas: Canvas, body: PeekView) -> None:
    """Draw one player's secret stock in the largest figures, with a carrot."""
    parts.header(canvas, body.header)
    canvas.text(Box(2, 11, 124, 9), body.headline, align=Align.CENTRE)
    carrot = bitmaps.large("carrot")
    wide = parts.figures_width(body.carrots) + 6 + carrot.width
    x = (128 - wide) // 2
    canvas.picture(x, 24, carrot)
    canvas.text(Box(x + carrot.width + 6, 23, 90, 28), body.carrots, Face.HUGE)
    canvas.text(layout.FOOT, body.foot, align=Align.CENTRE)
