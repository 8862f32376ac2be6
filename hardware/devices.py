"""Open the configured panels. The first picture waits for them alone: see controls.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.app.events import MAIN
from companion.config.configuration import BusKind, Farewell
from companion.ports import Display, Health
from hardware.gpio_chip import header_chip
from hardware.oled import Oled, RefreshPolicy
from hardware.oled_display import OledDisplay

if TYPE_CHECKING:
    from companion.config.configuration import Config
    from companion.ports import Inbox
    from hardware.buses import I2c, Spi

SPI_HZ = 8_000_000
DIMMED = 0x10


class Panel(Display, Health, Protocol):
    """A display with a thread that can be checked."""


def open_display(config: Config, inbox: Inbox) -> OledDisplay:
    """Open the panel; never raises: a missing one is tried again until it answers."""
    wiring = config.wiring
    oled = Oled(wiring.chip, bus_of(config).open, refresh_policy(config), inbox.now)
    return OledDisplay(
        MAIN,
        oled,
        inbox,
        farewell=config.farewell is Farewell.PICTURE,
        upside_down=wiring.rotation == 180,
    )


def open_panels(config: Config, inbox: Inbox) -> tuple[Panel, ...]:
    """Open the configured serial panels."""
    if not config.panels:
        return ()
    from hardware.serial_panel import open_serial_panels  # noqa: PLC0415 - needs pyserial

    keep = config.farewell is Farewell.PICTURE
    return open_serial_panels(config.panels, inbox, keep=keep)


def refresh_policy(config: Config) -> RefreshPolicy:
    """Return how the configured panel is driven."""
    wiring = config.wiring
    contrast = wiring.chip.contrast if config.contrast is None else config.contrast
    offset = wiring.column_offset
    return RefreshPolicy(
        column_offset=wiring.chip.column_offset if offset is None else offset,
        contrast=contrast,
        dimmed=min(DIMMED, contrast // 4),
        # A panel on SPI acknowledges nothing: it cannot be checked.
        probe_s=RefreshPolicy().probe_s if wiring.bus is BusKind.I2C else 0,
        refresh_s=config.refresh_s,
    )


def bus_of(config: Config) -> I2c | Spi:
    """Return the panel's bus; nothing is opened yet."""
    from hardware.buses import I2c, Spi  # noqa: PLC0415 - needs smbus2, which only a box has

    wiring = config.wiring
    if wiring.bus is BusKind.I2C:
        return I2c(wiring.i2c_port, wiring.address)
    speed = SPI_HZ if wiring.bus_speed_hz is None else wiring.bus_speed_hz
    pins = wiring.pins
    chip = header_chip() if config.gpio_chip is None else config.gpio_chip
    place = (wiring.spi_port, wiring.spi_device)
    return Spi(*place, speed, pins["dc"], pins.get("reset"), chip)
