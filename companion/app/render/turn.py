"""The turn: the strip with pieces and cursor, and below it what OK would do, or why it does not."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, assert_never

from companion.app.render import bitmaps, layout, parts
from companion.app.render.canvas import Align, Box, Canvas, SpokenAs
from companion.app.render.fonts import Face
from companion.app.render.wrapping import measure, wrap
from companion.app.text import icons
from companion.app.view import LinesView, RefusalView, SumView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL import Image

    from companion.app.view import MoveByHandView, PositionView, StripCell, StripView, TurnView

# How a square's drawing is named in words: the icon of the small face, or the printed number.
SPOKEN: Final = {
    "S": icons.START,
    "H": icons.HARE,
    "C": icons.CARROT,
    "L": icons.LETTUCE,
    "T": icons.TORTOISE,
    "F": icons.FLAG,
    "G": icons.HOME,
}

_MOST_OUTSIDE: Final = 18  # columns for those outside the strip: they push the others aside
_WITHOUT_FEET: Final = Box(0, layout.STRIP.y, 128, layout.CELLS.bottom - layout.STRIP.y)


def draw_turn(canvas: Canvas, body: TurnView) -> None:
    """Draw a turn's screen."""
    parts.header(canvas, body.header)
    strip(canvas, body.strip)
    match body.below:
        case LinesView():
            lines(canvas, body.below)
        case SumView():
            _sum(canvas, body.below)
        case RefusalView():
            say_refused(canvas, body.strip, body.below)
            _refusal(canvas, body.below)
        case _ as never:
            assert_never(never)


def say_refused(canvas: Canvas, track: StripView, below: RefusalView) -> None:
    """Name a square that OK refuses, and the pieces on it, for those who do not see it."""
    if track.cursor is not None:
        cell = track.cells[track.cursor]
        pieces = [icons.boxed(mark.letter) for mark in cell.marks]
        square = " ".join([SPOKEN.get(cell.kind, cell.kind), *pieces])
        canvas.write(0, layout.CELLS.y, f"{below.steps}, {square}: {icons.NO}", said=SpokenAs.HEARD)


def draw_moved(canvas: Canvas, body: MoveByHandView) -> None:
    """Draw a piece that the device moved: from where to where, and OK."""
    parts.header(canvas, body.header)
    strip(canvas, body.strip, feet=False)
    box = layout.UNDER_STRIP
    canvas.text(box, body.first)
    canvas.text(Box(box.x, box.y + 9, box.w, 9), body.second)
    parts.confirm(canvas, body.ok)


def draw_standing(canvas: Canvas, body: PositionView) -> None:
    """Draw the square of one piece, to be compared with the board."""
    parts.header(canvas, body.header)
    strip(canvas, body.strip, feet=False)
    canvas.para(layout.UNDER_STRIP, body.text, lines=1 if measure(body.foot) > 126 else 2)
    parts.foot(canvas, body.foot)


def strip(canvas: Canvas, track: StripView, *, feet: bool = True) -> None:
    """Draw ten squares: pieces above, the fence where the carrots end, cursor and dots as feet."""
    region = layout.STRIP if feet else _WITHOUT_FEET
    home = track.home if track.home and _is_free(track, track.home[0] - 1) else None
    ground = track._replace(cursor=None, forbidden=False, was=None, bare=False, home=home)
    canvas.merge(_ground(ground, feet), region)
    if track.cursor is not None:
        if not track.bare:
            _cursor(canvas, track, track.cursor)
        if feet:
            canvas.picture(_left(track.cursor) + 3, layout.FEET.y, bitmaps.sign("finger"))
    for x, name in _trail(track):
        canvas.picture(x, layout.MARKS.y + 3, bitmaps.sign(name))


@lru_cache(maxsize=64)
def _ground(track: StripView, feet: bool) -> Canvas:
    """Draw the strip without its cursor."""
    canvas = Canvas()
    if track.fence is not None:
        x = _left(track.fence) + layout.CELL_SIZE - 1
        top = layout.CELLS.y if _is_beside_outside(track, track.fence) else layout.STRIP.y
        bottom = layout.FEET.bottom if feet else layout.CELLS.bottom
        canvas.dotted(Box(x, top, 1, bottom - top))
    for index, cell in enumerate(track.cells):
        drawing, x = _drawing(cell, index)
        canvas.picture(x, layout.CELLS.y + 2, drawing)
        canvas.write(x, layout.CELLS.y + 2, SPOKEN.get(cell.kind, cell.kind))
        if feet and cell.dot:
            canvas.picture(_left(index) + 5, layout.FEET.y + 1, bitmaps.sign("dot"))
    if feet and track.home:
        _home(canvas, *track.home)
    _marks(canvas, track)
    canvas.only_seen()
    return canvas


