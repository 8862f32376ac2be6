"""Pass the newest picture from the game's thread to the event loop of a simulator."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from companion.ports import Picture


class LatestFrame:
    """Hold the newest picture, and call `draw` with it in the thread of an event loop.

    Pictures that arrive while the event loop is busy result in one call, with the newest.
    """

    def __init__(self, draw: Callable[[Picture], None]) -> None:
        """Start without a picture and without an event loop."""
        self._draw = draw
        self._newest: Picture | None = None
        self._due = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def show(self, picture: Picture) -> None:
        """Take a picture from any thread; never blocks, never raises."""
        self._newest = picture
        if self._due or self._loop is None:
            return
        self._due = True
        with contextlib.suppress(RuntimeError):  # the event loop has ended
            self._loop.call_soon_threadsafe(self._deliver)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Draw in this event loop from now on; to be called in it. Draws an earlier picture now."""
        self._loop = loop
        self._deliver()

    def _deliver(self) -> None:
        # First the flag, then the picture: one that comes in between is drawn twice, never lost.
        self._due = False
        if self._newest is not None:
            self._draw(self._newest)
