"""How much of anything one may send: a bucket of tokens that fills with time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Bucket:
    """Allow `burst` at once and `per_s` a second in the long run; `clock` gives seconds."""

    def __init__(self, per_s: float, burst: int, clock: Callable[[], float]) -> None:
        """Start full."""
        self._per_s = per_s
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._at = clock()

    def take(self) -> bool:
        """Take one token out; False when the bucket is empty."""
        now = self._clock()
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._per_s)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
