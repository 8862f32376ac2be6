"""The picture and the buttons as Textual widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style as Ink
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from hardware.frames import BLANK
from hardware.terminal import cells
from hardware.terminal.cells import CellStyle

if TYPE_CHECKING:
    from textual import events

    from companion.app.events import Button
    from companion.ports import Picture

DARK = "#050609"
_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
# By the brightness of the picture: dark, dimmed, full.
LIT = (DARK, "#757b85", "#e9f1ff")


class PictureWidget(Widget):
    """The picture in the largest characters that fit."""

    def __init__(self, *, is_colourless: bool = False) -> None:
        """Start dark; without colours the cells differ by their characters alone."""
        super().__init__(id="glass")
        self._is_colourless = is_colourless
        self._picture: Picture | None = None
        self._style = CellStyle.NONE
        self._strips: list[Strip] = []

    def show(self, picture: Picture) -> None:
        """Draw this picture."""
        self._picture = picture
        self._draw()

    def draw_as(self, style: CellStyle) -> None:
        """Draw in this style."""
        if style is not self._style:
            self._style = style
            self._draw()

    def render_line(self, y: int) -> Strip:
        """Return one line of the picture."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def _draw(self) -> None:
        self._strips = [] if self._picture is None else self._strips_of(self._picture)
        self.refresh()

    def _strips_of(self, picture: Picture) -> list[Strip]:
        bits = picture.image.tobytes() if picture.brightness else BLANK
        lit = LIT[picture.brightness]
        match self._style:
            case CellStyle.HALF:
                draw = _plain_strip if self._is_colourless else _half_strip
                return [draw(runs, lit) for runs in cells.half_blocks(bits)]
            case CellStyle.BRAILLE:
                ink = Ink(color=lit, bgcolor=DARK)
                return [Strip([Segment(line, ink)]) for line in cells.braille(bits)]
            case CellStyle.NONE:
                return []


class ButtonWidget(Static):
    """A button that the mouse presses, holds and releases."""

    class Changed(Message):
        """A button was pressed or released."""

        def __init__(self, button: Button, *, pressed: bool) -> None:
            """Take the button and whether it is pressed."""
            super().__init__()
            self.button = button
            self.pressed = pressed

    def __init__(self, button: Button) -> None:
        """Start released."""
        super().__init__(button.label, id=button.value, markup=False)
        self._button = button
        self._is_down = False

    def release(self) -> None:
        """Release the button and the mouse."""
        self._set_pressed(pressed=False)
        self.release_mouse()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press, and capture the mouse until it is released."""
        event.stop()
        self.capture_mouse()
        self._set_pressed(pressed=True)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Release."""
        event.stop()
        self.release()

    def on_mouse_release(self) -> None:
        """Release when another widget captured the mouse."""
        self._set_pressed(pressed=False)

    def _set_pressed(self, *, pressed: bool) -> None:
        if pressed is not self._is_down:
            self._is_down = pressed
            self.set_class(pressed, "down")
            self.post_message(self.Changed(self._button, pressed=pressed))


def _half_strip(runs: list[cells.Run], lit: str) -> Strip:
    return Strip(
        Segment(
            "▀" * run.length,
            Ink(color=lit if run.top else DARK, bgcolor=lit if run.bottom else DARK),
        )
        for run in runs
    )


def _plain_strip(runs: list[cells.Run], lit: str) -> Strip:
    """Return a line without background colours: every cell by its character."""
    ink = Ink(color=lit)
    return Strip(Segment(_BLOCKS[run.top, run.bottom] * run.length, ink) for run in runs)
