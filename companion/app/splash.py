"""The power-on picture, drawn before anything else is loaded."""

from __future__ import annotations

from companion import __version__
from companion.app.message_view import MessageView


def splash(title: str = "") -> MessageView:
    """Return what the first picture of a start says.

    It has no title until the players' language is known, which is read from the journal.
    """
    return MessageView("power-on", "power-on", title, __version__)
