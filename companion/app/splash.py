"""The power-on picture, drawn before anything else is loaded."""

from __future__ import annotations

from companion import __version__
from companion.app.view import MessageView, View


def splash(*, inverted: bool = False, turned: bool = False) -> View:
    """Return the picture that is shown first at a start."""
    body = MessageView("power-on", "power-on", "Hare & Tortoise", __version__)
    return View(body, inverted=inverted, turned=turned)
