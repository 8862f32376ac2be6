"""From the press to the pixel: how long, against the simplest script, and how many bytes.

Times are printed as ratios and never asserted; bytes on the wire are.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.kernel import companion_box, reference
from tests.kernel.companion_box import SECOND_OK_S, START_S, wait_until_ready
from tests.kernel.test_kernel_play import NEW_GAME
from tests.kernel.vhost import BITS_A_BYTE, HERTZ

if TYPE_CHECKING:
    from tests.kernel.box import Box
    from tests.kernel.vhost import Message

pytestmark = pytest.mark.kernel

BASELINE = Path(__file__).with_name("baseline.py")
STOCK_BYTES = 1034
"""What stock luma sends for each picture on an SSD1306, address bytes included."""
MEDIAN_SHARE, NINTH_TENTH_SHARE = 0.45, 0.9
"""Bounds for the opening that is played here; whole recorded games are counted elsewhere."""
MOVING_SHARE = 0.5
"""The trail of the last piece on the race line after a decision: several pictures, together.

It is bounded with the picture before it: on a busy host that one may rest, too.
"""
BARE_PRESSES = 20
REST_S = 0.4
PAUSE_S = 0.006
"""The bus rests longer between two pictures; the messages of one are handed over together."""
TURNS = (2, 4, 5, 9)
"""How far the four players go: carrots, 3, carrots, 4. No hare, whose card is drawn by chance."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one press cost, up to the last byte of the first picture that follows it.

    `seconds` from the press, of which `until_first_s` to its first column on the panel; `size` in
    bytes and `messages` on the bus; `moving` is the size of the pictures after it, in which the
    trail on the race line grows.
    """

    button: str
    seconds: float
    until_first_s: float
    size: int
    messages: int
    moving: int


def measure(box: Box, button: str, pause_s: float = PAUSE_S) -> Cost:
    """Press, wait until the panel rests, and look back at what went over the bus."""
    before = len(box.guest.bus.messages)
    pressed = box.press(button, up_s=0)
    box.panel.settle(quiet=REST_S)
    messages = box.guest.bus.messages[before:]
    assert messages, f"{button} changed no picture"
    first = first_picture(messages, pause_s)
    size, whole = (sum(message.size for message in part) for part in (first, messages))
    until_first_s = first[0].at - pressed  # it only sets the address: a column follows at once
    return Cost(button, first[-1].at - pressed, until_first_s, size, len(first), whole - size)


def wire_s(message: Message) -> float:
    """Return how long a message was on the wire."""
    return message.size * BITS_A_BYTE / HERTZ


def first_picture(messages: list[Message], pause_s: float) -> list[Message]:
    """Take the messages up to the bus's first pause of more than `pause_s` seconds."""
    for place, (one, other) in enumerate(pairwise(messages), start=1):
        if other.at - wire_s(other) - one.at > pause_s:
            return messages[:place]
    return messages


def measure_bare(box: Box) -> list[Cost]:
    program = box.start_python(BASELINE, box.pins["right"], "ssd1306")
    assert box.panel.wait_for(lambda picture: picture.getbbox() is not None, START_S)
    box.panel.settle()
    costs = [measure(box, "right", math.inf) for _ in range(BARE_PRESSES)]
    program.kill()
    return costs


def measure_product(box: Box, first: reference.Shot) -> list[Cost]:
    """Play turns; a press of OK is decided and on the disk before its picture is shown."""
    companion_box.configure(box)
    companion_box.start(box)
    wait_until_ready(box, first)
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
    assert statistics.median(sizes) <= MEDIAN_SHARE * STOCK_BYTES
    assert sizes[len(sizes) * 9 // 10] <= NINTH_TENTH_SHARE * STOCK_BYTES
    most = (NINTH_TENTH_SHARE + MOVING_SHARE) * STOCK_BYTES
    assert max(cost.size + cost.moving for cost in costs) <= most
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
        begun = statistics.median(cost.until_first_s for cost in group) / yardstick
        lines.append(
            f"  {name}: time {ratio:.2f} (first column at {begun:.2f}), bytes {size:.2f},"
            f" {messages:.1f} messages"
        )
    return "\n".join(lines) + "\n"
