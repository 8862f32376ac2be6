"""Large print: the most important facts only, with figures 26 pixels high.

What goes: the header (but for the letter), the strip (the cursor counts on the board), running
sums, title bars. Texts take the largest face in which they fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.message_view import MessageView
from companion.app.render import bitmaps, layout, lists, next_player, parts, turn
from companion.app.render.canvas import Align, Box, SpokenAs, largest
from companion.app.render.fonts import Face
from companion.app.render.wrapping import measure, wrap
from companion.app.text import icons
from companion.app.view import (
    Body,
    CardView,
    ForcedTurnView,
    LinesView,
    ListView,
    MoveByHandView,
    NextPlayerView,
    PositionView,
    QuestionView,
    RaceCardView,
    RankingView,
    RefusalView,
    SumView,
    TurnView,
)

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import HeaderView, ListRow, RankingRow, StripView

_WORDS = (Face.LARGE, Face.MEDIUM, Face.SMALL)
_ANSWERS = Box(0, 47, 128, 17)
_ABOVE_ANSWERS = Box(1, 0, 126, 45)
_ROW_PITCH = 21
_ROWS = 3
_ROW_WIDTH = 124
_CARROTS_TOP = 35
_LINE_1 = Box(1, 32, 126, 13)
_LINE_2 = Box(1, 49, 126, 13)


def draw_large(canvas: Canvas, body: Body) -> bool:
    """Draw a body in large print; return False where it has none and needs none."""
    match body:
        case TurnView():
            _track(canvas, body)
        case NextPlayerView():
            _next_player(canvas, body)
        case MoveByHandView() | PositionView():
            _moved_or_checked(canvas, body)
        case CardView() | QuestionView() | ForcedTurnView():
            _asked(canvas, body)
        case ListView():
            _rows(canvas, body)
        case RankingView() if body.headline:
            _end(canvas, body)
        case RankingView():
            _ranking(canvas, body)
        case RaceCardView() if body.reach is not None:
            _reach(canvas, body.reach, body.reach_cost)
        case MessageView(picture="tip"):
            box = Box(1, 0, 126, 64)
            parts.best(canvas, box, body.text, Face.MEDIUM, Face.SMALL, lines=5, middle=True)
        case _:
            return False
    return True


def _track(canvas: Canvas, body: TurnView) -> None:
    match body.below:
        case SumView():
            _steps(canvas, body.below)
            _square(canvas, body.strip, body.below.place)
            left = parts.big_letter(canvas, 0, 42, body.header.letter) + 4
            _left_over(canvas, left, body.below)
            canvas.all_chosen()
        case RefusalView():
            _square(canvas, body.strip)
            canvas.only_seen()
            turn.say_refused(canvas, body.strip, body.below)
            _refused(canvas, body.below)
        case LinesView():
            _two_lines(canvas, body.header, body.below)


def _steps(canvas: Canvas, below: SumView) -> None:
    figures = str(below.steps)
    arrow = bitmaps.sign("forward" if below.forward else "backward", twice=True)
    x = 2 if below.forward else arrow.width + 5
    place = canvas.text(Box(x, 1, 60, 28), figures, Face.HUGE)
    canvas.picture(place.right + 5 if below.forward else 0, 6, arrow)
    canvas.write(place.right + 5, 6, icons.RIGHT if below.forward else icons.LEFT, 18)


def _left_over(canvas: Canvas, left: int, below: SumView) -> None:
    """Draw the stock after the action, or the sum's words where that is secret."""
    if below.rest:
        _carrots(canvas, 127, _CARROTS_TOP, below.rest)
    else:
        box = Box(left, 42, 127 - left, 20)
        parts.best(canvas, box, below.sum or below.place, *_WORDS, align=Align.RIGHT)


def _square(canvas: Canvas, strip: StripView, place: str = "") -> None:
    """Draw the square under the cursor at twice its size, framed where forbidden.

    A figure could be any number: its square is named in words (`place`) under it.
    """
    if strip.cursor is None:
        return
    box = Box(102, 1, 26, 26)
    kind = strip.cells[strip.cursor].kind
    if kind.isdigit():
        canvas.text(Box(101, -1, 26, 20), kind, Face.LARGE, align=Align.RIGHT)
        box = Box(63, 17, 64, 13)
        parts.best(canvas, box, place, Face.MEDIUM, Face.SMALL, align=Align.RIGHT)
        return
    if strip.forbidden:
        canvas.frame(box)
    parts.centred(canvas, box, bitmaps.square(kind, twice=True))
    canvas.write(box.x, box.y, turn.SPOKEN.get(kind, kind), box.h)


