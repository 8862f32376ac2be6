"""A picture with a few words, apart from the other views: the first picture needs no other."""

from __future__ import annotations

from typing import NamedTuple


class MessageView(NamedTuple):
    """A picture with a few words: power-on, farewell, errors, idle; `picture` names the drawing.

    The names are those of `render.messages.PICTURES`; without one the headline is the picture: a
    number with its icon, in the largest figures.
    """

    name: str
    picture: str
    headline: str
    text: str = ""
    foot: str = ""
