"""Pack pictures for a mono OLED and find the least that has to be sent: pure, no device in sight.

A packed frame is 1,024 bytes: eight pages of 128 columns, one byte for the eight pixels of a column
in a page, the topmost in bit 0 (SSD1306 and SH1106 data sheets, "GDDRAM").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PIL import Image

from companion.config import Chip

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8
BLANK: Final = bytes(WIDTH * PAGES)

_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of display memory: pages `top` to `bottom`, columns `left` to `right`."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        """The number of data bytes that fill it."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)


WHOLE: Final = Window(0, PAGES - 1, 0, WIDTH - 1)

# Bytes that one more window costs on the wire beside its data: address and control byte of the
# command message, its commands, address and control byte of the data message.
_WINDOW_COST: Final = {Chip.SSD1306: 2 + 6 + 2, Chip.SH1106: 2 + 3 + 2}
# A further window in the same pages says less: `21 c0 c1` or `lo hi` (see oled.py).
_NEXT_COST: Final = {Chip.SSD1306: 2 + 3 + 2, Chip.SH1106: 2 + 2 + 2}
# Only the SSD1306 addresses a rectangle of several pages; the SH1106 knows single pages.
_RUNS: Final = {
    chip: re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % cost) for chip, cost in _NEXT_COST.items()
}


def pack(image: Image.Image) -> bytes:
    """Pack a 128x64 image of mode "1" into a frame, all in Pillow's and bytes' own C.

    Raises ValueError for another size or mode.
    """
    if image.mode != "1" or image.size != (WIDTH, HEIGHT):
        raise ValueError(f'a picture is 128x64 of mode "1", not {image.size} of {image.mode!r}')
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes().translate(_REVERSED)
    return b"".join(columns[page::PAGES] for page in range(PAGES))


def unpack(frame: bytes) -> Image.Image:
    """Draw a packed frame as a 128x64 image of mode "1": the inverse of `pack`."""
    columns = bytearray(len(frame))
    for page in range(PAGES):
        columns[page::PAGES] = frame[page * WIDTH : (page + 1) * WIDTH]
    turned = Image.frombytes("1", (HEIGHT, WIDTH), bytes(columns).translate(_REVERSED))
    return turned.transpose(Image.Transpose.TRANSPOSE)


def turned(frame: bytes) -> bytes:
    """Turn a packed frame by 180 degrees."""
    return frame[::-1].translate(_REVERSED)


def cut(frame: bytes, window: Window) -> bytes:
    """Take the bytes of a window out of a frame, page by page, as the controller wants them."""
    if window.left == 0 and window.right == WIDTH - 1:
        return frame[window.top * WIDTH : (window.bottom + 1) * WIDTH]
    return b"".join(
        frame[page * WIDTH + window.left : page * WIDTH + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )


def find_changes(old: bytes, new: bytes, chip: Chip) -> list[Window]:
    """Find the windows that turn the frame `old` into `new` with few bytes on the bus.

    Changed columns are joined over gaps that are cheaper to send than to skip, and on the SSD1306
    over pages where one rectangle costs less than two. Equal frames give an empty list.
    """
    if old == new:
        return []
    windows = list(_runs(old, new, chip))
    if chip is Chip.SSD1306:
        windows = _stack(windows, _WINDOW_COST[chip])
    spent = sum(window.size + _WINDOW_COST[chip] for window in windows)
    whole = WHOLE.size + _WINDOW_COST[chip] * (1 if chip is Chip.SSD1306 else PAGES)
    return [WHOLE] if spent >= whole else windows


def split_pages(window: Window) -> Iterator[Window]:
    """Split a window into its pages, from the top."""
    for page in range(window.top, window.bottom + 1):
        yield Window(page, page, window.left, window.right)


def _runs(old: bytes, new: bytes, chip: Chip) -> Iterator[Window]:
    """Find the runs of changed columns, page by page."""
    changed = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    difference = changed.to_bytes(len(new), "big")
    for page in range(PAGES):
        row = difference[page * WIDTH : (page + 1) * WIDTH]
        for run in _RUNS[chip].finditer(row):
            yield Window(page, page, run.start(), run.end() - 1)


def _stack(windows: list[Window], cost: int) -> list[Window]:
    """Join windows with those above them while the rectangle around both is no dearer."""
    done: list[Window] = []
    for window in windows:
        joined = window
        for index in range(len(done) - 1, -1, -1):
            above = done[index]
            both = _around(above, joined)
            if above.bottom == window.top - 1 and both.size <= above.size + joined.size + cost:
                joined = both
                del done[index]
        done.append(joined)
    return done


def _around(one: Window, other: Window) -> Window:
    """Draw the smallest window around two."""
    return Window(
        min(one.top, other.top),
        max(one.bottom, other.bottom),
        min(one.left, other.left),
        max(one.right, other.right),
    )
