"""Pack pictures for a monochrome OLED, and find the smallest windows to send; pure.

A packed frame is 1,024 bytes: eight pages of 128 columns, one byte for the eight pixels of a column
in a page, the topmost in bit 0 (SSD1306 and SH1106 data sheets, "GDDRAM").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.config.configuration import DisplayChip

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8
BLANK: Final = bytes(WIDTH * PAGES)

_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Window(NamedTuple):
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
# command message, its commands (page, two halves of the column), address and control byte of the
# data message. A further window in the same page omits the page command.
_WINDOW_COST: Final = 2 + 3 + 2
_NEXT_COST: Final = 2 + 2 + 2
# With horizontal addressing all pages are one data message.
_HORIZONTAL_COST: Final = 2 + 8 + 2 + WHOLE.size
_PAGES_COST: Final = PAGES * _WINDOW_COST + WHOLE.size
# Unchanged columns that are sent along rather than skipped: the two messages of a window also take
# time between them, together about as long as two bytes or more.
_LONGEST_GAP: Final = _NEXT_COST + 2
_RUN: Final = re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % _LONGEST_GAP)


def pack(image: Image.Image) -> bytes:
    """Pack a 128x64 image of mode "1" into a frame, with methods of Pillow and bytes that run in C.

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
    rotated_180 = Image.frombytes("1", (HEIGHT, WIDTH), bytes(columns).translate(_REVERSED))
    return rotated_180.transpose(Image.Transpose.TRANSPOSE)


def rotated_180(frame: bytes) -> bytes:
    """Return a packed frame rotated by 180 degrees."""
    return frame[::-1].translate(_REVERSED)


def cut(frame: bytes, window: Window) -> bytes:
    """Return the bytes of a window of a frame, page by page, as the controller expects them."""
    if window.left == 0 and window.right == WIDTH - 1:
        return frame[window.top * WIDTH : (window.bottom + 1) * WIDTH]
    return b"".join(
        frame[page * WIDTH + window.left : page * WIDTH + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )


def find_changes(old: bytes, new: bytes, chip: DisplayChip) -> list[Window]:
    """Return the windows, one page high each, that turn `old` into `new` the soonest.

    Changed columns are joined over gaps that are sooner sent than skipped. Equal frames return
    an empty list; where the whole frame is cheaper, WHOLE.
    """
    if old == new:
        return []
    windows = list(_runs(old, new))
    pages = len({window.top for window in windows})
    spent = sum(window.size + _NEXT_COST for window in windows)
    spent += pages * (_WINDOW_COST - _NEXT_COST)
    whole = _HORIZONTAL_COST if chip.has_horizontal_addressing else _PAGES_COST
    return [WHOLE] if spent >= whole else windows


def split_pages(window: Window) -> Iterator[Window]:
    """Split a window into its pages, from the top."""
    for page in range(window.top, window.bottom + 1):
        yield Window(page, page, window.left, window.right)


def _runs(old: bytes, new: bytes) -> Iterator[Window]:
    """Find the runs of changed columns, page by page."""
    changed = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    difference = changed.to_bytes(len(new), "big")
    for page in range(PAGES):
        row = difference[page * WIDTH : (page + 1) * WIDTH]
        for run in _RUN.finditer(row):
            yield Window(page, page, run.start(), run.end() - 1)
