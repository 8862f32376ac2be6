"""The gallery's states, made once for all tests."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from companion.gallery import states

if TYPE_CHECKING:
    from companion.gallery.state import State


@cache
def hung() -> tuple[State, ...]:
    """Give every state of the gallery, in English."""
    return states("en")
