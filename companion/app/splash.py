"""The power-on picture, drawn before anything else is loaded."""

from __future__ import annotations

from companion import __version__
from companion.app.view import MessageView, View


def splash(title: str = "", *, inverted: bool = False, turned: bool = False) -> View:
    """Return the picture that is shown first at a start.

    It has no title until the players' language is known, which is read from the journal.
    """
    body = MessageView("power-on", "power-on", title, __version__)
    return View(body, inverted=inverted, turned=turned)
