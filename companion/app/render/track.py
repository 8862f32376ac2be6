"""The turn: the strip with its pieces and finger, and below it what OK would do, or why it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from companion.app import icons
from companion.app.render import art, layout, parts
from companion.app.render.canvas import Align, Box, measure
from companion.app.render.faces import Face
from companion.app.view import Lines, No, Sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.app.render.canvas import Canvas
    from companion.app.view import Cell, Moved, Standing, Strip, Track

# How a square's drawing is told in words: the icon of the small face, or the printed number.
SPOKEN: Final = {
    "S": icons.START,
    "H": icons.HARE,
    "C": icons.CARROT,
    "L": icons.LETTUCE,
    "T": icons.TORTOISE,
    "F": icons.FLAG,
    "G": icons.HOME,
}


def draw_track(canvas: Canvas, body: Track) -> None:
    """Draw a turn's screen."""
    parts.header(canvas, body.header)
    strip(canvas, body.strip)
    match body.below:
        case Lines():
            lines(canvas, body.below)
        case Sum():
            _sum(canvas, body.below)
        case No():
            _refusal(canvas, body.below)
        case _ as never:
            assert_never(never)


def draw_moved(canvas: Canvas, body: Moved) -> None:
    """Draw a piece that the device moved: from where to where, and OK."""
    parts.header(canvas, body.header)
    strip(canvas, body.strip)
    canvas.text(Box(1, 34, 126, 9), body.first)
    canvas.text(Box(1, 43, 126, 9), body.second)
    parts.confirm(canvas, body.ok)


def draw_standing(canvas: Canvas, body: Standing) -> None:
    """Draw where one piece stands, to be compared with the board."""
    parts.header(canvas, body.header)
    strip(canvas, body.strip)
    canvas.text(layout.LINE_1, body.text)
    canvas.text(layout.LINE_2, body.foot)


def strip(canvas: Canvas, track: Strip) -> None:
    """Draw ten squares: pieces above, finger and dots below, the fence where the carrots end."""
    if track.fence is not None:
        x = _left(track.fence) + layout.CELL_SIZE - 1
        canvas.dotted(Box(x, layout.STRIP.y, 1, layout.STRIP.h))
    for index, cell in enumerate(track.cells):
        _square(canvas, track, index, cell)
    _marks(canvas, track)
    if track.cursor is not None:
        x = _left(track.cursor) + 3
        canvas.picture(x, layout.FEET.y, art.sign("finger"))


def lines(canvas: Canvas, below: Lines) -> None:
    """Draw the two lines of a screen that opens a turn, and the hints at the ends of the second."""
    canvas.text(layout.LINE_1, below.first)
    left = canvas.text(layout.LINE_2, below.left)
    room = Box(left.right + 3, 54, 124 - left.right, 9) if below.left else layout.LINE_2
    right = canvas.text(room, below.right, align=Align.RIGHT)
    free = right.x - room.x - 3 if below.right else room.w
    canvas.text(Box(room.x, room.y, free, 9), below.second)


def _left(index: int) -> int:
    return layout.CELL_LEFT + index * layout.CELL_PITCH


def _square(canvas: Canvas, track: Strip, index: int, cell: Cell) -> None:
    box = Box(_left(index), layout.CELLS.y, layout.CELL_SIZE, layout.CELL_SIZE)
    here = track.cursor == index
    if here and track.forbidden:
        canvas.frame(box)
    elif here:
        canvas.fill(box)
        canvas.soften(box)
    drawing = art.square(cell.kind)
    x = box.x + (box.w - drawing.width) // 2
    canvas.picture(x, box.y + 2, drawing, 0 if here and not track.forbidden else 1)
    canvas.say(x, box.y + 2, SPOKEN.get(cell.kind, cell.kind))
    if cell.dot and not here:
        canvas.picture(box.x + 5, layout.FEET.y + 1, art.sign("dot"))


def _marks(canvas: Canvas, track: Strip) -> None:
    """Draw the pieces over their squares; neighbours push each other aside rather than overlap."""
    taken = -1
    for index, cell in enumerate(track.cells):
        for mark in cell.marks[:1]:
            wide = parts.letter_width(mark.letter)
            more = f"+{cell.more}" if cell.more else ""
            whole = wide + (measure(more) + 2 if more else 0)
            x = min(max(_left(index) + (layout.CELL_SIZE - whole) // 2, taken + 1, 0), 128 - whole)
            parts.letter_box(canvas, x, layout.MARKS.y, mark.letter, filled=mark.own)
            canvas.text(Box(x + wide + 2, layout.MARKS.y + 1, whole, 9), more)
            taken = x + whole
        if not cell.marks and cell.more:
            canvas.text(Box(_left(index), layout.MARKS.y + 1, 13, 9), f"+{cell.more}", align=Align.CENTRE)
    for x, name in _trail(track):
        canvas.picture(x, layout.MARKS.y + 3, art.sign(name))


def _trail(track: Strip) -> Iterator[tuple[int, str]]:
    """Give arrowheads over the free squares between a moved piece's old and new one."""
    now = next((i for i, c in enumerate(track.cells) if any(m.own for m in c.marks)), None)
    if track.was is None or now is None:
        return
    name = "trail" if now > track.was else "trail back"
    low, high = sorted((track.was, now))
    for index in range(low, high + 1):
        if not track.cells[index].marks and not track.cells[index].more:
            yield _left(index) + 5, name


def _sum(canvas: Canvas, below: Sum) -> None:
    figures = str(below.steps)
    arrow = "forward" if below.forward else "backward"
    wide = measure(figures, Face.LARGE)
    y = layout.STEPS.y
    x = 1 if below.forward else 8
    canvas.picture(x, y, _stamp(figures))
    canvas.picture(x + wide + 3 if below.forward else 1, y + 5, art.sign(arrow))
    canvas.say(0, y, figures + (icons.RIGHT if below.forward else icons.LEFT), 20)
    right = _rest(canvas, below.rest)
    middle = x + wide + (11 if below.forward else 4)
    middle = max(middle, layout.STEPS.right)
    canvas.text(Box(middle, 43, 127 - middle if not below.rest else right - middle, 9), below.place)
    canvas.text(Box(middle, 54, right - middle, 9), below.sum)


def _stamp(text: str):  # type: ignore[no-untyped-def]
    from companion.app.render import faces

    return faces.stamp(text, Face.LARGE)


def _rest(canvas: Canvas, rest: str) -> int:
    """Draw what is left, with a carrot; gives the first column it takes."""
    if not rest:
        return 128
    icon = Box(119, 54, 8, 9)
    canvas.text(icon, icons.CARROT)
    place = canvas.text(Box(74, layout.REST.y, 43, 20), rest, Face.LARGE, align=Align.RIGHT)
    return place.x - 3


def _refusal(canvas: Canvas, below: No) -> None:
    inverted = below.blink % 2 == 1
    if inverted:
        canvas.fill(layout.SIGN)
        canvas.soften(layout.SIGN)
    ink = 0 if inverted else 1
    canvas.picture(0, 42, art.sign("no"), ink)
    canvas.text(Box(0, 54, 12, 9), str(below.count), align=Align.CENTRE, ink=ink)
    canvas.para(layout.REASON_1, below.reason, pitch=11, lines=2)
