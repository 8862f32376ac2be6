"""Models of both display controllers: their commands and memory, after the data sheets."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from PIL import Image

from hardware.frames import PAGES, WIDTH, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Commands of more than one byte: how many follow. Everything else stands alone.
_COMMON: Final = dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
_SSD1306_ARGUMENTS: Final = _COMMON | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1}
_SH1106_ARGUMENTS: Final = _COMMON | {0xAD: 1}
_NOISE: Final = 0xA5


class ChipModel:
    """A display controller: its memory, the pointers, and what the glass would show."""

    columns = WIDTH
    first_column = 0
    arguments: dict[int, int] = _SSD1306_ARGUMENTS

    def __init__(self) -> None:
        """Power on."""
        self.power_on()

    def power_on(self) -> None:
        """Be as after a cold start: noise in the memory, dark, every register at its default."""
        self.memory = [bytearray([_NOISE]) * self.columns for _ in range(PAGES)]
        self.is_on = False
        self.contrast = 0x7F
        self.is_ready = False  # its charge pump runs, or whatever else luma starts
        self.page = self.column = 0
        self.mirrors_columns = self.mirrors_rows = False

    def command(self, message: Sequence[int]) -> None:
        """Take the commands of one message."""
        rest = deque(message)
        while rest:
            code = rest.popleft()
            self.obey(code, [rest.popleft() for _ in range(self.arguments.get(code, 0))])

    def obey(self, code: int, values: list[int]) -> None:
        """Carry one command out; those that do not change the picture are taken and forgotten."""
        match code:
            case 0xAE | 0xAF:
                self.is_on = code == 0xAF
            case 0x81:
                self.contrast = values[0]
            case 0xA8:
                self.is_ready = True
            case 0xA0 | 0xA1:
                self.mirrors_columns = code == 0xA1
            case 0xC0 | 0xC8:
                self.mirrors_rows = code == 0xC8

    def place(self, code: int) -> bool:
        """Set the pointer by page and halves of the column; False for any other command."""
        if 0xB0 <= code <= 0xB7:
            self.page = code & 0x07
        elif code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif code <= 0x1F:
            self.column = (code & 0x0F) << 4 | self.column & 0x0F
        else:
            return False
        return True

    def data(self, message: Iterable[int]) -> None:
        """Write display memory at the pointer, which moves on."""
        for byte in message:
            self.memory[self.page][self.column] = byte
            self.step()

    def step(self) -> None:
        """Move the pointer on after a byte."""
        raise NotImplementedError

    def picture(self) -> Image.Image:
        """Draw what stands on the glass: 128x64, black while it is off or was never started."""
        return unpack(self.frame())

    def on_glass(self) -> Image.Image:
        """Return the picture as it stands on the glass, whose upright is A0 and C0."""
        image = self.picture()
        if self.mirrors_columns:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self.mirrors_rows:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return image

    def frame(self) -> bytes:
        """Return the visible memory as a packed frame (see `frames.pack`)."""
        if not (self.is_on and self.is_ready):
            return bytes(WIDTH * PAGES)
        visible = slice(self.first_column, self.first_column + WIDTH)
        return b"".join(bytes(page[visible]) for page in self.memory)


class Ssd1306Model(ChipModel):
    """128 columns; windows in horizontal addressing, single pages in page addressing."""

    def power_on(self) -> None:
        """Start in page addressing, where windows mean nothing."""
        super().power_on()
        self.has_windows = False
        self.window = (0, PAGES - 1, 0, WIDTH - 1)

    def obey(self, code: int, values: list[int]) -> None:
        """Carry one command out; in either addressing those of the other mean nothing."""
        top, bottom, left, right = self.window
        match code:
            case 0x20:
                self.has_windows = values[0] == 0
            case 0x21 if self.has_windows:
                left, right = values
                self.column = left
            case 0x22 if self.has_windows:
                top, bottom = values
                self.page = top
            case _ if self.has_windows or not self.place(code):
                super().obey(code, values)
        self.window = (top, bottom, left, right)

    def step(self) -> None:
        """Move right; a window goes on to its next page and back to its start, a page wraps."""
        top, bottom, left, right = self.window if self.has_windows else (0, 0, 0, WIDTH - 1)
        self.column += 1
        if self.column > right:
            self.column = left
            if self.has_windows:
                self.page = top if self.page == bottom else self.page + 1


class Sh1106Model(ChipModel):
    """132 columns of which the glass shows 128 from the third on; pages one by one."""

    columns = 132
    first_column = 2
    arguments = _SH1106_ARGUMENTS

    def obey(self, code: int, values: list[int]) -> None:
        """Carry one command out."""
        if not self.place(code):
            super().obey(code, values)

    def step(self) -> None:
        """Move right; at the end of the memory the pointer stays (data sheet, "Column address")."""
        self.column = min(self.column + 1, self.columns - 1)
