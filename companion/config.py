"""The configuration: one TOML file that describes the wiring, read into one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH, HEIGHT = 128, 64  # pixels of every panel that is supported


class Bus(StrEnum):
    """How the panel is wired."""

    I2C = "i2c"
    SPI = "spi"


class Chip(StrEnum):
    """The panel's controller."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


@dataclass(frozen=True, slots=True)
class Profile:
    """One wiring: which pin does what (BCM numbers), and how the panel is reached.

    Roles in `pins`: left, right, ok, back, info, up, down, encoder_a, encoder_b (a rotary encoder
    for left and right), reset, dc (the panel's, on SPI). `bus_speed_hz` and `column_offset` None
    mean the bus's and the chip's usual ones. `rotation` is 0 or 180 degrees.
    """

    name: str
    pins: Mapping[str, int]
    bus: Bus
    chip: Chip
    title: str = ""
    address: int = 0x3C
    i2c_port: int = 1
    spi_port: int = 0
    spi_device: int = 0
    bus_speed_hz: int | None = None
    column_offset: int | None = None
    rotation: int = 0
    notes: Mapping[str, str] = field(default_factory=dict)
