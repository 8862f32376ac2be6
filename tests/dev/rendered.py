"""The gallery's states, made once for all tests."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from companion.dev.gallery import states

if TYPE_CHECKING:
    from companion.dev.gallery.state import GalleryState


@cache
def rendered() -> tuple[GalleryState, ...]:
    """Return every state of the gallery, in English."""
    return states("en")
