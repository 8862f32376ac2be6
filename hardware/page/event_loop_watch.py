"""Whether an event loop still runs, seen from another thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

PERIOD_S = 1.0
TIMEOUT_S = 10.0


class EventLoopWatch:
    """Call `work` in the event loop once a period, and remember when it was last called.

    `clock` gives monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float], work: Callable[[], object]) -> None:
        """Count the time from now on, so that a loop that never starts is noticed as well."""
        self._clock = clock
        self._work = work
        self._last = clock()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Run now and once a period from now on; to be called in the event loop."""
        self._last = self._clock()
        self._work()
        loop.call_later(PERIOD_S, self.start, loop)

    def is_recent(self) -> bool:
        """Return whether the event loop ran within the last ten seconds."""
        return self._clock() - self._last < TIMEOUT_S
