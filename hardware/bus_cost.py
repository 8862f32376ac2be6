"""Count the bytes of pictures on the bus, ours and stock luma's, for the benchmark and its tests.

Counted are the address byte of each message, its control byte, commands and data; on I2C each takes
9 bits. Both draw the same pictures through luma on an interface that counts.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from companion.config.configuration import DisplayChip
from hardware.frames import pack
from hardware.oled import Brightness, Oled, RefreshPolicy, luma_device

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Cost:
    """What one picture took: bytes on the wire, and messages (I2C transactions)."""

    bytes: int
    messages: int


@dataclass(frozen=True, slots=True)
class RelativeCost:
    """What the pictures that differ from their predecessor cost, as shares of stock luma's.

    `median` and `p90` are of the bytes; `messages` is the median number of messages a picture;
    `stock` is what each picture costs with stock luma.
    """

    pictures: int
    median: float
    p90: float
    messages: float
    stock: Cost


class CountingInterface:
    """A luma serial interface that sends nothing and counts everything."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.bytes = 0
        self.messages = 0

    def command(self, *cmd: int) -> None:
        """Count a command message."""
        self._count(len(cmd))

    def data(self, data: Sequence[int]) -> None:
        """Count a data message."""
        self._count(len(data))

    def cleanup(self) -> None:
        """Hold nothing."""

    def take_cost(self) -> Cost:
        """Return what was counted and begin again."""
        cost = Cost(self.bytes, self.messages)
        self.bytes = self.messages = 0
        return cost

    def _count(self, payload: int) -> None:
        self.bytes += 2 + payload  # address and control byte
        self.messages += 1


def stock_painter(chip: DisplayChip, interface: CountingInterface) -> Callable[[Image.Image], None]:
    """Return stock luma's way to show an image."""
    device = luma_device(chip)(interface)
    device.persist = True
    interface.take_cost()

    def paint(image: Image.Image) -> None:
        device.display(image)

    return paint


def incremental_painter(
    chip: DisplayChip, interface: CountingInterface
) -> Callable[[Image.Image], None]:
    """Return our way to show an image: packed, compared, and the difference sent."""
    policy = RefreshPolicy(column_offset=chip.column_offset, probe_s=0, refresh_s=0, restart_s=0)
    oled = Oled(chip, lambda: interface, policy, lambda: 0.0)

    def paint(image: Image.Image) -> None:
        oled.paint(pack(image), Brightness.FULL)

    return paint


def count(pictures: Iterable[Image.Image], chip: DisplayChip = DisplayChip.SSD1306) -> list[Cost]:
    """Count what each picture costs after the one before it; the first includes the start."""
    interface = CountingInterface()
    paint = incremental_painter(chip, interface)
    costs = []
    for picture in pictures:
        paint(picture)
        costs.append(interface.take_cost())
    return costs


def stock_cost(chip: DisplayChip = DisplayChip.SSD1306) -> Cost:
    """Count what any picture costs with stock luma."""
    interface = CountingInterface()
    paint = stock_painter(chip, interface)
    paint(Image.new("1", (128, 64)))
    return interface.take_cost()


def relative_cost(
    pictures: Iterable[Image.Image], chip: DisplayChip = DisplayChip.SSD1306
) -> RelativeCost:
    """Compare a sequence of pictures with stock luma; raises ValueError when none differs."""
    stock = stock_cost(chip)
    costs = sorted((cost for cost in count(pictures, chip)[1:] if cost.bytes), key=_bytes)
    if not costs:
        raise ValueError("no picture differs from the one before it")
    return RelativeCost(
        pictures=len(costs),
        median=statistics.median(map(_bytes, costs)) / stock.bytes,
        p90=costs[int(0.9 * (len(costs) - 1))].bytes / stock.bytes,
        messages=statistics.median(cost.messages for cost in costs),
        stock=stock,
    )


def _bytes(cost: Cost) -> int:
    return cost.bytes
