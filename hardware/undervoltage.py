"""Watch for undervoltage, which damages the storage before it resets the board."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.app.events import Notice

if TYPE_CHECKING:
    from companion.ports import Inbox

log = logging.getLogger(__name__)

PERIOD_S: Final = 30.0


def alarm_file(root: Path = Path("/")) -> Path | None:
    """Return the kernel's undervoltage alarm file (driver raspberrypi-hwmon); None without one."""
    for monitor in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        name, alarm = monitor / "name", monitor / "in0_lcrit_alarm"
        if alarm.exists() and name.exists() and name.read_text().strip() == "rpi_volt":
            return alarm
    return None


def is_low(alarm: Path) -> bool | None:
    """Return whether the driver reports undervoltage; None when it cannot be read."""
    try:
        return alarm.read_text().strip() == "1"
    except OSError:
        return None


class VoltageWatch:
    """Puts Notice("voltage") when it can be read, and Notice("undervoltage") at each drop."""

    def __init__(self, alarm: Path, inbox: Inbox, period_s: float = PERIOD_S) -> None:
        """Put the notice that it can be read, and start the thread."""
        self._alarm = alarm
        self._inbox = inbox
        self._period_s = period_s
        self._was_low = False
        if is_low(alarm) is not None:
            inbox.put(Notice("voltage", inbox.now()))
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="undervoltage", daemon=True)
        self._thread.start()

    def check(self) -> None:
        """Read the alarm once."""
        low = is_low(self._alarm) is True
        if low and not self._was_low:
            log.warning("the power supply is too weak: use the board's own, or a shorter cable")
            self._inbox.put(Notice("undervoltage", self._inbox.now()))
        self._was_low = low

    def close(self) -> None:
        """End the thread."""
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        self.check()
        while not self._end.wait(self._period_s):
            self.check()
