"""A bus to a panel that may be disconnected at any time, and opened again."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Protocol

from luma.core.error import Error as LumaError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BUS_ERRORS: Final = (OSError, LumaError)
"""What a bus raises: luma's error in a command, OSError in data, either at opening."""


class Interface(Protocol):
    """A luma serial interface: what sends commands and data to a panel.

    One that can send many messages in one system call also has a context manager `batch`.
    """

    def command(self, *cmd: int) -> None:
        """Send a command with its arguments; raises one of BUS_ERRORS."""

    def data(self, data: Sequence[int]) -> None:
        """Send display memory; raises one of BUS_ERRORS."""

    def cleanup(self) -> None:
        """Close the bus."""


class ReconnectingBus:
    """Luma's interface to a bus that can be closed and opened again under the same device.

    While luma builds its device there is no bus, so a missing panel cannot make that fail; the
    start sequence is recorded instead. The device (and its atexit hook) is built only once.
    """

    def __init__(self) -> None:
        """Start without a bus."""
        self.start: list[tuple[int, ...]] = []
        self.bus: Interface | None = None

    def command(self, *cmd: int) -> None:
        """Send a command, or record it while the device is being built."""
        if self.bus is None:
            self.start.append(cmd)
        else:
            self.bus.command(*cmd)

    def data(self, data: Sequence[int]) -> None:
        """Send display memory; ignored while the device is being built."""
        if self.bus is not None:
            self.bus.data(data)

    @contextlib.contextmanager
    def batch(self) -> Iterator[None]:
        """Send what the body sends, in one system call where the bus can; close it on an error."""
        try:
            # No check by a protocol: its first one imports `inspect`, before the first picture.
            with getattr(self.bus, "batch", contextlib.nullcontext)():
                yield
        except BaseException:
            self.cleanup()
            raise

    def cleanup(self) -> None:
        """Close the bus; an error of closing is ignored."""
        bus, self.bus = self.bus, None
        if bus is not None:
            try:
                bus.cleanup()
            except BUS_ERRORS:
                return
