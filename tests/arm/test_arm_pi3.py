"""The Pi 3's own GPIO and I2C drivers, pinctrl-bcm2835 and i2c-bcm2835, on QEMU's raspi3b."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.arm.bare import COMPANION, files_without_systemd, in_background
from tests.arm.board import PICTURE_S, SHELL_S
from tests.arm.raspi3b import raspi3b

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.arm.emulator import Machine

pytestmark = [pytest.mark.arm, pytest.mark.timeout(3600), pytest.mark.xdist_group("arm others")]

TRACE = "/sys/kernel/tracing"
TWO_MESSAGES = """\
from smbus2 import i2c_msg
from hardware.buses import Bus
Bus(1).i2c_rdwr(*[i2c_msg.write(0x3C, [0x00, 0xAE]) for _ in range(2)])
"""
PYTHON = "PYTHONPATH=/usr/lib/hare-companion python3"


@pytest.fixture(scope="module")
def pi3(tmp_path_factory: pytest.TempPathFactory, package: Path) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("pi3")
    files = files_without_systemd(folder, package)
    (files / "srv/two.py").write_text(TWO_MESSAGES)
    machine = raspi3b("trixie", files, folder / "board")
    try:
        machine.log_in(SHELL_S)
        yield machine
    finally:
        machine.close()


def test_the_doctor_finds_every_part_in_order(pi3: Machine) -> None:
    said = pi3.check("hare-companion doctor --state /var/lib/hare-companion", 4 * PICTURE_S)
    assert "board: Raspberry Pi 3 Model B" in said
    assert "I2C speed: 400 kHz" in said
    assert "panel: answers at 0x3C" in said
    assert "fault" not in said


def test_the_panel_is_written_one_message_a_call(pi3: Machine) -> None:
    assert pi3.run(f"{PYTHON} /srv/two.py", PICTURE_S).status == 1  # this bus takes one only
    pi3.check(f"echo 1 >{TRACE}/events/i2c/enable; echo >{TRACE}/trace")
    process = in_background(pi3, COMPANION, "/tmp/said")
    pi3.check(f"until grep -q l=1025 {TRACE}/trace; do sleep 0.2; done", 4 * PICTURE_S)
    pi3.check(f"kill {process}; wait {process}", PICTURE_S)
    written = re.findall(r"i2c_write: i2c-1 #(\d)", pi3.check(f"cut -c1-100 {TRACE}/trace"))
    assert len(written) > 3
    assert set(written) == {"0"}
    results = re.findall(r"i2c_result: i2c-1 n=(\d) ret=(-?\d+)", pi3.check(f"cat {TRACE}/trace"))
    assert set(results) == {("1", "1")}
