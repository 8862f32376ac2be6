"""Lists, the spelling of names, and an edition's first squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.render import bitmaps, layout, parts, track
from companion.app.render.canvas import Align, Box, SpokenAs, measure
from companion.app.render.fonts import Face
from companion.app.text import icons

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import BoardView, ListRow, ListView, NameEntryView

SHOWN: Final = 5
SHOWN_WITH_FOOT: Final = 4
_ICON: Final = 9  # columns of the widest icon
_TILE: Final = 17  # columns of a square in an edition's picture


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


def draw_spelling(canvas: Canvas, body: NameEntryView) -> None:
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
        canvas.write(box.x, box.y, track.SPOKEN.get(kind, kind), said=said)
        if index % 6 < 5 and index < len(body.kinds) - 1:
            canvas.fill(Box(box.right, box.y + 6, 4, 1))
    if body.kinds:
        canvas.text(Box(2, 42, 124, 9), body.line)
    else:
        parts.best(canvas, layout.BODY, body.line, Face.MEDIUM, Face.SMALL, lines=3, middle=True)
    if body.answers:
        parts.answers(canvas, body.answers, body.chosen)
