"""From the press to the pixel: how long, against the simplest script, and how many bytes.

Times are printed as ratios and never asserted; bytes on the wire are.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import companion_box
import pytest
import reference
from companion_box import SECOND_OK_S, START_S, wait_for_shot
from test_kernel_play import NEW_GAME

if TYPE_CHECKING:
    from box import Box

pytestmark = pytest.mark.kernel

BARE = Path(__file__).with_name("bare.py")
STOCK_BYTES = 1034
"""What stock luma sends for each picture on an SSD1306, address bytes included."""
MEDIAN_SHARE, NINTH_TENTH_SHARE = 0.45, 0.7
"""Bounds for the opening that is played here; whole recorded games are counted elsewhere."""
BARE_PRESSES = 20
TURNS = (2, 4, 5, 9)
"""How far the four players go: carrots, 3, carrots, 4. No hare, whose card is drawn by chance."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one press cost: seconds to its last byte in the panel, bytes and messages on the bus."""

    button: str
    seconds: float
    size: int
    messages: int


def measure(box: Box, button: str) -> Cost:
    """Press, wait until the panel rests, and look back at its last message."""
    bus = box.guest.bus
    size, messages = box.wire_bytes(), len(bus.messages)
    pressed = box.press(button)
    box.panel.settle()
    seconds = box.panel.last_message_at - pressed
    return Cost(button, seconds, box.wire_bytes() - size, len(bus.messages) - messages)


def measure_bare(box: Box) -> list[Cost]:
    program = box.start_python(BARE, box.pins["right"], "ssd1306")
    assert box.panel.wait_for(lambda picture: picture.getbbox() is not None, START_S)
    box.panel.settle()
    costs = [measure(box, "right") for _ in range(BARE_PRESSES)]
    program.kill()
    return costs


def measure_product(box: Box, first: reference.Shot) -> list[Cost]:
    """Play turns; a press of OK is decided and on the disk before its picture is shown."""
    companion_box.configure(box)
    companion_box.start(box)
    wait_for_shot(box, first, START_S)
    for button in NEW_GAME:
        time.sleep(SECOND_OK_S)
        box.press(button)
        box.panel.settle()
    costs = []
    for steps in TURNS:
        costs += [measure(box, "right") for _ in range(steps)]
        time.sleep(SECOND_OK_S)
        costs.append(measure(box, "ok"))
    return costs


def test_a_press_is_seen_sooner_and_costs_fewer_bytes_than_a_whole_frame(
    box: Box, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_ = reference.play((), tmp_path / "reference")
    box.plug()
    bare = measure_bare(box)
    costs = measure_product(box, first)

    with capsys.disabled():
        sys.stdout.write(report(bare, costs))
    sizes = sorted(cost.size for cost in costs)
    assert {cost.size for cost in bare} == {STOCK_BYTES}
    assert sizes[0] > 0, "each of these presses changes the picture"
    assert statistics.median(sizes) <= MEDIAN_SHARE * STOCK_BYTES
    assert sizes[len(sizes) * 9 // 10] <= NINTH_TENTH_SHARE * STOCK_BYTES
    assert box.panel.faults == []


def report(bare: list[Cost], costs: list[Cost]) -> str:
    """Say the ratios in a few lines; the goal for all presses together is 0.6 at most."""
    yardstick = statistics.median(cost.seconds for cost in bare)
    lines = ["", f"press to pixel, stock full frame: {yardstick * 1000:.1f} ms (median)"]
    groups = {
        "every press": costs,
        "moves of the finger": [cost for cost in costs if cost.button != "ok"],
        "decisions, commit included": [cost for cost in costs if cost.button == "ok"],
    }
    for name, group in groups.items():
        ratio = statistics.median(cost.seconds for cost in group) / yardstick
        size = statistics.median(cost.size for cost in group) / STOCK_BYTES
        messages = statistics.mean(cost.messages for cost in group)
        lines.append(f"  {name}: time {ratio:.2f}, bytes {size:.2f}, {messages:.1f} messages")
    return "\n".join(lines) + "\n"
