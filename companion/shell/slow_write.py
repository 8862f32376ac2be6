"""Write in a thread of its own, so that the loop goes on while the storage is slow."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

SLOW_S: Final = 0.5  # a write that takes longer is shown on the screen
PULSE_S: Final = 1.0  # and `meanwhile` is called again every so often


class SlowWrite:
    """One thread; it does one write at a time."""

    def __init__(self, slow_s: float = SLOW_S, pulse_s: float = PULSE_S) -> None:
        """Start no thread before something is to be written."""
        self._slow_s = slow_s
        self._pulse_s = pulse_s
        self._writer = ThreadPoolExecutor(1, "journal")

    def run(
        self,
        write: Callable[[], T],
        meanwhile: Callable[[], None],
        at_once: Callable[[], None] = lambda: None,
    ) -> T:
        """Run the write (or a read) and return its result; its error is raised here.

        `at_once` is called while the write begins, `meanwhile` once it is slow, and then once a
        second for as long as it takes.
        """
        writing = self._writer.submit(write)
        at_once()
        timeout = self._slow_s
        while wait([writing], timeout).not_done:
            meanwhile()
            timeout = self._pulse_s
        return writing.result()

    def close(self) -> None:
        """Let the thread end; a write that hangs is not waited for."""
        self._writer.shutdown(wait=False)
