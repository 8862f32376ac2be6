"""Panels on SPI, through luma's own interface."""

from __future__ import annotations

import os
import sys

import pytest
from luma.core.interface.serial import spi
from oled_pictures import noise, wandering

from companion.config.configuration import DisplayChip
from hardware.buses import Spi
from hardware.frames import pack
from hardware.gpio import PinsError, import_lgpio
from hardware.is_pi import is_pi
from hardware.oled import Brightness, Oled, RefreshPolicy
from hardware.reconnecting_bus import BUS_ERRORS
from tests.hardware.fakes.display_chips import Sh1106Model
from tests.hardware.fakes.inbox import FakeInbox
from tests.hardware.fakes.lgpio import FakeLgpio
from tests.hardware.fakes.spi import FakeSpi


def test_the_display_on_spi_shows_each_picture_of_a_walk() -> None:
    wire = FakeSpi(Sh1106Model())
    care = RefreshPolicy(column_offset=2, probe_s=0)
    oled = Oled(DisplayChip.SH1106, lambda: spi(spi=wire, gpio=wire), care, FakeInbox().now)
    for image in wandering(3, 30):
        oled.paint(pack(image), Brightness.FULL)
        assert wire.panel.picture().tobytes() == image.tobytes()


def test_opening_again_resets_the_panel_and_sends_all() -> None:
    wire = FakeSpi(Sh1106Model())
    care = RefreshPolicy(column_offset=2, probe_s=0)
    oled = Oled(DisplayChip.SH1106, lambda: spi(spi=wire, gpio=wire), care, FakeInbox().now)
    oled.paint(pack(noise(1)), Brightness.FULL)
    oled.close()
    oled.paint(pack(noise(1)), Brightness.FULL)
    assert wire.panel.frame() == pack(noise(1))


@pytest.mark.skipif(is_pi(), reason="here SPI may well work")
def test_a_machine_without_the_pins_is_a_fault_like_any_other() -> None:
    with pytest.raises(BUS_ERRORS):
        Spi(0, 0, 8_000_000, 24, 25, 0).open()


@pytest.mark.parametrize("trouble", ["GPIO busy", "bad GPIO number"])
def test_a_pin_that_somebody_else_has_is_a_fault_like_any_other(
    trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        lgpio = import_lgpio()
    except PinsError:
        pytest.skip("lgpio has no wheel for this Python")

    def refuse(**_: object) -> None:
        raise lgpio.error(trouble)

    monkeypatch.setattr("hardware.buses.spi", refuse)
    with pytest.raises(BUS_ERRORS, match=f"GPIO 24.*GPIO 25.*{trouble}.*gpioinfo"):
        Spi(0, 0, 8_000_000, 24, 25, 0).open()


def test_the_pins_of_the_panel_are_looked_for_on_the_configured_chip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", FakeLgpio({}, frozenset()))  # type: ignore[arg-type]
    monkeypatch.setenv("RPI_LGPIO_CHIP", "0")
    chips: list[str] = []
    monkeypatch.setattr(
        "hardware.buses.spi", lambda **_: chips.append(os.environ["RPI_LGPIO_CHIP"])
    )
    Spi(0, 0, 8_000_000, 24, 25, 15).open()
    assert chips == ["15"]


@pytest.mark.parametrize(
    ("wanted", "taken"), [(10_000_000, 8_000_000), (10_000, 500_000), (16_000_000, 16_000_000)]
)
def test_a_speed_that_luma_does_not_know_is_rounded_down(wanted: int, taken: int) -> None:
    wire = FakeSpi(Sh1106Model())
    place = Spi(0, 0, wanted, 24, 25, 0)._place
    spi(spi=wire, gpio=wire, **place)
    assert wire.max_speed_hz == taken
