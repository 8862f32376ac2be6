"""Ranking and race card: numbers in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app import icons
from companion.app.render import layout, parts
from companion.app.render.canvas import Align, Box

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import Costs, Ranked, Ranking


def draw_ranking(canvas: Canvas, body: Ranking) -> None:
    """Draw all players: place, letter, name, carrots, lettuces, square."""
    parts.title_bar(canvas, body.title)
    for x, icon in ((84, icons.CARROT), (102, icons.LETTUCE), (119, icons.FLAG)):
        canvas.text(Box(x, 0, 8, 9), icon, ink=0)
    for line, row in enumerate(body.rows):
        _ranked(canvas, layout.ROW_TOP + line * layout.ROW_PITCH, row)
    if len(body.rows) < 6:
        canvas.text(Box(1, 55, 126, 9), body.foot)


def _ranked(canvas: Canvas, y: int, row: Ranked) -> None:
    ink = 0 if row.mine else 1
    if row.mine:
        canvas.fill(Box(0, y, 128, 9))
    canvas.text(Box(1, y, 12, 9), row.rank, ink=ink)
    parts.letter_box(canvas, 13, y, row.letter, filled=True, ink=ink, height=8)
    canvas.text(Box(28, y, 48, 9), row.name, ink=ink)
    canvas.text(Box(72, y, 20, 9), row.carrots, align=Align.RIGHT, ink=ink)
    canvas.text(Box(98, y, 12, 9), row.lettuces, align=Align.RIGHT, ink=ink)
    canvas.text(Box(112, y, 15, 9), row.square, align=Align.RIGHT, ink=ink)


def draw_costs(canvas: Canvas, body: Costs) -> None:
    """Draw the race card: steps and what they cost."""
    parts.title_bar(canvas, body.title, body.right)
    for place in range(18):
        steps = body.first + place
        if steps > 64:
            break
        x, y = place // 6 * 43, layout.ROW_TOP + place % 6 * layout.ROW_PITCH
        ink = 0 if steps == body.reach else 1
        if not ink:
            canvas.fill(Box(x, y, 41, 9))
        canvas.text(Box(x + 1, y, 11, 9), str(steps), align=Align.RIGHT, ink=ink, bold=True)
        canvas.text(Box(x + 14, y, 26, 9), str(steps * (steps + 1) // 2), align=Align.RIGHT, ink=ink)
