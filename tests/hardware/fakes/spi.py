"""A panel on SPI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.hardware.fakes.display_chips import ChipModel


class FakeSpi:
    """A panel on SPI: stands in for spidev's SpiDev and for RPi.GPIO at once, as luma uses them.

    The data/command pin tells what a byte is; a reset pulse is a cold start.
    """

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, panel: ChipModel, dc: int = 24, reset: int = 25) -> None:
        """Wire the panel to these pins (BCM numbers)."""
        self.panel = panel
        self.max_speed_hz = 0
        self._dc = dc
        self._reset = reset
        self._levels: dict[int, int] = {}

    def setup(self, pin: int, function: int) -> None:
        """Make a pin an output."""
        self._levels[pin] = function

    def output(self, pin: int, level: int) -> None:
        """Drive a pin."""
        if pin == self._reset and level == self.LOW:
            self.panel.power_on()
        self._levels[pin] = level

    def open(self, port: int, device: int) -> None:
        """Open the bus; there is only one."""

    def writebytes(self, data: Sequence[int]) -> None:
        """Send bytes: commands or data, as the pin says."""
        if self._levels[self._dc]:
            self.panel.data(data)
        else:
            self.panel.command(data)

    def close(self) -> None:
        """Hold nothing."""

    def cleanup(self, *_: Any) -> None:
        """Hold nothing."""
