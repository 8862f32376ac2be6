"""The parts that several screens share: header, title bar, buttons, boxed letters."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from companion.app.render import fonts, layout
from companion.app.render.canvas import Align, Box, Canvas, SpokenAs, largest
from companion.app.render.fonts import Face
from companion.app.render.wrapping import measure
from companion.app.text import icons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from companion.app.view import HeaderView


def header(canvas: Canvas, head: HeaderView, title: str = "") -> None:
    """Draw the bar: letter, name, rank, carrots, lettuces.

    A title takes the place of name and rank, and also that of the stock where it is long.
    """
    canvas.merge(_header(head, title), layout.HEADER)


@lru_cache(maxsize=64)
def _header(head: HeaderView, title: str) -> Canvas:
    canvas = Canvas()
    bar(canvas)
    left = bar_letter(canvas, head.letter)
    right = _unsaved(canvas) if head.unsaved else layout.RANK.right
    if title:
        stock = layout.CARROTS.right - measure(head.carrots) - 3
        fits = measure(title) <= (right if head.unsaved else stock) - left
        if fits:
            _stock(canvas, head)
        end = right if head.unsaved else stock if fits else layout.HEADER.right - 2
        canvas.text(Box(left, layout.HEADER_TEXT, end - left, 9), title, ink=0)
        return canvas
    _stock(canvas, head)
    name = canvas.text(Box(left, layout.HEADER_TEXT, layout.NAME_WIDTH, 9), head.name, ink=0)
    room_left = Box(name.right + 2, name.y, right - name.right - 2, 9)
    if measure(head.rank) <= room_left.w or not head.unsaved:
        canvas.text(room_left, head.rank, align=Align.RIGHT, ink=0)
    return canvas


def bar(canvas: Canvas) -> None:
    """Fill the bar at the top."""
    canvas.fill(layout.HEADER)
    canvas.soften(layout.HEADER)


def bar_letter(canvas: Canvas, letter: str) -> int:
    """Draw the black box at the bar's left end and return the column where the next text begins."""
    if not letter:
        return 2
    wide = max(11, measure(letter) + 5)
    canvas.fill(Box(0, 0, wide, layout.HEADER.h), 0)
    canvas.text(Box(0, layout.HEADER_TEXT, wide - 1, 9), letter, align=Align.CENTRE)
    return wide + 2


def _stock(canvas: Canvas, head: HeaderView) -> None:
    if head.carrots:
        canvas.text(layout.CARROTS, head.carrots, align=Align.RIGHT, ink=0)
        canvas.text(layout.CARROT_ICON, icons.CARROT, ink=0)
    if head.lettuces:
        canvas.text(layout.LETTUCES, head.lettuces, align=Align.RIGHT, ink=0)
        canvas.text(layout.LETTUCE_ICON, icons.LETTUCE, ink=0)


def _unsaved(canvas: Canvas) -> int:
    """Draw the struck-out card and return the first column that it takes."""
    x = layout.RANK.right - 8
    canvas.text(Box(x, layout.HEADER_TEXT, 8, 9), icons.UNSAVED, ink=0)
    return x - 2


def title_bar(
    canvas: Canvas, title: str, right: str = "", letter: str = "", end: int = 126
) -> None:
    """Draw a list's bar: a letter's box, its title, and something short at its right end.

    `end` is the column before which a title without a right end stops.
    """
    bar(canvas)
    left = bar_letter(canvas, letter)
    wide = measure(right)
    top = layout.HEADER_TEXT
    canvas.text(Box(126 - wide, top, wide, 9), right, ink=0)
    canvas.text(Box(left, top, (122 - wide if right else end) - left, 9), title, ink=0)


def answers(canvas: Canvas, texts: Sequence[str], chosen: int, box: Box = layout.ANSWERS) -> None:
    """Draw buttons side by side; the chosen one, which OK takes, is filled."""
    wide = (box.w - layout.ANSWER_GAP * (len(texts) - 1)) // len(texts)
    for index, text in enumerate(texts):
        x = box.x + index * (wide + layout.ANSWER_GAP)
        last = index == len(texts) - 1
        place = Box(x, box.y, box.right - x if last else wide, box.h)
        is_chosen = index == chosen
        said = SpokenAs.CHOSEN if is_chosen else SpokenAs.TEXT
        button(canvas, place, text, chosen=is_chosen, said=said)


