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
# While the gate is closed the first few computers that have not guessed yet have these tries of
# their own: one neighbour keeps no phone out, and many win 32 of a million codes, once a start.
GUESTS = 16
GUEST_TRIES = 2
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

    It counts for the whole server, so that a neighbour wins nothing by many connections and next to
    nothing by many addresses. Phones that have their key are not held up by it, and new ones have
    their own first tries. A `client` is the address a code comes from.
    """

    def __init__(self, pairing: Pairing, clock: Callable[[], float]) -> None:
        """Start closed; `clock` gives monotonic seconds."""
        self._pairing = pairing
        self._clock = clock
        self._wrong = 0
        self._closed_until = 0.0
        self._wrong_of: dict[str, int] = {}
        self._keys: list[str] = []

    def wait_s(self, client: str) -> float:
        """Tell how many seconds no code of this client is listened to, 0 when one may be tried."""
        return 0.0 if self._has_own_tries(client) else self._left_s()

    def try_code(self, typed: str, client: str) -> str | None:
        """Return a new key for the right code, else None; while waiting nothing is compared."""
        if self.wait_s(client) > 0:
            return None
        if not self._pairing.is_matched_by(typed):
            self._count_wrong(client)
            return None
        self._wrong_of.pop(client, None)
        if self._left_s() == 0:
            self._wrong = 0
        key = secrets.token_urlsafe(32)
        self._keys = [*self._keys, key][-KEYS:]
        return key

    def knows(self, key: str) -> bool:
        """Tell whether this key was handed out; each comparison takes constant time."""
        sent = key.encode("utf-8", "replace")
        return any(hmac.compare_digest(sent, known.encode()) for known in self._keys)

    def _left_s(self) -> float:
        return max(0.0, self._closed_until - self._clock())

    def _has_own_tries(self, client: str) -> bool:
        is_among = client in self._wrong_of or len(self._wrong_of) < GUESTS
        return is_among and self._wrong_of.get(client, 0) < GUEST_TRIES

    def _count_wrong(self, client: str) -> None:
        if client in self._wrong_of or len(self._wrong_of) < GUESTS:
            self._wrong_of[client] = self._wrong_of.get(client, 0) + 1
        if self._left_s() > 0:
            return  # one of the client's own tries
        self._wrong += 1
        if self._wrong >= FREE_TRIES:
            doublings = min(self._wrong - FREE_TRIES, 20)
            wait = min(FIRST_WAIT_S * 2**doublings, LONGEST_WAIT_S)
            self._closed_until = self._clock() + wait
