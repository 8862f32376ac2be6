"""What several screens share: header, title bar, buttons, boxed letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app import icons
from companion.app.render import faces, layout
from companion.app.render.canvas import Align, Box, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.app.render.canvas import Canvas
    from companion.app.view import Header


def header(canvas: Canvas, head: Header, title: str = "") -> None:
    """Draw the bar: letter, name (or a title in the place of name and rank), carrots, lettuces."""
    canvas.fill(layout.HEADER)
    canvas.soften(layout.HEADER)
    left = _letter(canvas, head.letter) + 2
    _stock(canvas, head)
    right = layout.RANK.right if not head.unsaved else _unsaved(canvas)
    if title:
        canvas.text(Box(left, 0, right - left, 9), title, ink=0)
        return
    name = canvas.text(Box(left, 0, layout.NAME_WIDTH, 9), head.name, ink=0)
    room = Box(name.right + 2, 0, right - name.right - 2, 9)
    if measure(head.rank) <= room.w or not head.unsaved:
        canvas.text(room, head.rank, align=Align.RIGHT, ink=0)


def _letter(canvas: Canvas, letter: str) -> int:
    """Draw the black box at the bar's left end and give the first column behind it."""
    if not letter:
        return 1
    wide = max(11, measure(letter) + 5)
    canvas.fill(Box(0, 0, wide, 9), 0)
    canvas.text(Box(0, 0, wide - 1, 9), letter, align=Align.CENTRE)
    return wide


def _stock(canvas: Canvas, head: Header) -> None:
    if head.carrots:
        canvas.text(layout.CARROTS, head.carrots, align=Align.RIGHT, ink=0)
        canvas.text(layout.CARROT_ICON, icons.CARROT, ink=0)
    if head.lettuces:
        canvas.text(layout.LETTUCES, head.lettuces, align=Align.RIGHT, ink=0)
        canvas.text(layout.LETTUCE_ICON, icons.LETTUCE, ink=0)


def _unsaved(canvas: Canvas) -> int:
    """Draw the struck-out card and give the column where it begins."""
    x = layout.RANK.right - 8
    canvas.text(Box(x, 0, 8, 9), icons.UNSAVED, ink=0)
    return x - 2


def title_bar(canvas: Canvas, title: str, right: str = "") -> None:
    """Draw a list's bar: its title, and something short at its right end."""
    canvas.fill(layout.TITLE)
    canvas.soften(layout.TITLE)
    wide = measure(right)
    canvas.text(Box(126 - wide, 0, wide, 9), right, ink=0)
    canvas.text(Box(2, 0, 122 - wide if right else 124, 9), title, ink=0)


def answers(
    canvas: Canvas, texts: Sequence[str], chosen: int, box: Box = layout.ANSWERS
) -> None:
    """Draw buttons side by side; the chosen one, which OK takes, is filled."""
    wide = (box.w - layout.ANSWER_GAP * (len(texts) - 1)) // len(texts)
    for index, text in enumerate(texts):
        x = box.x + index * (wide + layout.ANSWER_GAP)
        last = index == len(texts) - 1
        button(canvas, Box(x, box.y, box.right - x if last else wide, box.h), text, index == chosen)


def button(canvas: Canvas, box: Box, text: str, chosen: bool = True) -> None:
    """Draw one button: filled where OK takes it, else only framed."""
    if chosen:
        canvas.fill(box)
    else:
        canvas.frame(box)
    canvas.soften(box)
    inner = Box(box.x + 2, box.y + (box.h - 9) // 2, box.w - 4, 9)
    canvas.text(inner, text, align=Align.CENTRE, ink=not chosen)


def confirm(canvas: Canvas, ok: str, box: Box = layout.ANSWERS) -> None:
    """Draw the one button of a screen that waits for OK only."""
    if ok:
        button(canvas, box, ok if ok.startswith(icons.OK) else f"{icons.OK} {ok}")


def letter_box(
    canvas: Canvas, x: int, y: int, letter: str, *, filled: bool, ink: int = 1, height: int = 10
) -> int:
    """Draw a piece: its letter, boxed (the mover's filled); gives the box's width."""
    box = Box(x, y, letter_width(letter), height)
    if filled:
        canvas.fill(box, ink)
    else:
        canvas.frame(box, ink)
    canvas.soften(box, 1 - ink)
    top = y + (height - 6) // 2 - 1
    x_text = box.x + (box.w - measure(letter)) // 2
    canvas.picture(x_text, top, faces.stamp(letter, faces.Face.SMALL), 1 - ink if filled else ink)
    canvas.say(box.x, top, letter)
    return box.w


def letter_width(letter: str) -> int:
    """Measure the box of a piece: at least a square's own width, 13 for two letters."""
    return max(9, measure(letter) + 4)
