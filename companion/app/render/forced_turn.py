"""Draw a turn without a choice: a picture, what must be done, its sum, and OK."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import bitmaps, layout, parts, turn
from companion.app.render.canvas import Box, SpokenAs, largest
from companion.app.render.fonts import Face
from companion.app.text import icons
from companion.app.view import LinesView

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import ForcedTurnView


def draw_forced(canvas: Canvas, body: ForcedTurnView) -> None:
    """Draw a turn without a choice: a picture, what must be done, its sum, and OK."""
    parts.header(canvas, body.header)
    canvas.write(0, 12, icons.ICON.get(body.icon, body.icon), said=SpokenAs.SEEN)
    if any(body.lines):
        _forced_opening(canvas, body)
        return
    parts.centred(canvas, layout.PICTURE, bitmaps.of_icon(body.icon))
    words = layout.WORDS
    head = Box(words.x, words.y, words.w, 26 if body.sum else words.h)
    choice = Face.LARGE, Face.MEDIUM, Face.SMALL
    parts.best(canvas, head, body.headline, *choice, lines=2, middle=True)
    canvas.text(Box(words.x, words.bottom - 11, words.w, 9), body.sum)
    parts.answers_or_ok(canvas, body.options, body.chosen, body.ok)


def _forced_opening(canvas: Canvas, body: ForcedTurnView) -> None:
    parts.centred(canvas, layout.OPENING_ICON, bitmaps.of_icon(body.icon))
    head = layout.OPENING_HEAD
    face = largest(body.headline, head, 1, Face.MEDIUM, Face.SMALL)
    canvas.text(head, body.headline, face, apart=True)
    canvas.text(layout.OPENING_SUM, body.sum)
    if body.options:
        parts.answers(canvas, body.options, body.chosen, layout.OPENING_ANSWERS)
    else:
        parts.confirm(canvas, body.ok, layout.OPENING_ANSWERS)
    turn.lines(canvas, LinesView(*body.lines))
