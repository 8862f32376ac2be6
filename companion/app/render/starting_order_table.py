"""The family book's table of starting order against finishing order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.render import layout, parts
from companion.app.render.canvas import Align, Box
from companion.app.text import icons

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import StartingOrderView

_LEFT: Final = 26  # columns of the row heads
_HEAD: Final = Box(0, 10, 128, 9)
_TOP: Final = 21
_FIGURES: Final = 7  # rows of a figure and the free one below it


def draw_starting_order(canvas: Canvas, body: StartingOrderView) -> None:
    """Draw a row for each start and a column for each place, the largest count of a row filled.

    Six rows stand too close for that.
    """
    parts.title_bar(canvas, body.title, body.right)
    if not body.rows:
        return
    count = len(body.rows)
    wide = (layout.SCREEN.w - _LEFT) // count
    pitch = min(layout.ROW_PITCH, (layout.SCREEN.h - _TOP) // count)
    fills = pitch > _FIGURES
    canvas.text(Box(0, _HEAD.y, _LEFT - 4, 9), f"{icons.START}/{icons.HOME}")
    canvas.dotted(Box(0, _TOP - 2, layout.SCREEN.w, 1))
    canvas.dotted(Box(_LEFT - 3, _HEAD.y, 1, layout.SCREEN.h - _HEAD.y))
    for place in range(count):
        _cell(canvas, Box(_LEFT + place * wide, _HEAD.y, wide, 9), f"{place + 1}.")
    for start, row in enumerate(body.rows):
        y = _TOP + start * pitch - (pitch < layout.ROW_PITCH)
        canvas.text(Box(1, y, _LEFT - 6, 9), f"{start + 1}.", align=Align.RIGHT)
        for place, number in enumerate(row):
            box = Box(_LEFT + place * wide, y, wide, 9)
            _cell(canvas, box, str(number or "-"), filled=fills and 0 < number == max(row))


def _cell(canvas: Canvas, box: Box, text: str, *, filled: bool = False) -> None:
    """Draw a number; a filled one has a row free above and below its figures."""
    if filled:
        canvas.fill(Box(box.x + 1, box.y, box.w - 2, 8))
    canvas.text(Box(box.x + 1, box.y, box.w - 2, 9), text, align=Align.CENTRE, ink=not filled)
