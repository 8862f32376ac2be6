"""A rate limit: a bucket of tokens that refills with time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class TokenBucket:
    """Allow `burst` at once and `per_s` a second in the long run; `clock` gives seconds."""

    def __init__(self, per_s: float, burst: float, clock: Callable[[], float]) -> None:
        """Start full."""
        self._per_s = per_s
        self._burst = float(burst)
        self._clock = clock
        self._tokens = self._burst
        self._updated = clock()

    def take(self, tokens: float = 1.0) -> bool:
        """Take `tokens` and return True; take none and return False when fewer are left."""
        self._refill()
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def has_tokens(self) -> bool:
        """Return whether a token could be taken now."""
        self._refill()
        return self._tokens >= 1

    def is_full(self) -> bool:
        """Return whether nothing was taken that has not been refilled."""
        self._refill()
        return self._tokens >= self._burst

    def _refill(self) -> None:
        now = self._clock()
        elapsed = max(0.0, now - self._updated)
        self._tokens = min(self._burst, self._tokens + elapsed * self._per_s)
        self._updated = now
