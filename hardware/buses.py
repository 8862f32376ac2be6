"""Open the bus of a panel the way luma wants it: I2C or SPI, each again after a loss."""

from __future__ import annotations

import contextlib
import errno
import fcntl
from typing import TYPE_CHECKING, Any, Final

import smbus2
from luma.core.interface.serial import i2c
from smbus2.smbus2 import I2C_RDWR, i2c_rdwr_ioctl_data

from hardware.gpio import import_lgpio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hardware.line import Interface


# The kernel takes so many messages in one call (I2C_RDWR_IOCTL_MAX_MSGS).
_AT_ONCE: Final = 42


class Bus(smbus2.SMBus):
    """smbus2's bus, which counts what went out.

    Some adapters (virtio's) tell of a panel that does not answer by fewer messages alone, and
    smbus2 does not look.
    """

    def i2c_rdwr(self, *messages: smbus2.i2c_msg) -> None:
        """Send whole messages in one transaction; raises OSError, also when not all were taken."""
        if self.fd is None:
            raise OSError(errno.EBADF, "the bus is closed")
        data = i2c_rdwr_ioctl_data.create(*messages)  # type: ignore[arg-type]  # annotated as one
        sent = fcntl.ioctl(self.fd, I2C_RDWR, data)
        if sent < len(messages):
            raise OSError(errno.EREMOTEIO, f"{sent} of {len(messages)} messages were taken")


class _ByteWise(i2c):
    """An adapter that speaks SMBus only: 32 bytes a message (luma.core#276)."""

    def cleanup(self) -> None:
        """Close the bus: luma leaves one that it was given open."""
        self._bus.close()


class _Whole(_ByteWise):
    """An adapter that takes whole messages, and all those of a picture at once.

    Each message keeps its own address and control byte, so a panel sees the same bytes as from
    luma, with a repeated start between them; what is saved is a call into the kernel for each.
    `at_once` is how many messages a call takes; `refused` hears of a call that failed.
    """

    def __init__(
        self, bus: Bus, address: int, at_once: int, refused: Callable[[OSError], None]
    ) -> None:
        super().__init__(bus=bus, address=address)  # type: ignore[no-untyped-call]  # luma's
        self._at_once = at_once
        self._refused = refused
        self._held: list[smbus2.i2c_msg] = []

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Hand over at the end what the body sends; raises OSError there."""
        self._held.clear()
        yield
        for first in range(0, len(self._held), self._at_once):
            self._hand_over(self._held[first : first + self._at_once])
        self._held.clear()

    def command(self, *cmd: int) -> None:
        """Hold a command."""
        self._held.append(smbus2.i2c_msg.write(self._addr, [self._cmd_mode, *cmd]))

    def data(self, data: Sequence[int]) -> None:
        """Hold display memory."""
        self._held.append(smbus2.i2c_msg.write(self._addr, [self._data_mode, *data]))

    def _hand_over(self, messages: Sequence[smbus2.i2c_msg]) -> None:
        try:
            self._bus.i2c_rdwr(*messages)
        except OSError as fault:
            self._refused(fault)
            raise


class I2c:
    """An address on an I2C bus: each `open` gives luma's interface to it.

    After a fault each message goes in a call of its own: the controller of a Pi Zero to 4 runs past
    a message in the middle that was not acknowledged, and does not tell (raspberrypi/linux#5429).
    """

    def __init__(self, port: int, address: int) -> None:
        """Name the place; nothing is opened yet."""
        self._port = port
        self._address = address
        self._whole = True
        self._at_once = _AT_ONCE

    def open(self) -> Interface:
        """Open /dev/i2c-<port>; raises OSError."""
        bus = Bus(self._port)
        if self._whole:
            return _Whole(bus, self._address, self._at_once, self._refuse)
        return _ByteWise(bus=bus, address=self._address)  # type: ignore[no-untyped-call]  # ditto

    def _refuse(self, fault: OSError) -> None:
        self._at_once = 1
        if fault.errno == errno.EOPNOTSUPP:
            self._whole = False


# The speeds that luma's SPI accepts, in Hz.
_SPI_HZ: Final = tuple(int(mhz * 1e6) for mhz in (0.5, 1, 2, 4, *range(8, 53, 4)) if mhz != 12)


class Spi:
    """A chip select on an SPI bus, with its data/command and reset pins (BCM numbers)."""

    def __init__(self, port: int, device: int, speed_hz: int, dc: int, reset: int | None) -> None:
        """Name the place; a speed that luma does not know is rounded down."""
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

        luma's SPI asks for RPi.GPIO, which rpi-lgpio provides: ImportError becomes OSError here,
        so that a box without it plays on in the dark and the doctor says what to install. So does
        lgpio's own error, which rpi-lgpio lets through where another program has a pin.
        """
        # Late: only a panel on SPI needs RPi.GPIO and spidev.
        from luma.core.interface.serial import spi  # noqa: PLC0415

        lgpio = import_lgpio()  # RPi.GPIO would import it too, and may not choose its folder
        try:
            return spi(**self._place)
        except (ImportError, RuntimeError) as missing:
            raise OSError(
                errno.ENODEV, f"SPI panels need rpi-lgpio and spidev: {missing}"
            ) from missing
        except lgpio.error as fault:
            raise OSError(errno.EBUSY, self._not_had(fault)) from fault

    def _not_had(self, fault: Exception) -> str:
        pins = [("DC", self._place["gpio_DC"]), ("RST", self._place["gpio_RST"])]
        named = " or ".join(f"GPIO {pin} ({role})" for role, pin in pins if pin is not None)
        return f"the panel's {named} cannot be had ({fault}): `gpioinfo` tells who has it"
