"""How long to wait between attempts to reach a panel."""

from __future__ import annotations

from typing import Final

PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 5.0)  # seconds between attempts; the last one stays
PROVEN_S: Final = 5.0  # a link that held so long starts the pauses anew


class Patience:
    """Grows with each attempt that failed soon."""

    def __init__(self, pauses: tuple[float, ...] = PAUSES) -> None:
        """Begin with the shortest pause."""
        self._pauses = pauses
        self._failures = 0

    def pause_after(self, held_s: float) -> float:
        """Tell how many seconds to wait after a link that held for `held_s`."""
        if held_s >= PROVEN_S:
            self._failures = 0
        pause = self._pauses[min(self._failures, len(self._pauses) - 1)]
        self._failures += 1
        return pause
