"""How a picture gets from the game's thread into the event loop of a simulator's thread."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from companion.ports import Picture


class Handover:
    """Hold the newest picture, and have `draw` called with it in the thread of an event loop.

    Whatever the game shows while the event loop is busy is one call with the newest picture.
    """

    def __init__(self, draw: Callable[[Picture], None]) -> None:
        """Hold nothing yet."""
        self._draw = draw
        self._newest: Picture | None = None
        self._due = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def show(self, picture: Picture) -> None:
        """Hand over from any thread, at once and without ever raising."""
        self._newest = picture
        if self._due or self._loop is None:
            return
        self._due = True
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody looks any more
            self._loop.call_soon_threadsafe(self._deliver)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Draw in this loop from now on, what was shown before included; call it in the loop."""
        self._loop = loop
        self._deliver()

    def _deliver(self) -> None:
        # First the flag, then the picture: one that comes in between is drawn twice, never lost.
        self._due = False
        if self._newest is not None:
            self._draw(self._newest)
