"""Who may look and press when the page listens on more than loopback."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 6
# The fifth wrong code closes the gate for 30 s, each further one for twice as long, an hour at
# most: a day of guessing tries about thirty of a million codes.
FREE_TRIES = 5
FIRST_WAIT_S = 30.0
LONGEST_WAIT_S = 3600.0
# A family has fewer phones than this; the oldest key goes when one more is paired.
KEYS = 16


@dataclass(frozen=True, slots=True)
class Pairing:
    """The code that the OLED shows; it changes with each start of the program."""

    code: str

    @classmethod
    def draw(cls) -> Pairing:
        """Draw a code of six digits from the system's randomness."""
        return cls(f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}")

    def is_matched_by(self, typed: str) -> bool:
        """Compare in constant time; spaces and hyphens between the digits do not count."""
        bare = typed.replace(" ", "").replace("-", "")
        return hmac.compare_digest(bare.encode("utf-8", "replace"), self.code.encode())


class Gate:
    """Hand out a key for the right code, and wait ever longer after wrong ones.

    It counts for the whole server, so that a neighbour wins nothing by many connections. Phones
    that have their key are not held up by it.
    """

    def __init__(self, pairing: Pairing, clock: Callable[[], float]) -> None:
        """Start closed; `clock` gives monotonic seconds."""
        self._pairing = pairing
        self._clock = clock
        self._wrong = 0
        self._closed_until = 0.0
        self._keys: list[str] = []

    def wait_s(self) -> float:
        """Tell how many seconds no code is listened to, 0 when one may be tried."""
        return max(0.0, self._closed_until - self._clock())

    def try_code(self, typed: str) -> str | None:
        """Return a new key for the right code, else None; while waiting nothing is compared."""
        if self.wait_s() > 0:
            return None
        if not self._pairing.is_matched_by(typed):
            self._count_wrong()
            return None
        self._wrong = 0
        key = secrets.token_urlsafe(32)
        self._keys = [*self._keys, key][-KEYS:]
        return key

    def knows(self, key: str) -> bool:
        """Tell whether this key was handed out; each comparison takes constant time."""
        sent = key.encode("utf-8", "replace")
        return any(hmac.compare_digest(sent, known.encode()) for known in self._keys)

    def _count_wrong(self) -> None:
        self._wrong += 1
        if self._wrong >= FREE_TRIES:
            doublings = min(self._wrong - FREE_TRIES, 20)
            wait = min(FIRST_WAIT_S * 2**doublings, LONGEST_WAIT_S)
            self._closed_until = self._clock() + wait
