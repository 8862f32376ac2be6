"""The devices that the service may open, from the configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.config.configuration import parse_config
from hardware.profiles import load_all
from hardware.systemd_devices import allowed_devices, main

if TYPE_CHECKING:
    from pathlib import Path


def allowed(**said: Any) -> list[str]:
    return list(allowed_devices(parse_config(said, "a test", load_all())))


def test_a_panel_on_i2c_needs_its_own_bus_and_the_pins() -> None:
    assert allowed() == ["char-gpiochip", "/dev/char/89:1"]
    assert allowed(display={"i2c_port": 3}) == ["char-gpiochip", "/dev/char/89:3"]


def test_a_panel_on_spi_needs_no_i2c() -> None:
    assert allowed(profile="waveshare-oled-hat") == ["char-gpiochip", "char-spi"]


@pytest.mark.parametrize(
    ("port", "classes"),
    [
        ("/dev/ttyACM0", ["char-ttyACM"]),
        ("/dev/ttyUSB1", ["char-ttyUSB"]),
        ("/dev/ttyAMA0", ["char-ttyAMA"]),
        ("/dev/serial/by-id/usb-Pico", ["char-ttyACM", "char-ttyUSB"]),
    ],
)
def test_serial_ports_are_allowed_by_their_class_where_a_panel_has_one(
    port: str, classes: list[str]
) -> None:
    assert allowed(panel=[{"port": port}])[2:] == classes


def test_the_drop_in_replaces_the_classes_of_the_unit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('profile = "breadboard"\n')
    assert main([str(file)]) == 0
    rules = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]
    assert rules == [
        "[Service]",
        "DeviceAllow=",
        "DeviceAllow=char-gpiochip rw",
        "DeviceAllow=/dev/char/89:1 rw",
    ]


def test_a_configuration_that_cannot_be_read_leaves_the_units_classes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "none.toml")]) == 1
    assert capsys.readouterr().out == ""