def _carrots(canvas: Canvas, right: int, y: int, count: str) -> int:
    """Draw a stock with its carrot, ending before `right`; returns its first column."""
    canvas.text(Box(right - 17, y + 6, 17, 20), icons.CARROT, Face.LARGE)
    return canvas.text(Box(0, y, right - 21, 28), count, Face.HUGE, align=Align.RIGHT).x


def _refused(canvas: Canvas, below: RefusalView) -> None:
    pressed = below.blink % 2 == 1
    if pressed:
        canvas.fill(Box(0, 0, 64, 29))
    ink = 0 if pressed else 1
    canvas.picture(3, 3, bitmaps.sign("no", twice=True), ink)
    canvas.text(Box(28, 1, 36, 28), str(below.steps), Face.HUGE, ink=ink, said=SpokenAs.SEEN)
    box = Box(1, 35, 126, 29)
    parts.best(canvas, box, below.reason, Face.MEDIUM, Face.SMALL, lines=2, middle=True)


def _two_lines(canvas: Canvas, head: HeaderView, below: LinesView) -> None:
    """Draw whose turn it is, and the two lines."""
    next_player.band(canvas, head, "", -layout.BAND.y)
    parts.best(canvas, _LINE_1, below.first, Face.MEDIUM, Face.SMALL)
    parts.best(canvas, _LINE_2, below.second, Face.MEDIUM, Face.SMALL)


def _next_player(canvas: Canvas, body: NextPlayerView) -> None:
    """Draw what was done in a higher bar, whose turn it is, and the race."""
    line = body.below.first or body.below.second
    face = Face.MEDIUM if measure(line, Face.MEDIUM) <= layout.LINE_1.w else Face.SMALL
    lower = face.height - Face.SMALL.height
    canvas.fill(layout.HEADER._replace(h=layout.HEADER.h + lower))
    top = layout.HEADER_TEXT if face is Face.SMALL else 0
    canvas.text(layout.LINE_1._replace(y=top), line, face, ink=0)
    next_player.band(canvas, body.header, body.home, lower)
    next_player.race_line(canvas, body, lower)
    if not lower and body.below.first:
        turn.second_line(canvas, body.below)


def _moved_or_checked(canvas: Canvas, body: MoveByHandView | PositionView) -> None:
    left = parts.big_letter(canvas, 0, 0, body.header.letter) + 4
    parts.best(canvas, Box(left, 1, 127 - left, 20), body.header.name, *_WORDS)
    box = Box(1, 20, 126, 27)
    match body:
        case MoveByHandView():
            parts.best(canvas, box, body.brief, Face.MEDIUM, Face.SMALL, lines=2)
            parts.confirm(canvas, body.ok, _ANSWERS)
        case PositionView():
            parts.best(canvas, box, body.text, Face.MEDIUM, Face.SMALL, lines=2)
            parts.best(canvas, Box(1, 50, 126, 13), body.foot, Face.MEDIUM, Face.SMALL)


def _asked(canvas: Canvas, body: CardView | QuestionView | ForcedTurnView) -> None:
    answers: tuple[str, ...]
    match body:
        case CardView():
            text, answers, ok = _card_words(body), body.answers, body.ok
        case QuestionView():
            text, answers, ok = _with_name(body.header, body.text), body.answers, ""
        case ForcedTurnView():
            text, answers, ok = _with_name(body.header, body.headline), body.options, body.ok
    box = _ABOVE_ANSWERS
    if isinstance(body, ForcedTurnView):
        parts.centred(canvas, Box(0, 1, 34, 44), bitmaps.of_icon(body.icon))
        canvas.write(0, 1, icons.ICON.get(body.icon, body.icon), said=SpokenAs.SEEN)
        box = Box(38, 0, 89, 45)
    parts.best(canvas, box, text, *_WORDS, lines=4, middle=True)
    if answers:
        parts.answers(canvas, answers, body.chosen, _ANSWERS)
    else:
        parts.confirm(canvas, ok, _ANSWERS)


def _with_name(head: HeaderView | None, text: str) -> str:
    """Put the name of the next player before what a turn begins with."""
    return f"{head.name}\n{text}" if head else text


