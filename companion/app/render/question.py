"""Draw a question, what follows from it, and its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import layout, parts, turn
from companion.app.render.fonts import Face
from companion.app.view import LinesView

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import QuestionView


def draw_question(canvas: Canvas, body: QuestionView) -> None:
    """Draw a question, what follows from it, and its answers."""
    parts.title_bar(canvas, body.title, letter=body.letter)
    if any(body.lines):
        canvas.para(layout.OPENING_TEXT, body.text, pitch=layout.TEXT_PITCH, lines=2)
        parts.answers(canvas, body.answers, body.chosen, layout.OPENING_WIDE_ANSWERS)
        turn.lines(canvas, LinesView(*body.lines))
        return
    parts.best(canvas, layout.BODY, body.text, Face.MEDIUM, Face.SMALL, lines=3, middle=True)
    parts.answers(canvas, body.answers, body.chosen)
