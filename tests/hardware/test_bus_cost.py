"""What pictures cost on the bus, against stock luma: the promise of the benchmark, asserted."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from oled_pictures import noise, wandering

from companion.config.configuration import DisplayChip
from companion.dev.bench import played_pictures, read_records
from hardware import buses
from hardware.bench import MOST_BYTES, MOST_BYTES_P90
from hardware.bus_cost import Cost, count, relative_cost, stock_cost
from hardware.buses import I2c
from hardware.frames import pack
from hardware.oled import Brightness, Oled, RefreshPolicy
from tests.hardware.fakes.display_chips import Ssd1306Model
from tests.hardware.fakes.i2c import FakeBus
from tests.hardware.fakes.inbox import FakeInbox


def test_stock_luma_sends_all_of_every_picture() -> None:
    assert stock_cost(DisplayChip.SSD1306) == Cost(1034, 2)
    assert stock_cost(DisplayChip.SH1106) == Cost(1080, 16)


if TYPE_CHECKING:
    from PIL import Image

GAMES = Path(__file__).parents[1] / "games"
PLAYED = ("ravensburger-1978-4p-0.jsonl", "ravensburger-1978-2p-0.jsonl")

# Stock luma calls Image.getdata(), which Pillow 14 removes: our own packing does not.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


@pytest.fixture(scope="module")
def shown() -> list[Image.Image]:
    records = [record for name, record in read_records(GAMES) if name in PLAYED]
    return played_pictures(records)


@pytest.mark.parametrize("chip", list(DisplayChip))
def test_the_pictures_of_recorded_games_cost_a_fraction_of_stock_luma(
    chip: DisplayChip, shown: list[Image.Image]
) -> None:
    cost = relative_cost(shown, chip)
    assert cost.pictures > 500
    assert cost.median <= MOST_BYTES
    assert cost.p90 <= MOST_BYTES_P90


@pytest.mark.parametrize("chip", list(DisplayChip))
def test_equal_pictures_cost_nothing_and_none_costs_two_more_than_stock(chip: DisplayChip) -> None:
    pictures = [*wandering(9, 60), noise(1), noise(2), noise(2)]
    costs = count(pictures, chip)
    for (before, after), cost in zip(pairwise(pictures), costs[1:], strict=True):
        assert (cost.bytes == 0) == (before.tobytes() == after.tobytes())
        assert cost.bytes <= stock_cost(chip).bytes + 2  # which way to go through the memory


def test_the_meter_counts_what_a_bus_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = list(wandering(5, 60))
    bus = FakeBus(Ssd1306Model())
    monkeypatch.setattr(buses, "Bus", lambda _: bus)
    oled = Oled(DisplayChip.SSD1306, I2c(1, 0x3C).open, RefreshPolicy(), FakeInbox().now)
    for picture, cost in zip(pictures, count(pictures), strict=True):
        bus.messages.clear()
        oled.paint(pack(picture), Brightness.FULL)
        assert Cost(bus.wire_bytes(), len(bus.messages)) == cost


def test_nothing_that_differs_is_no_sequence_to_compare() -> None:
    with pytest.raises(ValueError, match="no picture differs"):
        relative_cost([noise(1), noise(1)])
