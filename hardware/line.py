"""The way to a panel: a bus that may be gone at any time, and come back."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from luma.core.error import Error as LumaError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

FAULTS: Final = (OSError, LumaError)
"""What a bus raises: luma's own in a command, OSError in data, whichever at opening."""


class Interface(Protocol):
    """A luma serial interface: what sends commands and data to a panel."""

    def command(self, *cmd: int) -> None:
        """Send a command with its arguments; raises one of FAULTS."""

    def data(self, data: Sequence[int]) -> None:
        """Send display memory; raises one of FAULTS."""

    def cleanup(self) -> None:
        """Give the bus back."""


@runtime_checkable
class Together(Interface, Protocol):
    """An interface that can hand many messages over at once."""

    def together(self) -> AbstractContextManager[None]:
        """Hand over at the end what the body sends; raises one of FAULTS there."""


class Line:
    """Stand between luma's device and a bus that may be gone.

    It keeps the start sequence and forwards the rest.

    While luma builds its device there is no bus yet, so that a missing panel cannot make that fail;
    the device object (and its atexit hook) is built once and lives through every loss.
    """

    def __init__(self) -> None:
        """Begin without a bus."""
        self.start: list[tuple[int, ...]] = []
        self.bus: Interface | None = None

    def command(self, *cmd: int) -> None:
        """Forward a command, or remember it while the device is being built."""
        if self.bus is None:
            self.start.append(cmd)
        else:
            self.bus.command(*cmd)

    def data(self, data: Sequence[int]) -> None:
        """Forward display memory; there is none while the device is being built."""
        if self.bus is not None:
            self.bus.data(data)

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Send what the body sends, at once where the bus can; on a fault the bus is closed."""
        try:
            with (
                self.bus.together() if isinstance(self.bus, Together) else contextlib.nullcontext()
            ):
                yield
        except BaseException:
            self.cleanup()
            raise

    def cleanup(self) -> None:
        """Close the bus, whatever it says to that."""
        bus, self.bus = self.bus, None
        if bus is not None:
            try:
                bus.cleanup()
            except FAULTS:
                return
