"""Draw lists: a title bar, rows, a scroll bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.render import layout, parts
from companion.app.render.canvas import Align, Box, SpokenAs
from companion.app.render.wrapping import measure
from companion.app.text import icons

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import ListRow, ListView

SHOWN: Final = 5
SHOWN_WITH_FOOT: Final = 4
_ICON: Final = 9  # columns of the widest icon


def draw_rows(canvas: Canvas, body: ListView) -> None:
    """Draw a list: title bar, as many lines as fit, the chosen one inverted, a scroll bar."""
    parts.title_bar(canvas, body.title, body.right)
    shown = SHOWN_WITH_FOOT if body.foot else SHOWN
    scrolls = len(body.rows) > shown
    top = first_row(body, shown)
    for line, row in enumerate(body.rows[top : top + shown]):
        box = Box(0, layout.ROW_TOP + line * layout.ROW_PITCH, 123 if scrolls else 128, 9)
        _row(canvas, box, row, chosen=top + line == body.chosen)
    if scrolls:
        _scroll(canvas, layout.SCROLL_WITH_FOOT if body.foot else layout.SCROLL, top, body, shown)
    if body.foot:
        canvas.dotted(layout.FOOT_RULE)
        canvas.text(layout.FOOT, body.foot)


def first_row(body: ListView, shown: int) -> int:
    """Return the first row that is shown: `top`, moved until the chosen one is visible."""
    top = max(0, min(body.top, len(body.rows) - shown))
    if body.chosen is None:
        return top
    return max(body.chosen - shown + 1, min(top, body.chosen))


def _row(canvas: Canvas, box: Box, row: ListRow, *, chosen: bool) -> None:
    """Draw one line; a dim one bears the no-entry sign where it has no value."""
    ink, said = (0, SpokenAs.CHOSEN) if chosen else (1, SpokenAs.TEXT)
    if chosen:
        canvas.fill(Box(box.x, box.y - 1, box.w, layout.ROW_PITCH))
    value = row.value or (icons.NO if row.dim else "")
    room = Box(box.x + 2, box.y, box.w - 3, 9)
    if row.icon:
        place = Box(room.x, box.y, _ICON, 9)
        canvas.text(place, row.icon, align=Align.CENTRE, ink=ink, said=SpokenAs.SEEN)
        room = Box(room.x + _ICON + 3, box.y, room.w - _ICON - 3, 9)
    if value:
        shown = min(measure(value), room.w * 2 // 3)
        left = room.right - 1 - shown
        canvas.text(Box(left, box.y, shown, 9), value, ink=ink, said=said)
        room = Box(room.x, room.y, left - 1 - room.x, 9)
    canvas.text(room, row.text, ink=ink, said=said)


def _scroll(canvas: Canvas, box: Box, top: int, body: ListView, shown: int) -> None:
    total = len(body.rows)
    canvas.dotted(Box(box.x + 1, box.y, 1, box.h))
    high = max(6, box.h * shown // total)
    y = box.y + (box.h - high) * top // (total - shown)
    canvas.fill(Box(box.x, y, box.w, high))
