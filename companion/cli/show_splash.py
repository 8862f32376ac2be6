"""The first picture of a display, shown before everything else is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import render
from companion.app.splash import splash

if TYPE_CHECKING:
    from companion.ports import Display


def show_splash(display: Display) -> None:
    """Show the first picture."""
    display.show(render(splash()))
