"""Who may look and press when the page listens on more than loopback."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.page.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 6
# The fifth wrong code locks the pairing for 30 s, each further one for twice as long, an hour at
# most: a day of guessing tries about thirty of a million codes.
FREE_TRIES = 5
FIRST_WAIT_S = 30.0
LONGEST_WAIT_S = 3600.0
# While it is locked an address that has not guessed wrong so far has tries of its own, so that no
# neighbour keeps a new phone out. So many addresses have them at once, then one each ten minutes:
# a neighbour with any number of addresses tries about 430 codes in a day.
CLEAN_TRIES = 2
CLEAN_ADDRESSES = 64
CLEAN_ADDRESSES_PER_S = 1 / 600
# A family has fewer phones than this; the oldest key goes when one more is paired.
KEYS = 16


@dataclass(frozen=True, slots=True)
class PairingCode:
    """The code that the panel shows; it changes with each start of the program."""

    code: str

    @classmethod
    def random(cls) -> PairingCode:
        """Return a code of six digits from the system's randomness."""
        return cls(f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}")

    def is_matched_by(self, typed: str) -> bool:
        """Compare in constant time; spaces and hyphens between the digits do not count."""
        bare = typed.replace(" ", "").replace("-", "")
        return hmac.compare_digest(bare.encode("utf-8", "replace"), self.code.encode())


class PairingLock:
    """Return a key for the right code, and lock for ever longer times after wrong ones.

    Wrong codes are counted for the whole server, so that a neighbour gains nothing by many
    connections and next to nothing by many addresses. Phones that have their key are not affected.
    """

    def __init__(self, pairing: PairingCode, clock: Callable[[], float]) -> None:
        """Start unlocked and with no key; `clock` gives monotonic seconds."""
        self._pairing = pairing
        self._clock = clock
        self._wrong = 0
        self._locked_until = 0.0
        self._wrong_by_address: dict[str, int] = {}
        self._clean = TokenBucket(CLEAN_ADDRESSES_PER_S, CLEAN_ADDRESSES, clock)
        self._keys: list[str] = []

    def wait_s(self, address: str) -> float:
        """Return for how many seconds no code from this address is compared, 0 for none."""
        wrong = self._wrong_by_address.get(address, 0)
        if wrong < CLEAN_TRIES and (wrong or self._clean.has_tokens()):
            return 0.0
        return self._locked_s()

    def try_code(self, typed: str, address: str) -> str | None:
        """Return a new key for the right code, else None; while locked nothing is compared."""
        if self.wait_s(address) > 0:
            return None
        if not self._pairing.is_matched_by(typed):
            self._count_wrong(address)
            return None
        self._wrong_by_address.pop(address, None)
        if self._locked_s() == 0:
            self._wrong = 0
        key = secrets.token_urlsafe(32)
        self._keys = [*self._keys, key][-KEYS:]
        return key

    def has_issued(self, key: str) -> bool:
        """Return whether this key was issued; each comparison takes constant time."""
        sent = key.encode("utf-8", "replace")
        return any(hmac.compare_digest(sent, issued.encode()) for issued in self._keys)

    def _locked_s(self) -> float:
        return max(0.0, self._locked_until - self._clock())

    def _count_wrong(self, address: str) -> None:
        if address in self._wrong_by_address or self._clean.take():
            self._wrong_by_address[address] = self._wrong_by_address.get(address, 0) + 1
        if self._locked_s() > 0:
            return  # one of the address's own tries
        self._wrong += 1
        if self._wrong >= FREE_TRIES:
            doublings = min(self._wrong - FREE_TRIES, 20)
            wait = min(FIRST_WAIT_S * 2**doublings, LONGEST_WAIT_S)
            self._locked_until = self._clock() + wait
