"""Lists, the spelling of names, and an edition's first squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import art, layout, parts, track
from companion.app.render.canvas import Align, Box, measure
from companion.app.view import Row

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import BoardPicture, Rows, Spelling


def draw_rows(canvas: Canvas, body: Rows) -> None:
    """Draw a list: title bar, as many lines as fit, the chosen one inverted, a scroll bar."""
    parts.title_bar(canvas, body.title, body.right)
    shown = 5 if body.foot else 6
    top = first_row(body, shown)
    wide = 123 if len(body.rows) > shown else 128
    for line, row in enumerate(body.rows[top : top + shown]):
        box = Box(0, layout.ROW_TOP + line * layout.ROW_PITCH, wide, layout.ROW_PITCH)
        _row(canvas, box, row, chosen=body.chosen == top + line)
    if len(body.rows) > shown:
        _scroll(canvas, top, shown, len(body.rows))
    canvas.text(Box(1, 55, 126, 9), body.foot)


def first_row(body: Rows, shown: int) -> int:
    """Tell which row stands first: as asked, moved so far that the chosen one is seen."""
    top = max(0, min(body.top, len(body.rows) - shown))
    if body.chosen is None:
        return top
    return max(body.chosen - shown + 1, min(top, body.chosen))


def _row(canvas: Canvas, box: Box, row: Row, *, chosen: bool) -> None:
    ink = 0 if chosen else 1
    if chosen:
        canvas.fill(box)
    value = canvas.text(Box(box.x + 2, box.y, box.w - 4, 9), row.value, align=Align.RIGHT, ink=ink)
    room = value.x - 6 if row.value else box.w - 4
    canvas.text(Box(box.x + 2, box.y, room, 9), row.text, ink=ink)


def _scroll(canvas: Canvas, top: int, shown: int, total: int) -> None:
    box = layout.SCROLL
    canvas.dotted(Box(box.x + 1, box.y, 1, box.h))
    high = max(6, box.h * shown // total)
    y = box.y + (box.h - high) * top // (total - shown)
    canvas.fill(Box(box.x, y, box.w, high))


def draw_spelling(canvas: Canvas, body: Spelling) -> None:
    """Draw a name being typed and the alphabet as a wheel."""
    parts.title_bar(canvas, body.title)
    canvas.text(Box(2, 14, 124, 9), body.typed)
    for step in range(-5, 6):
        letter = body.wheel[(body.chosen + step) % len(body.wheel)]
        box = Box(58 + step * 11, 33, 12, 11)
        parts.button(canvas, box, letter, True) if step == 0 else canvas.text(
            Box(box.x, 34, 12, 9), letter, align=Align.CENTRE
        )
    canvas.text(layout.LINE_2, body.foot)


def draw_board(canvas: Canvas, body: BoardPicture) -> None:
    """Draw an edition's first squares in two rows."""
    parts.title_bar(canvas, body.title)
    for index, kind in enumerate(body.kinds):
        box = Box(4 + index % 6 * 20, 11 + index // 6 * 15, 17, 13)
        drawing = art.square(kind)
        here = index == body.cursor
        canvas.fill(box) if here else canvas.frame(box)
        canvas.soften(box)
        canvas.picture(box.x + (17 - drawing.width) // 2, box.y + 2, drawing, 0 if here else 1)
        canvas.say(box.x, box.y, track.SPOKEN.get(kind, kind))
    canvas.text(Box(2, 42, 124, 9), body.line)
    if body.answers:
        parts.answers(canvas, body.answers, body.chosen)


__all__ = ["draw_board", "draw_rows", "draw_spelling", "first_row", "measure"]
