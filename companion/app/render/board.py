"""Draw the first squares of an edition's board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.render import bitmaps, layout, parts, turn
from companion.app.render.canvas import Box, SpokenAs
from companion.app.render.fonts import Face

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import BoardView


_TILE: Final = 17  # columns of a square


def draw_board(canvas: Canvas, body: BoardView) -> None:
    """Draw an edition's first squares as two rows of tiles, as the board is walked."""
    parts.title_bar(canvas, body.title, body.right)
    for index, kind in enumerate(body.kinds):
        box = Box(3 + index % 6 * 21, 11 + index // 6 * 15, _TILE, 13)
        here = index == body.cursor
        if here:
            canvas.fill(box)
        else:
            canvas.frame(box)
        canvas.soften(box)
        drawing = bitmaps.square(kind)
        x = box.x + (_TILE - drawing.width) // 2
        canvas.picture(x, box.y + 2, drawing, 0 if here else 1)
        said = SpokenAs.CHOSEN if here else SpokenAs.TEXT
        canvas.write(box.x, box.y, turn.SPOKEN.get(kind, kind), said=said)
        if index % 6 < 5 and index < len(body.kinds) - 1:
            canvas.fill(Box(box.right, box.y + 6, 4, 1))
    if body.kinds:
        canvas.text(Box(2, 42, 124, 9), body.line)
    else:
        parts.best(canvas, layout.BODY, body.line, Face.MEDIUM, Face.SMALL, lines=3, middle=True)
    if body.answers:
        parts.answers(canvas, body.answers, body.chosen)