def _card_words(body: CardView) -> str:
    """Return a card's text and outcome; the title and outcome where both would be small."""
    text = f"{body.text}\n{body.outcome}".strip()
    small = largest(text, _ABOVE_ANSWERS, 4, *_WORDS) is Face.SMALL
    return f"{body.title}\n{body.outcome}" if small and body.outcome else text


def _rows(canvas: Canvas, body: ListView) -> None:
    """Draw the rows about the chosen one, all in one size; a long one takes two lines."""
    one_line = all(len(_lines(row, Face.LARGE)) == 1 for row in body.rows)
    face = Face.LARGE if one_line else Face.MEDIUM
    heights = [max(_ROW_PITCH, len(_lines(row, face)) * face.height + 4) for row in body.rows]
    top = lists.first_row(body, _ROWS)
    last = top if body.chosen is None else body.chosen
    while sum(heights[top : last + 1]) > layout.SCREEN.h:
        top += 1
    y = 1
    for index in range(top, len(body.rows)):
        box = Box(0, y, 128, heights[index])
        if box.bottom > layout.SCREEN.h:
            break
        _row(canvas, box, body.rows[index], face, chosen=body.chosen == index)
        y += heights[index]


def _lines(row: ListRow, face: Face) -> tuple[str, ...]:
    """Break a row's text; its value needs room on the last line."""
    value = _value(row)
    room = _ROW_WIDTH - (measure(value, face) + 4 if value else 0)
    if measure(row.text, face) <= room:
        return (row.text,)
    lines = wrap(row.text, _ROW_WIDTH, face)
    return lines if measure(lines[-1], face) <= room and len(lines) > 1 else (*lines, "")


def _value(row: ListRow) -> str:
    return row.value or (icons.NO if row.dim else "")


def _row(canvas: Canvas, box: Box, row: ListRow, face: Face, *, chosen: bool) -> None:
    """Draw the text from the left, and the value at the right end of the last line."""
    ink, said = (0, SpokenAs.CHOSEN) if chosen else (1, SpokenAs.TEXT)
    if chosen:
        canvas.fill(box)
    lines = _lines(row, face)
    top = box.y + (box.h - len(lines) * face.height + 1) // 2
    for number, line in enumerate(lines):
        place = Box(2, top + number * face.height, _ROW_WIDTH, face.height)
        canvas.text(place, line, face, ink=ink, said=said)
    canvas.text(place, _value(row), face, align=Align.RIGHT, ink=ink, said=said)


def _ranking(canvas: Canvas, body: RankingView) -> None:
    """Draw the letters in their order, and the place and stock of whose turn it is."""
    mine = next((row for row in body.rows if row.mine), body.rows[0])
    pitch = min(26, 128 // len(body.rows))
    for index, row in enumerate(body.rows):
        _ranked(canvas, Box(index * pitch, 0, pitch - 2, 20), row)
    canvas.text(Box(1, 30, 50, 28), mine.rank, Face.HUGE)
    _carrots(canvas, 127, 30, mine.carrots)


def _end(canvas: Canvas, body: RankingView) -> None:
    """Draw who won, and what OK does."""
    box, words = _ABOVE_ANSWERS, body.headline
    parts.best(canvas, box, words, *_WORDS, lines=4, align=Align.CENTRE, middle=True)
    parts.confirm(canvas, body.foot, _ANSWERS)


def _ranked(canvas: Canvas, box: Box, row: RankingRow) -> None:
    if row.mine:
        canvas.fill(box)
    else:
        canvas.frame(box)
    canvas.soften(box)
    ink = 0 if row.mine else 1
    large = measure(row.letter, Face.LARGE) <= box.w - 4
    face = Face.LARGE if large else Face.MEDIUM
    top = box.y + (1 if large else 4)
    canvas.text(Box(box.x, top, box.w, face.height), row.letter, face, align=Align.CENTRE, ink=ink)


def _reach(canvas: Canvas, reach: int, cost: int) -> None:
    """Draw the furthest move that can be paid, and its cost."""
    place = canvas.text(Box(2, 1, 80, 28), str(reach), Face.HUGE)
    canvas.picture(place.right + 5, 6, bitmaps.sign("forward", twice=True))
    _carrots(canvas, 127, _CARROTS_TOP, str(cost))
