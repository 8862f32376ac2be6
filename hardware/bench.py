"""Measure bytes and processor time of pictures, as ratios to stock luma."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Final

from companion.config.configuration import DisplayChip
from hardware.bus_cost import CountingInterface, incremental_painter, relative_cost, stock_painter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

RUNS: Final = 7
MOST_BYTES: Final = 0.35
MOST_BYTES_P90: Final = 0.9  # the next player's picture has most pixels anew

Figure = tuple[str, float, float | None]
"""A name, the value, and the most that it may be; None where it is only reported."""


def measure_bus(pictures: Sequence[Image.Image]) -> list[Figure]:
    """Measure a sequence of pictures on both chips: bytes, messages, processor time."""
    figures: list[Figure] = []
    for chip in DisplayChip:
        found = relative_cost(pictures, chip)
        stock = found.stock
        figures += [
            (f"{chip.value}: bytes of stock's {stock.bytes}, median", found.median, MOST_BYTES),
            (f"{chip.value}: bytes of stock's, 90 %", found.p90, MOST_BYTES_P90),
            (f"{chip.value}: messages (stock {stock.messages})", found.messages, None),
            (f"{chip.value}: CPU of stock's", _cpu(pictures, chip), 0.5),
        ]
    return figures


def _cpu(pictures: Sequence[Image.Image], chip: DisplayChip) -> float:
    """Compare packing, comparing and sending with stock luma's conversion, in turns."""
    ratios = []
    some = pictures[:300]
    for _ in range(RUNS):
        ours = _spent(incremental_painter(chip, CountingInterface()), some)
        ratios.append(ours / _spent(stock_painter(chip, CountingInterface()), some))
    return statistics.median(ratios)


def _spent(paint: Callable[[Image.Image], None], pictures: Sequence[Image.Image]) -> float:
    begun = time.process_time()
    for picture in pictures:
        paint(picture)
    return time.process_time() - begun
