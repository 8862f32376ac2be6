"""How many connections may be open, and how much work each address may cause.

What one address opens and sends never takes the place of another: where all places are taken, the
newcomer gets the place of the address that has the most.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from hardware.page.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# The limit leaves the process the file descriptors that the journal needs.
CONNECTIONS = 64
# A browser opens up to six connections beside its WebSocket, and a phone may have two tabs.
CONNECTIONS_PER_ADDRESS = 16
ARRIVALS_AT_ONCE = 100
ARRIVALS_PER_S = 20.0
# Each read costs its bytes and this many more: a single byte costs the processor as much as 200.
READ_COST = 200
# Loading the page costs about 7,000.
COST_AT_ONCE = 64 * 1024
COST_PER_S = 16 * 1024.0
# Addresses that are remembered after their last connection has ended.
ADDRESSES = 1024


class Connection(Protocol):
    """What the limiter must know of an open connection."""

    def is_admitted(self) -> bool:
        """Return whether it is the WebSocket of a browser that may play."""

    def abort(self) -> None:
        """End it at once; the limiter has forgotten it already."""


@dataclass(slots=True)
class _Usage:
    arrivals: TokenBucket
    cost: TokenBucket
    connections: list[Connection] = field(default_factory=list)  # the oldest first

    def closable(self) -> Iterable[Connection]:
        return (each for each in self.connections if not each.is_admitted())

    def is_idle(self) -> bool:
        return not self.connections and self.arrivals.is_full() and self.cost.is_full()


class ConnectionLimiter:
    """Count connections, arrivals and work by address; `clock` gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with no connection."""
        self._clock = clock
        self._usage: dict[str, _Usage] = {}

    def admit(self, connection: Connection, address: str) -> bool:
        """Return whether a new connection may stay; an older one may be aborted for it."""
        usage = self._usage_of(address)
        if not usage.arrivals.take():
            return False
        if len(usage.connections) >= CONNECTIONS_PER_ADDRESS and not _close_oldest(usage):
            return False
        if self._count() >= CONNECTIONS and not self._close_one_of_the_most(usage):
            return False
        usage.connections.append(connection)
        return True

    def may_read(self, address: str, size: int) -> bool:
        """Return whether this address may cause the work of reading `size` bytes in one piece."""
        return self._usage_of(address).cost.take(READ_COST + size)

    def forget(self, connection: Connection, address: str) -> None:
        """Count a connection no more; one that is not counted changes nothing."""
        usage = self._usage.get(address)
        if usage is not None and connection in usage.connections:
            usage.connections.remove(connection)

    def _count(self) -> int:
        return sum(len(usage.connections) for usage in self._usage.values())

    def _close_one_of_the_most(self, newcomer: _Usage) -> bool:
        """Close a connection of the address that has the most, if that is more than the newcomer.

        The connections of players do not count: they keep their places.
        """
        most = max(self._usage.values(), key=lambda usage: len(list(usage.closable())))
        if len(list(most.closable())) <= len(list(newcomer.closable())):
            return False
        return _close_oldest(most)

    def _usage_of(self, address: str) -> _Usage:
        if address not in self._usage:
            if len(self._usage) >= ADDRESSES:
                self._forget_addresses()
            self._usage[address] = _Usage(
                TokenBucket(ARRIVALS_PER_S, ARRIVALS_AT_ONCE, self._clock),
                TokenBucket(COST_PER_S, COST_AT_ONCE, self._clock),
            )
        return self._usage[address]

    def _forget_addresses(self) -> None:
        """Forget addresses that did nothing lately; if there are none, all without connections."""
        busy = {address: usage for address, usage in self._usage.items() if not usage.is_idle()}
        if len(busy) >= ADDRESSES:
            busy = {address: usage for address, usage in busy.items() if usage.connections}
        self._usage = busy


def _close_oldest(usage: _Usage) -> bool:
    oldest = next(iter(usage.closable()), None)
    if oldest is None:
        return False
    usage.connections.remove(oldest)
    oldest.abort()
    return True
