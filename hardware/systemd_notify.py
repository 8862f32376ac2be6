"""Notify systemd of readiness, and feed its watchdog (sd_notify(3), without its library)."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.ports import Health

READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"
WATCHDOG: Final = "WATCHDOG=1"


def notify(state: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Send a state to the service manager; False without one. Never raises, never blocks."""
    path = environment.get("NOTIFY_SOCKET", "")
    if not path:
        return False
    address = "\0" + path[1:] if path.startswith("@") else path
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as link:
            link.setblocking(False)
            link.sendto(state.encode(), address)
    except OSError:
        return False
    return True


def watchdog_period(environment: Mapping[str, str] = os.environ) -> float | None:
    """Return the period of feeding in seconds, a third of the unit's limit; None without one."""
    allowed = environment.get("WATCHDOG_USEC", "")
    if not allowed.isdecimal() or environment.get("WATCHDOG_PID", str(os.getpid())) != str(
        os.getpid()
    ):
        return None
    return int(allowed) / 3_000_000


class Watchdog:
    """The service manager's watchdog, fed by the loop while every part is alive."""

    def __init__(
        self, parts: Iterable[Health], environment: Mapping[str, str] = os.environ
    ) -> None:
        """Watch these parts; without a watchdog in the unit nothing is sent."""
        self._parts = tuple(parts)
        self._environment = environment
        self.period = watchdog_period(environment)
        self._fed = float("-inf")

    def feed(self, now: float) -> bool:
        """Feed when it is due at `now` (seconds) and all parts are alive; return whether it was."""
        if self.period is None or now - self._fed < self.period:
            return False
        if not all(part.alive() for part in self._parts):
            return False
        self._fed = now
        return notify(WATCHDOG, self._environment)
