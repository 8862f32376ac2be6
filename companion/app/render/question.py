"""Draw a question, what follows from it, and its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import layout, next_player, parts
from companion.app.render.fonts import Face
from companion.app.render.wrapping import measure

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import HeaderView, QuestionView


def draw_question(canvas: Canvas, body: QuestionView) -> None:
    """Draw a question, what follows from it, and its answers."""
    if body.header is None:
        parts.title_bar(canvas, body.title, letter=body.letter)
        parts.best(canvas, layout.BODY, body.text, Face.MEDIUM, Face.SMALL, lines=3, middle=True)
    else:
        _opening(canvas, body, body.header)
    parts.answers(canvas, body.answers, body.chosen)


def _opening(canvas: Canvas, body: QuestionView, head: HeaderView) -> None:
    """Draw whose question it is; what was paid stands in the bar where the text needs two lines."""
    (done, paid), box = body.lines, layout.UNDER_STRIP
    if paid and measure(body.text) > box.w:
        next_player.opening(canvas, paid, head)
        paid = ""
    else:
        next_player.opening(canvas, done, head)
    canvas.para(box, f"{body.text}\n{paid}".strip(), lines=2)
