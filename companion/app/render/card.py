"""Hare cards, forced turns, questions and the peek: screens that say something and wait for OK."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import layout, parts, track
from companion.app.render.canvas import Align, Box
from companion.app.render.faces import Face
from companion.app.view import Lines

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import Card, Forced, Peek, Question


def draw_card(canvas: Canvas, body: Card) -> None:
    """Draw a hare card: its title in the bar, its text, what came of it, its answers or OK."""
    parts.header(canvas, body.header, body.title)
    box = layout.BODY
    if body.strip is not None:
        track.strip(canvas, body.strip)
        box = Box(2, 34, 124, 18)
    used = canvas.para(box, body.text, pitch=layout.TEXT_PITCH)
    canvas.text(Box(2, box.y + used * layout.TEXT_PITCH, 124, 9), body.outcome)
    if body.answers:
        parts.answers(canvas, body.answers, body.chosen)
    else:
        parts.confirm(canvas, body.ok)


def draw_forced(canvas: Canvas, body: Forced) -> None:
    """Draw a turn without a choice: a picture, what must be done, its sum, and OK."""
    parts.header(canvas, body.header)
    canvas.text(layout.OPENING_HEAD, body.headline, bold=True)
    canvas.text(layout.OPENING_SUM, body.sum)
    if body.options:
        parts.answers(canvas, body.options, body.chosen, layout.OPENING_ANSWERS)
    else:
        parts.confirm(canvas, body.ok, layout.OPENING_ANSWERS)
    track.lines(canvas, Lines(*body.lines))


def draw_question(canvas: Canvas, body: Question) -> None:
    """Draw a question, what follows from it, and its answers."""
    parts.title_bar(canvas, body.title)
    canvas.para(layout.BODY, body.text, pitch=layout.TEXT_PITCH)
    parts.answers(canvas, body.answers, body.chosen)


def draw_peek(canvas: Canvas, body: Peek) -> None:
    """Draw one player's secret stock."""
    parts.header(canvas, body.header)
    canvas.text(Box(2, 11, 124, 9), body.headline, align=Align.CENTRE)
    canvas.text(Box(2, 22, 124, 28), body.carrots, Face.HUGE, align=Align.CENTRE)
    canvas.text(layout.LINE_2, body.foot, align=Align.CENTRE)
