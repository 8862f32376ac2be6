"""The next player: whose turn it is, read from two metres, the race on one line, the last turn."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.app.render import fonts, layout, parts, turn
from companion.app.render.canvas import Align, Box, Canvas, SpokenAs
from companion.app.render.fonts import Face
from companion.app.render.wrapping import measure
from companion.app.text import icons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.app.view import HeaderView, NextPlayerView, RaceMark

_LEVELS: Final = 2  # pieces that meet stand above each other
_BOX: Final = 9  # rows of a piece's box
_FIELD_GAP: Final = 4  # columns between two numbers of the stock, and before the first
_DOT_PITCH: Final = 20  # columns from dot to dot, ten squares: a dense line is dear on the bus


class _Placed(NamedTuple):
    """A piece on the race line: the left column of its box, and its level from below."""

    x: int
    level: int
    mark: RaceMark

    @property
    def right(self) -> int:
        """The first column to the right of its box."""
        return self.x + parts.letter_width(self.mark.letter)


def draw_next_player(canvas: Canvas, body: NextPlayerView) -> None:
    """Draw what was done in the bar, who is next, the race, and what to press."""
    opening(canvas, body.below.first, body.header, body.home)
    race_line(canvas, body)
    turn.second_line(canvas, body.below)


# -- whose turn it is


def opening(canvas: Canvas, done: str, head: HeaderView, home: str = "") -> None:
    """Draw what every picture shows that opens a turn: what was done, and who is next."""
    parts.bar(canvas)
    canvas.text(layout.LINE_1._replace(y=layout.HEADER_TEXT), done, ink=0)
    band(canvas, head, home)


def band(canvas: Canvas, head: HeaderView, home: str, lower: int = 0) -> None:
    """Draw letter and name in tall figures, and the stock.

    A name that leaves no room for the stock is drawn narrower; where that is still not enough, the
    squares to Home are left to the race line. `lower` is the number of rows by
    which the band is moved down.
    """
    canvas.merge(_band(head, home, lower), layout.BAND._replace(y=layout.BAND.y + lower))


@lru_cache(maxsize=32)
def _band(head: HeaderView, home: str, lower: int) -> Canvas:
    canvas, box = Canvas(), layout.BAND._replace(y=layout.BAND.y + lower)
    wide = max(20, measure(head.letter, Face.LARGE) + 4)
    letter = Box(box.x, box.y + 1, wide, box.h - 2)
    canvas.fill(letter)
    canvas.soften(letter)
    text = Box(box.x, box.y - 1, wide, fonts.TALL)
    lowered = text._replace(y=text.y + fonts.accent(head.letter))
    canvas.tall(lowered, head.letter, align=Align.CENTRE, ink=0)
    left = text.right + 3
    fields = _in_hand(head, home)
    if measure(head.name, Face.MEDIUM) > _end(fields, box) - left:
        fields = _in_hand(head, "")
    top = text.y + (1 if fonts.accent(head.name) else 0)
    place = Box(left, top, _end(fields, box) - left, text.h)
    face = Face.LARGE if measure(head.name, Face.LARGE) <= place.w else Face.MEDIUM
    canvas.tall(place, head.name, face)
    _draw_in_hand(canvas, fields, box)
    return canvas


def _in_hand(head: HeaderView, home: str) -> tuple[tuple[str, str], ...]:
    """List numbers with their icons from the right: squares to Home, lettuces, carrots."""
    fields = (
        (home, icons.UNSAVED if head.unsaved else icons.HOME if home else ""),
        (head.lettuces, icons.LETTUCE),
        (head.carrots, icons.CARROT),
    )
    return tuple((number, icon) for number, icon in fields if icon)


def _width(field: tuple[str, str]) -> int:
    return max(map(measure, field))


def _end(fields: tuple[tuple[str, str], ...], box: Box) -> int:
    """Return the column before which a name ends that leaves room for these numbers."""
    return box.right - 1 - sum(_width(field) + _FIELD_GAP for field in fields)


def _draw_in_hand(canvas: Canvas, fields: tuple[tuple[str, str], ...], box: Box) -> None:
    """Draw numbers over their icons, from the right."""
    said = ", ".join(f"{number} {icon}" for number, icon in reversed(fields) if number)
    canvas.write(box.right, box.y, said, box.h, said=SpokenAs.HEARD)
    end = box.right - 1
    for number, icon in fields:
        wide = _width((number, icon))
        for row, text in ((5, number), (14, icon)):
            place = Box(end - wide, box.y + row, wide, 9)
            canvas.text(place, text, align=Align.CENTRE, said=SpokenAs.SEEN)
        end -= wide + _FIELD_GAP


# -- the race


def race_line(canvas: Canvas, body: NextPlayerView, lower: int = 0) -> None:
    """Draw the race as a picture without words: a screen reader reads the ranking."""
    with canvas.drawing():
        _race_line(canvas, body, lower)


def _race_line(canvas: Canvas, body: NextPlayerView, lower: int) -> None:
    """Draw the track as one line of two columns a square, and every piece over its place.

    The way of the piece that moved last is solid.
    """
    line = layout.RACE_LINE._replace(y=layout.RACE_LINE.y + lower)
    for x in range(line.x, line.right, _DOT_PITCH):
        canvas.fill(Box(x, line.y, 1, 1))
    if body.trail:
        start, end = sorted(map(_column, body.trail))
        canvas.fill(Box(start, line.y, end + 1 - start, 1))
    pieces = [(one, lower + _top(one.level)) for one in placed(body.race)]
    for one, top in pieces:
        middle = _column(one.mark.square)
        canvas.fill(Box(middle, top, 1, line.y - top))
        canvas.fill(Box(max(0, middle - 1), line.y, min(3, 129 - middle), 1))
    home = Box(layout.RACE_HOME, line.y - 9, 9, 9)
    canvas.fill(home, 0)
    canvas.text(home, icons.HOME)
    for one, top in pieces:
        parts.letter_box(canvas, one.x, top, one.mark.letter, filled=one.mark.own, height=_BOX)


def _top(level: int) -> int:
    """Return the first row of the boxes of a level."""
    return layout.RACE.bottom - _BOX - level * _BOX


def _column(square: int) -> int:
    """Return the middle column of a square: two a square, Home is the last."""
    return min(2 * square, layout.RACE.right - 1)


def placed(marks: Sequence[RaceMark]) -> list[_Placed]:
    """Place the pieces, given from the last to the first: near their column, none over another.

    Each takes the level on which it is nearer to its column. Those that leave no room for the
    others are moved on again, so that the order stays.
    """
    ends = [layout.RACE_HOME - 1, *[layout.RACE.right] * (_LEVELS - 1)]
    found: list[_Placed] = []
    for mark in reversed(marks):
        wide = parts.letter_width(mark.letter)
        wanted = min(_column(mark.square) - wide // 2, layout.RACE.right - wide)
        level = max(range(_LEVELS), key=lambda n: (min(wanted, ends[n] - wide), -n))
        x = min(wanted, ends[level] - wide)
        found.append(_Placed(x, level, mark))
        ends[level] = x - 1
    return _inside(found[::-1])


def _inside(found: list[_Placed]) -> list[_Placed]:
    """Move what would stand left of the line back onto it."""
    starts = [0] * _LEVELS
    moved = []
    for one in found:
        moved.append(one._replace(x=max(one.x, starts[one.level])))
        starts[one.level] = moved[-1].right + 1
    return moved
