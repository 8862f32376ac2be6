"""Open the I2C or SPI bus of a panel as a luma interface."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import smbus2
from luma.core.interface.serial import i2c, spi
from smbus2.smbus2 import I2C_RDWR, i2c_rdwr_ioctl_data

from hardware.gpio import import_lgpio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hardware.reconnecting_bus import Interface


# The kernel takes so many messages in one call (I2C_RDWR_IOCTL_MAX_MSGS).
_MAX_MESSAGES: Final = 42


class Bus(smbus2.SMBus):
    """smbus2's bus, which also checks the number of messages sent.

    Some adapters (virtio's) report a panel that does not answer only by a smaller number, which
    smbus2 ignores.
    """

    def i2c_rdwr(self, *messages: smbus2.i2c_msg) -> None:
        """Send whole messages in one transaction; raises OSError, also when not all were taken."""
        if self.fd is None:
            raise OSError(errno.EBADF, "the bus is closed")
        data = i2c_rdwr_ioctl_data.create(*messages)  # type: ignore[arg-type]  # annotated as one
        sent = fcntl.ioctl(self.fd, I2C_RDWR, data)
        if sent < len(messages):
            raise OSError(errno.EREMOTEIO, f"{sent} of {len(messages)} messages were taken")


def answers(port: int, address: int) -> bool:
    """Return whether an I2C address acknowledges a control byte; raises OSError without the bus."""
    with Bus(port) as bus:
        try:
            bus.i2c_rdwr(smbus2.i2c_msg.write(address, [0x00]))
        except OSError:
            return False
    return True


class _SmbusInterface(i2c):
    """An adapter with SMBus only: at most 32 bytes a message (luma.core#276)."""

    def cleanup(self) -> None:
        """Close the bus, which luma leaves open when it was handed in."""
        self._bus.close()


class _BatchingI2c(_SmbusInterface):
    """An adapter that takes whole messages, and several in one system call.

    Each message keeps its own address and control byte, so a panel receives the same bytes as from
    luma, with a repeated start between them. `on_error` is called with the error of a failed call.
    """

    def __init__(
        self, bus: Bus, address: int, messages_per_call: int, on_error: Callable[[OSError], None]
    ) -> None:
        super().__init__(bus=bus, address=address)  # type: ignore[no-untyped-call]  # luma's
        self._messages_per_call = messages_per_call
        self._on_error = on_error
        self._queued: list[smbus2.i2c_msg] = []

    @contextlib.contextmanager
    def batch(self) -> Iterator[None]:
        """Send at the end what the body queued; raises OSError there."""
        self._queued.clear()
        yield
        for first in range(0, len(self._queued), self._messages_per_call):
            self._transfer(self._queued[first : first + self._messages_per_call])
        self._queued.clear()

    def command(self, *cmd: int) -> None:
        """Queue a command."""
        self._queued.append(smbus2.i2c_msg.write(self._addr, [self._cmd_mode, *cmd]))

    def data(self, data: Sequence[int]) -> None:
        """Queue display memory."""
        self._queued.append(smbus2.i2c_msg.write(self._addr, [self._data_mode, *data]))

    def _transfer(self, messages: Sequence[smbus2.i2c_msg]) -> None:
        try:
            self._bus.i2c_rdwr(*messages)
        except OSError as error:
            self._on_error(error)
            raise


class I2c:
    """An address on an I2C bus: each `open` returns luma's interface to it.

    The controller of a Pi Zero to 4 (adapters named bcm2835) queues only one repeated start, and
    does not report that a message in the middle was not acknowledged (raspberrypi/linux#5429):
    there each message is a call of its own, and on other adapters after an error.
    """

    def __init__(self, port: int, address: int, root: Path = Path("/")) -> None:
        """Take the wiring; nothing is opened yet. `root` is that of the file system."""
        self._port = port
        self._address = address
        self._takes_messages = True
        self._messages_per_call = 1 if _is_bcm2835(port, root) else _MAX_MESSAGES

    def open(self) -> Interface:
        """Open /dev/i2c-<port>; raises OSError."""
        bus = Bus(self._port)
        if self._takes_messages:
            return _BatchingI2c(bus, self._address, self._messages_per_call, self._note_failure)
        return _SmbusInterface(bus=bus, address=self._address)  # type: ignore[no-untyped-call]  # ditto

    def _note_failure(self, error: OSError) -> None:
        self._messages_per_call = 1
        if error.errno == errno.EOPNOTSUPP:
            self._takes_messages = False


def _is_bcm2835(port: int, root: Path) -> bool:
    """Return whether the kernel's adapter is the BCM2835's ("bcm2835 (i2c@7e804000)")."""
    try:
        name = (root / f"sys/bus/i2c/devices/i2c-{port}/name").read_text("ascii", "replace")
    except OSError:
        return False
    return name.startswith("bcm2835")


# The speeds that luma's SPI accepts, in Hz.
_SPI_HZ: Final = tuple(int(mhz * 1e6) for mhz in (0.5, 1, 2, 4, *range(8, 53, 4)) if mhz != 12)


class Spi:
    """A chip select on an SPI bus, with its data/command and reset pins (BCM numbers)."""

    def __init__(
        self, port: int, device: int, speed_hz: int, dc: int, reset: int | None, gpio_chip: int
    ) -> None:
        """Take the wiring; a speed that luma does not know is rounded down.

        `gpio_chip` is the number of the chip with the pins `dc` and `reset` (BCM).
        """
        self._gpio_chip = gpio_chip
        self._place: dict[str, Any] = {
            "port": port,
            "device": device,
            "bus_speed_hz": max((hz for hz in _SPI_HZ if hz <= speed_hz), default=_SPI_HZ[0]),
            "gpio_DC": dc,
            "gpio_RST": reset,
            # The data sheet wants 10 us; modules with a capacitor at the pin want more.
            "reset_hold_time": 0.01,
            "reset_release_time": 0.01,
        }

    def open(self) -> Interface:
        """Open the bus and reset the panel; raises luma's errors, OSError.

        luma's SPI needs RPi.GPIO, which rpi-lgpio provides. ImportError becomes OSError, so that a
        box without it goes on without a picture and the doctor says what to install; so does
        lgpio's own error, which rpi-lgpio raises where another program uses a pin.
        """
        lgpio = import_lgpio()  # before RPi.GPIO does, which would not choose its folder
        os.environ["RPI_LGPIO_CHIP"] = str(self._gpio_chip)  # else rpi-lgpio guesses the chip
        try:
            return spi(**self._place)
        except (ImportError, RuntimeError) as missing:
            raise OSError(
                errno.ENODEV, f"SPI panels need rpi-lgpio and spidev: {missing}"
            ) from missing
        except lgpio.error as error:
            raise OSError(errno.EBUSY, self._pins_busy(error)) from error

    def _pins_busy(self, error: Exception) -> str:
        pins = [("DC", self._place["gpio_DC"]), ("RST", self._place["gpio_RST"])]
        named = " or ".join(f"GPIO {pin} ({role})" for role, pin in pins if pin is not None)
        return f"the panel's {named} cannot be claimed ({error}): `gpioinfo` names what uses it"
