"""The glass and the buttons, as widgets of Textual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style as Ink
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from hardware.terminal import cells
from hardware.terminal.cells import Style

if TYPE_CHECKING:
    from textual import events

    from companion.app.events import Button
    from companion.ports import Picture

DARK = "#050609"
# By the brightness of the picture: dark, dimmed, full.
LIT = (DARK, "#757b85", "#e9f1ff")


class Glass(Widget):
    """The picture in the largest characters that fit."""

    def __init__(self) -> None:
        """Show darkness."""
        super().__init__(id="glass")
        self._picture: Picture | None = None
        self._style = Style.NONE
        self._strips: list[Strip] = []

    def show(self, picture: Picture) -> None:
        """Draw this picture from now on."""
        self._picture = picture
        self._draw()

    def draw_as(self, style: Style) -> None:
        """Draw in this style from now on."""
        if style is not self._style:
            self._style = style
            self._draw()

    def render_line(self, y: int) -> Strip:
        """Give Textual one line of the picture."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def _draw(self) -> None:
        self._strips = [] if self._picture is None else _strips(self._picture, self._style)
        self.refresh()


class Key(Static):
    """One button: the mouse presses it, holds it and lets it go."""

    class Turned(Message):
        """A button went down or up."""

        def __init__(self, button: Button, *, pressed: bool) -> None:
            """Say which and how."""
            super().__init__()
            self.button = button
            self.pressed = pressed

    def __init__(self, button: Button, label: str) -> None:
        """Be up."""
        super().__init__(label, id=button.value, markup=False)
        self._button = button
        self._is_down = False

    def let_go(self) -> None:
        """Go up if down, whatever the mouse does."""
        self._turn(pressed=False)
        self.release_mouse()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go down, and hear of the mouse also outside until it lets go."""
        event.stop()
        self.capture_mouse()
        self._turn(pressed=True)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Go up."""
        event.stop()
        self.let_go()

    def on_mouse_release(self) -> None:
        """Go up when something else took the mouse."""
        self._turn(pressed=False)

    def _turn(self, *, pressed: bool) -> None:
        if pressed is not self._is_down:
            self._is_down = pressed
            self.set_class(pressed, "down")
            self.post_message(self.Turned(self._button, pressed=pressed))


def _strips(picture: Picture, style: Style) -> list[Strip]:
    bits = picture.image.tobytes()
    lit = LIT[picture.brightness]
    match style:
        case Style.HALF:
            return [_half_strip(runs, lit) for runs in cells.half_blocks(bits)]
        case Style.BRAILLE:
            ink = Ink(color=lit, bgcolor=DARK)
            return [Strip([Segment(line, ink)]) for line in cells.braille(bits)]
        case Style.NONE:
            return []


def _half_strip(runs: list[cells.Run], lit: str) -> Strip:
    return Strip(
        Segment(
            "▀" * run.length,
            Ink(color=lit if run.top else DARK, bgcolor=lit if run.bottom else DARK),
        )
        for run in runs
    )