def _is_beside_outside(track: StripView, index: int) -> bool:
    """Return whether pieces outside the strip are named over the right edge of a square."""
    right = layout.MARKS.right - _MOST_OUTSIDE
    edge = _left(index) + layout.CELL_SIZE
    return bool(track.behind and edge <= _MOST_OUTSIDE) or bool(track.ahead and edge >= right)


def _is_free(track: StripView, index: int) -> bool:
    """Return whether nothing stands at the foot of a square."""
    return index >= 0 and not track.cells[index].dot and track.cursor != index


def _home(canvas: Canvas, index: int, squares: str) -> None:
    """Draw a house and the squares to Home in small figures, left of the foot of the own square."""
    drawings = [bitmaps.sign(name) for name in ("house", *squares)]
    x = _left(index) - sum(drawing.width + 1 for drawing in drawings)
    for drawing in drawings:
        canvas.picture(x, layout.FEET.y, drawing)
        x += drawing.width + 1
    canvas.write(_left(index), layout.FEET.y, icons.HOME + squares, layout.FEET.h)


def lines(canvas: Canvas, below: LinesView) -> None:
    """Draw the two lines of a screen that opens a turn."""
    canvas.text(layout.LINE_1, below.first)
    second_line(canvas, below)


def second_line(canvas: Canvas, below: LinesView) -> None:
    """Draw the second line, and the hints at its ends."""
    line = layout.LINE_2
    left = canvas.text(line, _with_arrow(below.left, icons.LEFT))
    start = left.right + 4 if below.left else line.x
    room = Box(start, line.y, line.right - start, 9)
    right = canvas.text(room, _with_arrow(below.right, icons.RIGHT), align=Align.RIGHT)
    end = right.x - 4 if below.right else line.right
    canvas.text(Box(start, line.y, end - start, 9), below.second)


def _with_arrow(hint: str, arrow: str) -> str:
    """Put the arrow at the outer end of a hint that lacks it."""
    if not hint or arrow in hint:
        return hint
    return f"{arrow} {hint}" if arrow == icons.LEFT else f"{hint} {arrow}"


def _left(index: int) -> int:
    return layout.CELL_LEFT + index * layout.CELL_PITCH


def _drawing(cell: StripCell, index: int) -> tuple[Image.Image, int]:
    """Return a square's drawing and its column."""
    drawing = bitmaps.square(cell.kind)
    return drawing, _left(index) + (layout.CELL_SIZE - drawing.width) // 2


def _cursor(canvas: Canvas, track: StripView, index: int) -> None:
    """Fill the square under the cursor, or only frame it where OK would refuse."""
    box = Box(_left(index), layout.CELLS.y, layout.CELL_SIZE, layout.CELL_SIZE)
    canvas.fill(box, 0 if track.forbidden else 1)
    if track.forbidden:
        canvas.frame(box)
    else:
        canvas.soften(box)
    drawing, x = _drawing(track.cells[index], index)
    canvas.picture(x, box.y + 2, drawing, 1 if track.forbidden else 0)


def _marks(canvas: Canvas, track: StripView) -> None:
    """Draw the pieces over their squares; neighbours push each other aside rather than overlap.

    At the ends stand those outside the strip.
    """
    behind, ahead = _outside(track.behind, icons.LEFT), _outside(track.ahead, icons.RIGHT)
    row = Box(layout.MARKS.x, layout.MARKS.y, layout.MARKS.w - 1, 9)
    start = canvas.text(row, behind).right + 1 if behind else 0
    end = canvas.text(row, ahead, align=Align.RIGHT).x - 2 if ahead else layout.MARKS.right
    widths = [_marks_width(cell) for cell in track.cells]
    for cell, wide, x in zip(track.cells, widths, _places(widths, start, end), strict=True):
        if cell.marks:
            mark = cell.marks[0]
            parts.letter_box(canvas, x, layout.MARKS.y, mark.letter, filled=mark.own)
        more = _more(cell)
        canvas.text(Box(x + wide - measure(more), layout.MARKS.y + 1, measure(more), 9), more)


def _more(cell: StripCell) -> str:
    """Return the number of the pieces that are not drawn; empty where there is none."""
    return f"+{cell.more}" if cell.more else ""


def _marks_width(cell: StripCell) -> int:
    """Return the columns of what stands over a square: a boxed letter, a number, or both."""
    boxed = parts.letter_width(cell.marks[0].letter) if cell.marks else 0
    more = measure(_more(cell))
    return boxed + more + (2 if boxed and more else 0)


