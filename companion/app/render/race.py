"""The race as a picture: squares over decisions, the chosen player's line solid."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from companion.app.render import layout, parts
from companion.app.render.canvas import Box

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import RaceLine, RaceView

PLOT: Final = Box(1, 11, 112, 42)  # Home on its first row, the Start on its last
_LETTER_HEIGHT: Final = 9
_DOT_EVERY: Final = 3  # columns


def draw_race(canvas: Canvas, body: RaceView) -> None:
    """Draw Home and the ground, the other pieces' lines in dots, the chosen ones on top."""
    parts.title_bar(canvas, body.title, body.right, body.letter)
    for y in (PLOT.y, PLOT.bottom - 1):
        canvas.dotted(Box(0, y, 128, 1))
    across = max(len(line.squares) for line in body.lines) - 1
    for number, line in enumerate(body.lines):
        if number not in body.chosen:
            _dots(canvas, _points(line, across, body.top), number % _DOT_EVERY)
    for number in body.chosen:
        _solid(canvas, body.lines[number], across, body.top)
    canvas.text(layout.FOOT, body.foot)


def _points(line: RaceLine, across: int, top: int) -> list[tuple[int, int]]:
    """Return the pixel of each square of a line; `across` decisions fill the width."""
    wide, high = PLOT.w - 1, PLOT.h - 1
    return [
        (PLOT.x + (at * wide // across if across else 0), PLOT.y + high - square * high // top)
        for at, square in enumerate(line.squares)
    ]


def _dots(canvas: Canvas, points: list[tuple[int, int]], phase: int) -> None:
    """Draw a dot in every third column, at the height that the line has there."""
    for (x, y), (next_x, next_y) in pairwise(points):
        for column in range(x, next_x):
            if column % _DOT_EVERY == phase:
                row = y + (next_y - y) * (column - x) // (next_x - x)
                canvas.fill(Box(column, row, 1, 1))


def _solid(canvas: Canvas, line: RaceLine, across: int, top: int) -> None:
    """Draw a solid line with black pixels around it, and its owner's letter at its end."""
    points = _points(line, across, top)
    if not points:
        return
    canvas.line(points, ink=0, width=3)
    canvas.line(points)
    x, y = points[-1]
    box_y = max(PLOT.y, min(y - _LETTER_HEIGHT // 2, PLOT.bottom - _LETTER_HEIGHT))
    parts.letter_box(canvas, x + 2, box_y, line.letter, filled=True, height=_LETTER_HEIGHT)
