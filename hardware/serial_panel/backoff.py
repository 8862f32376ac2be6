"""The delays between attempts to reach a panel."""

from __future__ import annotations

from typing import Final

DELAYS_S: Final = (0.5, 1.0, 2.0, 4.0, 5.0)  # the last one repeats
STABLE_S: Final = 5.0  # a link that held so long starts the pauses anew


class Backoff:
    """Delays that grow with each link that failed soon."""

    def __init__(self, delays_s: tuple[float, ...] = DELAYS_S) -> None:
        """Start with the shortest delay."""
        self._delays_s = delays_s
        self._failures = 0

    def delay_after(self, linked_s: float) -> float:
        """Return the seconds to wait after a link that lasted `linked_s`."""
        if linked_s >= STABLE_S:
            self._failures = 0
        pause = self._delays_s[min(self._failures, len(self._delays_s) - 1)]
        self._failures += 1
        return pause
