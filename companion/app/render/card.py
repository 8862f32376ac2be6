"""Draw hare cards, forced turns, questions and the peek."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import bitmaps, layout, parts, track
from companion.app.render.canvas import Align, Box, SpokenAs, largest, wrap
from companion.app.render.fonts import Face
from companion.app.text import icons
from companion.app.view import LinesView

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import CardView, ForcedTurnView, PeekView, QuestionView


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
        track.strip(canvas, body.strip, feet=False)
        canvas.para(box, "\n".join(texts), lines=2)
    else:
        _card_text(canvas, body)
    _foot(canvas, body.answers, body.chosen, body.ok)


def _card_text(canvas: Canvas, body: CardView) -> None:
    """Draw text and outcome in the bold face if it fits, else in the small one."""
    box = layout.BODY
    if not body.outcome:
        parts.best(canvas, box, body.text, Face.MEDIUM, Face.SMALL, lines=3, middle=True)
        return
    used = canvas.para(box, body.text, pitch=layout.TEXT_PITCH)
    y = box.y + used * layout.TEXT_PITCH
    canvas.para(Box(box.x, y, box.w, 0), body.outcome, pitch=layout.TEXT_PITCH, lines=4 - used)


def _foot(canvas: Canvas, answers: tuple[str, ...], chosen: int, ok: str) -> None:
    if answers:
        parts.answers(canvas, answers, chosen)
    else:
        parts.confirm(canvas, ok)


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
    _foot(canvas, body.options, body.chosen, body.ok)


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
    track.lines(canvas, LinesView(*body.lines))


def draw_question(canvas: Canvas, body: QuestionView) -> None:
    """Draw a question, what follows from it, and its answers."""
    parts.title_bar(canvas, body.title, letter=body.letter)
    if any(body.lines):
        canvas.para(layout.OPENING_TEXT, body.text, pitch=layout.TEXT_PITCH, lines=2)
        parts.answers(canvas, body.answers, body.chosen, layout.OPENING_WIDE_ANSWERS)
        track.lines(canvas, LinesView(*body.lines))
        return
    parts.best(canvas, layout.BODY, body.text, Face.MEDIUM, Face.SMALL, lines=3, middle=True)
    parts.answers(canvas, body.answers, body.chosen)


def draw_peek(canvas: Canvas, body: PeekView) -> None:
    """Draw one player's secret stock in the largest figures, with a carrot."""
    parts.header(canvas, body.header)
    canvas.text(Box(2, 11, 124, 9), body.headline, align=Align.CENTRE)
    carrot = bitmaps.large("carrot")
    wide = parts.figures_width(body.carrots) + 6 + carrot.width
    x = (128 - wide) // 2
    canvas.picture(x, 24, carrot)
    canvas.text(Box(x + carrot.width + 6, 23, 90, 28), body.carrots, Face.HUGE)
    canvas.text(layout.FOOT, body.foot, align=Align.CENTRE)