def _places(widths: Sequence[int], start: int, end: int) -> list[int]:
    """Place what stands over each square near its middle, between two columns.

    Neighbours push each other to the right, and at the end all of them back to the left.
    """
    found = [_left(index) + (layout.CELL_SIZE - wide) // 2 for index, wide in enumerate(widths)]
    taken = [index for index, wide in enumerate(widths) if wide]
    for index in taken:
        found[index] = max(found[index], start)
        start = found[index] + widths[index] + 1
    for index in reversed(taken):
        found[index] = min(found[index], end - widths[index])
        end = found[index] - 1
    return found


def _outside(letters: tuple[str, ...], arrow: str) -> str:
    """Return an arrow with the letters of the pieces that way, or their number."""
    if not letters:
        return ""
    shown = letters if arrow == icons.RIGHT else letters[::-1]
    forms = ("".join(shown), f"+{len(letters)}")
    texts = [text + arrow if arrow == icons.RIGHT else arrow + text for text in forms]
    return next((text for text in texts if measure(text) <= _MOST_OUTSIDE), texts[-1])


def _trail(track: StripView) -> Iterator[tuple[int, str]]:
    """Return arrowheads over the free squares from a moved piece's old square to its new one.

    There is none at an end where pieces outside the strip are named.
    """
    now = next((i for i, c in enumerate(track.cells) if any(m.own for m in c.marks)), None)
    if track.was is None or now is None:
        return
    name = "trail" if now > track.was else "trail back"
    low, high = sorted((track.was, now))
    first, last = int(bool(track.behind)), len(track.cells) - 1 - bool(track.ahead)
    for index in range(max(low, first), min(high, last) + 1):
        counted = index > 0 and track.cells[index - 1].more  # its number reaches over the next
        if not (track.cells[index].marks or track.cells[index].more or counted):
            yield _left(index) + 5, name


def _sum(canvas: Canvas, below: SumView) -> None:
    """Draw steps and rest in the large figures on one base line, the calculation between them."""
    figures, box = str(below.steps), layout.STEPS
    wide = measure(figures, Face.LARGE)
    if below.forward:
        canvas.stamp(box.x + 1, box.y, figures, Face.LARGE)
        canvas.picture(box.x + wide + 4, box.y + 5, bitmaps.sign("forward"))
    else:
        canvas.picture(box.x + 1, box.y + 5, bitmaps.sign("backward"))
        canvas.stamp(box.x + 9, box.y, figures, Face.LARGE)
    steps = figures + (icons.RIGHT if below.forward else icons.LEFT)
    canvas.write(box.x, box.y, steps, 20, said=SpokenAs.CHOSEN)
    right = _rest(canvas, below.rest)
    left = layout.SUM_LEFT
    # The figures begin below the first line: a wide place may reach over them.
    place = Box(left, layout.LINE_1.y, layout.REST.right - left, 9)
    canvas.text(place, below.place, said=SpokenAs.CHOSEN)
    canvas.text(Box(left, layout.LINE_2.y, right - left, 9), below.sum, said=SpokenAs.CHOSEN)


def _rest(canvas: Canvas, rest: str) -> int:
    """Draw what is left, with a carrot; returns its first column."""
    if not rest:
        return layout.REST.right
    box = layout.REST
    carrot = Box(box.right - 9, layout.LINE_2.y, 8, 9)
    canvas.text(carrot, icons.CARROT, said=SpokenAs.CHOSEN)
    box = Box(box.x, box.y, box.w - 11, box.h)
    return canvas.text(box, rest, Face.LARGE, align=Align.RIGHT, said=SpokenAs.CHOSEN).x - 3


def _refusal(canvas: Canvas, below: RefusalView) -> None:
    """Draw the no-entry sign with the count on its plate; each refused OK turns their colours."""
    ink = 0 if below.blink % 2 else 1
    sign, plate = layout.SIGN, layout.SIGN_PLATE
    canvas.fill(sign, 1 - ink)
    canvas.picture(sign.x, sign.y + 1, bitmaps.sign("no"), ink)
    canvas.fill(plate)
    canvas.soften(plate)
    place = Box(plate.x, layout.LINE_2.y, plate.w, 9)
    canvas.text(place, str(below.steps), align=Align.CENTRE, ink=0, said=SpokenAs.SEEN)
    canvas.para(_apart(layout.REASON, below.reason), below.reason, pitch=layout.LINE_PITCH, lines=2)


def _apart(box: Box, text: str) -> Box:
    """Move a reason two columns away from the plate where it fits: "14", "11 at most"."""
    less = Box(box.x + 2, box.y, box.w - 2, box.h)
    broken = wrap(text, less.w)
    return less if len(broken) <= 2 and all(measure(line) <= less.w for line in broken) else box
