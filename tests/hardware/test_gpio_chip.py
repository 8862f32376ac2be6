"""The header's GPIO chip, found by its driver in a sysfs of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware.gpio_chip import header_chip

if TYPE_CHECKING:
    from pathlib import Path

OTHERS = {0: b"brcm,brcmstb-gpio\0", 1: b"raspberrypi,firmware-gpio\0", 11: b"brcm,bcm7445-gpio\0"}


def add_chip(root: Path, number: int, compatible: bytes | None) -> None:
    node = root / f"sys/bus/gpio/devices/gpiochip{number}/of_node"
    node.mkdir(parents=True)
    if compatible is not None:
        (node / "compatible").write_bytes(compatible)
    (root / "dev").mkdir(exist_ok=True)
    (root / f"dev/gpiochip{number}").touch()


@pytest.mark.parametrize("number", [0, 4, 10, 15])
@pytest.mark.parametrize(
    "driver", ["brcm,bcm2835-gpio", "brcm,bcm2711-gpio", "raspberrypi,rp1-gpio"]
)
def test_the_chip_of_the_header_is_found_by_its_driver_whatever_its_number(
    driver: str, number: int, tmp_path: Path
) -> None:
    for other, compatible in OTHERS.items():
        if other != number:
            add_chip(tmp_path, other, compatible)
    add_chip(tmp_path, number, driver.encode() + b"\0")
    assert header_chip(tmp_path) == number


def test_the_driver_may_be_one_of_several_entries(tmp_path: Path) -> None:
    add_chip(tmp_path, 3, b"brcm,bcm2837-gpio\0brcm,bcm2835-gpio\0")
    assert header_chip(tmp_path) == 3


def test_without_a_known_driver_it_is_the_librarys_default(tmp_path: Path) -> None:
    assert header_chip(tmp_path) == 0
    add_chip(tmp_path, 4, None)
    assert header_chip(tmp_path) == 0
    code = tmp_path / "proc/device-tree/system/linux,revision"
    code.parent.mkdir(parents=True)
    code.write_bytes((0xD04170).to_bytes(4, "big"))
    assert header_chip(tmp_path) == 4
