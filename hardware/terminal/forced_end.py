"""End the process where Textual cannot: its terminal is gone, or accepts no more output."""

from __future__ import annotations

import os
import select
import termios
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FORCED_END_S: Final = 1.0  # how long an orderly end may take
GONE: Final = 128 + 1  # the exit status of a shell whose program was ended by SIGHUP
STUCK: Final = 1


class HangupWatch:
    """A thread that calls `on_hangup` once when one of the terminal's descriptors hangs up.

    SIGHUP says the same, but may be ignored (nohup), or go to a wrapper alone.
    """

    def __init__(self, descriptors: Iterable[int], on_hangup: Callable[[], None]) -> None:
        """Start the thread, which ends with the process."""
        self._poll = select.poll()
        for descriptor in descriptors:
            self._poll.register(descriptor, 0)  # hang-ups and errors are always reported
        self._on_hangup = on_hangup
        threading.Thread(target=self._run, name="hangup", daemon=True).start()

    def _run(self) -> None:
        self._poll.poll()
        self._on_hangup()


class ForcedEnd:
    """Ends the process some time after the loop has ended, unless it is cancelled before."""

    def __init__(self, terminal: int) -> None:
        """Keep the terminal's attributes, to restore them."""
        self._terminal = terminal
        self._attributes: list[Any] | None = None
        with suppress(termios.error):
            self._attributes = termios.tcgetattr(terminal)
        self._timer: threading.Timer | None = None

    def start(self, status: int = STUCK, after_s: float = FORCED_END_S) -> None:
        """End the process with this status after some seconds."""
        self._timer = threading.Timer(after_s, self._end, [status])
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """Leave the end to the caller."""
        if self._timer is not None:
            self._timer.cancel()

    def _end(self, status: int) -> None:
        if self._attributes is not None:
            with suppress(termios.error):
                termios.tcsetattr(self._terminal, termios.TCSANOW, self._attributes)
        os._exit(status)
