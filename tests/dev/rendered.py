"""The gallery's states, made once for all tests."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from companion.dev.gallery import picture, states

if TYPE_CHECKING:
    from companion.app.render.rendered import Rendered
    from companion.dev.gallery.state import GalleryState


@cache
def rendered() -> tuple[GalleryState, ...]:
    """Return every state of the gallery, in English."""
    return states("en")


@cache
def drawn() -> tuple[tuple[GalleryState, Rendered], ...]:
    """Return every state with its picture."""
    return tuple((state, picture(state)) for state in rendered())
