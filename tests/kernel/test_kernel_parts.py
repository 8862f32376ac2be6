"""The bench itself, before anything is concluded from it: stock libraries on its devices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.kernel.panels import Panel, Sh1106, Ssd1306
from tests.kernel.vhost import BITS_A_BYTE, HERTZ

if TYPE_CHECKING:
    from tests.kernel.box import Box

pytestmark = pytest.mark.kernel

BASELINE = Path(__file__).with_name("baseline.py")
STOCK_FRAME = {Ssd1306: 1034, Sh1106: 1080}
"""Bytes on the wire for one picture of stock luma, address bytes included."""


def test_a_press_on_the_chip_becomes_a_picture_of_stock_luma(box: Box, either_panel: Panel) -> None:
    box.plug(either_panel)
    box.start_python(BASELINE, box.pins["right"], type(either_panel).__name__.lower())
    assert either_panel.wait_for(lambda picture: picture.getbbox() is not None, 20)
    before, bytes_before = either_panel.settle(), box.wire_bytes()

    box.press("right")
    assert either_panel.wait_for(lambda picture: picture.tobytes() != before.tobytes(), 5)

    either_panel.settle()
    assert box.wire_bytes() - bytes_before == STOCK_FRAME[type(either_panel)]
    assert either_panel.faults == []


def test_the_bus_takes_the_time_of_its_wire(box: Box) -> None:
    panel = Ssd1306()
    box.plug(panel)
    box.start_python(BASELINE, box.pins["right"], "ssd1306")
    assert panel.wait_for(lambda picture: picture.getbbox() is not None, 20)
    panel.settle()

    pressed = box.press("right")
    panel.settle()

    assert panel.last_message_at - pressed >= STOCK_FRAME[Ssd1306] * BITS_A_BYTE / HERTZ


def test_without_a_panel_nothing_answers_on_the_bus(box: Box) -> None:
    found = box.python("-c", "import smbus2; smbus2.SMBus(1).write_byte(0x3C, 0)")
    assert found.status == 1
    assert "OSError" in found.output


def test_the_guest_sees_its_results_after_the_kernel_has_been_killed(box: Box) -> None:
    box.guest.check("echo kept >/dev/out/kept; sync")
    box.guest.kill()
    assert (box.guest.folder / "kept").read_text() == "kept\n"
