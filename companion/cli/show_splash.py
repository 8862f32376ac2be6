"""The first picture of a display, shown before everything else is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.brightness import FULL
from companion.app.render.canvas import Canvas
from companion.app.render.messages import draw_message
from companion.app.render.rendered import Rendered
from companion.app.splash import splash

if TYPE_CHECKING:
    from companion.ports import Display


def show_splash(display: Display) -> None:
    """Show the first picture.

    It is drawn without `render`, which imports what draws every other picture.
    """
    canvas, body = Canvas(), splash()
    draw_message(canvas, body)
    texts, drawn, stamps = canvas.texts, canvas.spoken, canvas.stamps
    display.show(Rendered(canvas.image, FULL, body.name, texts, drawn=drawn, stamps=stamps))
