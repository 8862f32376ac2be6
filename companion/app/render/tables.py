"""Ranking and race card: numbers in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.app.render import layout, parts
from companion.app.render.canvas import Align, Box, SpokenAs
from companion.app.render.fitting import MOST_ABOVE_FOOT
from companion.app.render.wrapping import measure
from companion.app.text import icons

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import RaceCardView, RankingRow, RankingView

LINES: Final = 6
_HEADS: Final = (88, 99, 118)  # where the icons over the ranking's columns begin
_TURNS_SHIFT: Final = 4  # how much further right the carrots are where no lettuces follow
COLUMNS: Final = 3
_COLUMN_PITCH: Final = 44
_COLUMN_WIDTH: Final = 40


def draw_ranking(canvas: Canvas, body: RankingView) -> None:
    """Draw all players: place, letter, name, carrots, lettuces, square."""
    shift = _TURNS_SHIFT if body.turns else 0
    if body.turns:
        _turn_heads(canvas, body)
    else:
        _heads(canvas, body)
    for line, row in enumerate(body.rows):
        if row.mine:
            canvas.fill(_bar(line))
    for line, row in enumerate(body.rows):
        _ranked(canvas, _row(line), row, shift)
    if len(body.rows) <= MOST_ABOVE_FOOT:
        parts.foot(canvas, body.foot)


def _row(line: int) -> int:
    """Return the first row of a line's letters."""
    return layout.TABLE_TOP + line * layout.TABLE_PITCH


def _bar(line: int) -> Box:
    """Return the bar of a line: a row above its accents, but never at the title."""
    top = _row(line) - (1 if line else 0)
    return Box(0, top, 128, min(_row(line + 1), layout.SCREEN.bottom) - top)


def _heads(canvas: Canvas, body: RankingView) -> None:
    heads = (icons.CARROT, icons.LETTUCE, icons.FLAG)
    # A long title takes the place of the first icons: the columns keep their order.
    free = [x for x in _HEADS[:-1] if x >= measure(body.title) + 4] + [_HEADS[-1]]
    parts.title_bar(canvas, body.title, end=free[0] - 2)
    for x, icon in zip(_HEADS, heads, strict=True):
        if x in free:
            canvas.text(Box(x, layout.HEADER_TEXT, 9, 9), icon, ink=0)


def _turn_heads(canvas: Canvas, body: RankingView) -> None:
    x = _HEADS[0] + _TURNS_SHIFT
    fits = measure(body.title) + 4 <= x
    parts.title_bar(canvas, body.title, end=x - 2 if fits else 99)
    if fits:
        canvas.text(Box(x, layout.HEADER_TEXT, 9, 9), icons.CARROT, ink=0)
    canvas.text(Box(101, layout.HEADER_TEXT, 25, 9), body.turns, align=Align.RIGHT, ink=0)


def _ranked(canvas: Canvas, y: int, row: RankingRow, shift: int) -> None:
    ink = 0 if row.mine else 1
    canvas.text(Box(1, y, 10, 9), row.rank, ink=ink)
    wide = parts.letter_width(row.letter)
    x = 9 + (13 - wide) // 2
    canvas.fill(Box(x, y - 1, wide, 10), 1 - ink)
    parts.letter_box(canvas, x, y, row.letter, filled=True, ink=ink, height=8)
    canvas.text(Box(24, y, layout.NAME_WIDTH, 9), row.name, ink=ink, apart=True)
    canvas.text(Box(76 + shift, y, 20, 9), row.carrots, align=Align.RIGHT, ink=ink)
    canvas.text(Box(97, y, 8, 9), row.lettuces, align=Align.RIGHT, ink=ink)
    canvas.text(Box(107, y, 19, 9), row.square, align=Align.RIGHT, ink=ink, apart=True)


def draw_costs(canvas: Canvas, body: RaceCardView) -> None:
    """Draw the race card: steps and what they cost, the furthest that can be paid inverted."""
    parts.title_bar(canvas, body.title, body.right)
    for column in range(1, COLUMNS):
        canvas.dotted(Box(column * _COLUMN_PITCH - 3, layout.TABLE_TOP, 1, 53))
    for place, (steps, cost) in enumerate(body.costs):
        x, y = place // LINES * _COLUMN_PITCH, _row(place % LINES)
        _cost(canvas, (x, y), steps, cost, body.reach)


def _cost(canvas: Canvas, at: tuple[int, int], steps: int, cost: int, reach: int | None) -> None:
    """Draw one entry; a dotted leader joins what can be paid."""
    x, y = at
    ink = 0 if steps == reach else 1
    if steps == reach:
        canvas.fill(Box(x, y, _COLUMN_WIDTH, 8))
    seen: dict[str, Any] = {"align": Align.RIGHT, "ink": ink, "said": SpokenAs.SEEN}
    left = canvas.text(Box(x + 1, y, 10, 9), str(steps), **seen)
    right = canvas.text(Box(x + 13, y, 26, 9), str(cost), **seen)
    canvas.write(x, y, f"{steps}: {cost}", said=SpokenAs.HEARD)
    if reach is None or steps <= reach:
        start = left.right + 2 + (left.right % 2)
        canvas.dotted(Box(start, y + 6, right.x - 2 - start, 1), ink)