def button(
    canvas: Canvas, box: Box, text: str, *, chosen: bool = True, said: SpokenAs = SpokenAs.TEXT
) -> None:
    """Draw one button: filled where OK takes it, else only framed; its text as large as it fits."""
    if chosen:
        canvas.fill(box)
    else:
        canvas.frame(box)
    canvas.soften(box)
    face = largest(text, Box(0, 0, box.w - 4, box.h), 1, Face.MEDIUM, Face.SMALL)
    # The optical middle of a line is the middle of its capitals.
    top = box.y + (box.h - 1 - _capitals(face)) // 2 + _capitals(face) - face.base + 1
    inner = Box(box.x + 1, top, box.w - 2, face.height)
    canvas.text(inner, text, face, align=Align.CENTRE, ink=not chosen, apart=True, said=said)


def _capitals(face: Face) -> int:
    """Return the height of capitals, in rows."""
    return {Face.SMALL: 6, Face.MEDIUM: 9, Face.LARGE: 13, Face.HUGE: 26}[face]


def confirm(canvas: Canvas, ok: str, box: Box = layout.ANSWERS) -> None:
    """Draw the one button of a screen that waits for OK only."""
    if ok:
        button(canvas, box, ok if ok.startswith(icons.OK) else f"{icons.OK} {ok}")


def foot(canvas: Canvas, text: str) -> None:
    """Draw the foot: a button where its text says what OK does, else one or two lines."""
    if text.startswith(icons.OK):
        confirm(canvas, text)
        return
    if not text:
        return
    two = measure(text) > layout.FOOT.w
    rule = layout.FOOT_RULE
    canvas.dotted(rule._replace(y=rule.y - (layout.TEXT_PITCH if two else 0)))
    box = layout.FOOT
    top = box.y - (layout.TEXT_PITCH if two else 0)
    canvas.para(Box(box.x, top, box.w, 9), text, pitch=layout.TEXT_PITCH, lines=2)


def best(
    canvas: Canvas,
    box: Box,
    text: str,
    *choice: Face,
    lines: int = 1,
    align: Align = Align.LEFT,
    middle: bool = False,
) -> int:
    """Draw a text in the first face that fits its box; returns the first row below it."""
    if not text:
        return box.y
    face = largest(text, box, lines, *choice)
    pitch = max(face.height, layout.TEXT_PITCH) if face is Face.SMALL else face.height
    rows = min(lines, max(1, (box.h + 1) // pitch))
    broken = canvas.lines_of(text, box.w, face, rows)
    top = box.y + (box.h - pitch * broken) // 2 if middle else box.y
    canvas.para(Box(box.x, top, box.w, box.h), text, face, pitch=pitch, lines=rows, align=align)
    return top + pitch * broken


def centred(canvas: Canvas, box: Box, picture: Image.Image, ink: int = 1) -> None:
    """Draw a picture in the middle of a box."""
    x = box.x + (box.w - picture.width) // 2
    canvas.picture(x, box.y + (box.h - picture.height) // 2, picture, ink)


def letter_box(
    canvas: Canvas, x: int, y: int, letter: str, *, filled: bool, ink: int = 1, height: int = 10
) -> int:
    """Draw a piece: its letter, boxed (the mover's filled); returns the box's width.

    A frame of nine rows is open below: the letter needs a free row above and below.
    """
    box = Box(x, y, letter_width(letter), height)
    canvas.fill(box, ink)
    if not filled:
        canvas.fill(Box(x + 1, y + 1, box.w - 2, height - (2 if height > 9 else 1)), 1 - ink)
    canvas.soften(box, 1 - ink)
    top = y + (height - 5) // 2 - 1
    x_text = box.x + (box.w - measure(letter)) // 2
    canvas.stamp(x_text, top, fonts.boxed(letter), Face.SMALL, 1 - ink if filled else ink)
    canvas.write(box.x, top, letter)
    return box.w


def letter_width(letter: str) -> int:
    """Measure the box of a piece: nine columns for a letter, 13 for two."""
    return max(9, measure(letter) + 4)


def big_letter(canvas: Canvas, x: int, y: int, letter: str, height: int = 19) -> int:
    """Draw a filled box with a letter in the large face; returns the first column behind it."""
    box = Box(x, y, max(15, measure(letter, Face.LARGE) + 6), height)
    canvas.fill(box)
    canvas.soften(box)
    canvas.text(
        Box(x + 1, y + (height - 13) // 2 - 3, box.w - 2, 20),
        letter,
        Face.LARGE,
        align=Align.CENTRE,
        ink=0,
    )
    return box.right


def figures_width(text: str) -> int:
    """Measure figures of the largest size."""
    return measure(text, Face.HUGE)


def answers_or_ok(canvas: Canvas, texts: Sequence[str], chosen: int, ok: str) -> None:
    """Draw the answers where there are some, else what OK does."""
    if texts:
        answers(canvas, texts, chosen)
    else:
        confirm(canvas, ok)
