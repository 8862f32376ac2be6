"""Draw a hare card: its title, its text, what came of it, its answers or OK."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import layout, parts, turn
from companion.app.render.canvas import Box
from companion.app.render.fonts import Face
from companion.app.render.wrapping import wrap
from companion.app.text import icons

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import CardView


def draw_card(canvas: Canvas, body: CardView) -> None:
    """Draw a hare card: its title in the bar, its text, what came of it, its answers or OK."""
    title = body.title if body.title.startswith(icons.HARE) else f"{icons.HARE} {body.title}"
    if body.header is None:
        parts.title_bar(canvas, title)
    else:
        parts.header(canvas, body.header, title)
    box = layout.UNDER_STRIP
    texts = [text for text in (body.text, body.outcome) if text]
    if body.strip is not None and sum(len(wrap(text, box.w)) for text in texts) <= 2:
        turn.strip(canvas, body.strip, feet=False)
        canvas.para(box, "\n".join(texts), lines=2)
    else:
        _card_text(canvas, body)
    parts.answers_or_ok(canvas, body.answers, body.chosen, body.ok)


def _card_text(canvas: Canvas, body: CardView) -> None:
    """Draw text and outcome in the bold face if it fits, else in the small one."""
    box = layout.BODY
    if not body.outcome:
        parts.best(canvas, box, body.text, Face.MEDIUM, Face.SMALL, lines=3, middle=True)
        return
    used = canvas.para(box, body.text, pitch=layout.TEXT_PITCH)
    y = box.y + used * layout.TEXT_PITCH
    canvas.para(Box(box.x, y, box.w, 0), body.outcome, pitch=layout.TEXT_PITCH, lines=4 - used)
