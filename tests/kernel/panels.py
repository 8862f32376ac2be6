"""Models of two OLED controllers, from the bytes on the wire to the picture on the glass.

Registers and commands: SSD1306 datasheet revision 1.1, tables 9-1 and section 10; SH1106 datasheet
2.3. What a model does not know is kept in `faults`: a driver that sends nonsense is found out.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Callable

WIDTH, HEIGHT, PAGES = 128, 64, 8
CONTINUATION, IS_DATA = 0x80, 0x40
"""Bits of a control byte: only one byte follows; that byte is for the picture."""


class Panel:
    """What both controllers share: the control bytes, the page pointers, counting and waiting.

    Takes `write` in one thread and questions in others. The RAM is noise at power-on, as on the
    real part: only what a driver sent is a picture.
    """

    columns = WIDTH
    first_column = 0
    arguments: dict[int, int] = {}  # noqa: RUF012 - a table of the controller, never written to
    alone: frozenset[int] = frozenset()

    def __init__(self) -> None:
        self.lit = False
        self.contrast = 0x7F
        self.bytes = 0
        self.messages = 0
        self.last_message_at = 0.0
        self.faults: list[str] = []
        self._changed = threading.Condition()
        self._ram = bytearray((7 * n * n + 90) % 251 for n in range(self.columns * PAGES))
        self._page = self._column = 0
        self._command: list[int] = []
        self._missing = 0

    # The wire's side.

    def read(self, size: int) -> bytes:
        """Answer a read with the status byte (SSD1306: bit 6 is set while the panel is off)."""
        return bytes([0x00 if self.lit else 0x40]) * size

    def write(self, data: bytes) -> None:
        """Take one message; its size counts without the address byte."""
        with self._changed:
            self.bytes += len(data)
            self.messages += 1
            self._take(data)
            self.last_message_at = time.monotonic()
            self._changed.notify_all()

    def _take(self, data: bytes) -> None:
        while data:
            control, data = data[0], data[1:]
            if control & ~(CONTINUATION | IS_DATA):
                self.faults.append(f"control byte {control:#04x}")
            length = 1 if control & CONTINUATION else len(data)
            for byte in data[:length]:
                (self._store if control & IS_DATA else self._obey_byte)(byte)
            data = data[length:]

    def _obey_byte(self, byte: int) -> None:
        if self._missing:
            self._command.append(byte)
            self._missing -= 1
        else:
            self._command, self._missing = [byte], self.arguments.get(byte, 0)
        if not self._missing:
            self._obey(*self._command)

    def _obey(self, command: int, *arguments: int) -> None:
        if command in (0xAE, 0xAF):
            self.lit = command == 0xAF
        elif command == 0x81:
            (self.contrast,) = arguments
        elif command & 0xF8 == 0xB0:
            self._page = command & 0x07
        elif command <= 0x0F:
            self._column = self._column & 0xF0 | command
        elif command <= 0x1F:
            self._column = (command & 0x0F) << 4 | self._column & 0x0F
        elif command & 0xC0 != 0x40 and command not in self.arguments | dict.fromkeys(self.alone):
            self.faults.append(f"command {command:#04x}")

    def _store(self, byte: int) -> None:
        if self._column < self.columns:
            self._ram[self._page * self.columns + self._column] = byte
        self._advance()

    def _advance(self) -> None:
        raise NotImplementedError

    # The onlooker's side.

    def picture(self) -> Image.Image:
        """Return the 128x64 picture in the RAM, mode "1", lit or not."""
        with self._changed:
            return self._decode()

    def wait_for(self, wanted: Callable[[Image.Image], bool], seconds: float) -> Image.Image | None:
        """Look at the picture after each message until it is the wanted one; None if too late."""
        with self._changed:
            found = self._changed.wait_for(lambda: self.lit and wanted(self._decode()), seconds)
            return self._decode() if found else None

    def settle(self, quiet: float = 0.15, seconds: float = 10.0) -> Image.Image:
        """Wait until no message came for `quiet` seconds, and give the picture then."""
        end = time.monotonic() + seconds
        with self._changed:
            while self._changed.wait(quiet):
                if time.monotonic() > end:
                    raise TimeoutError(f"the panel was written to without a pause for {seconds} s")
            return self._decode()

    def _decode(self) -> Image.Image:
        picture = Image.new("1", (WIDTH, HEIGHT))
        for page in range(PAGES):
            start = page * self.columns + self.first_column
            row = self._ram[start : start + WIDTH]
            for bit in range(8):
                line = bytes(255 if byte >> bit & 1 else 0 for byte in row)
                strip = Image.frombytes("L", (WIDTH, 1), line)
                picture.paste(strip, (0, page * 8 + bit))
        return picture


class Ssd1306(Panel):
    """The SSD1306: 128 columns, a window that the pointer runs through, or single pages."""

    arguments = {  # noqa: RUF012 - see Panel
        **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
        **dict.fromkeys((0x21, 0x22, 0xA3), 2),
        **dict.fromkeys((0x29, 0x2A), 5),
        **dict.fromkeys((0x26, 0x27), 6),
    }
    alone = frozenset((0x2E, 0x2F, 0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xC0, 0xC8, 0xE3))
    HORIZONTAL, VERTICAL, PAGE = range(3)

    def __init__(self) -> None:
        super().__init__()
        self._mode = self.PAGE
        self._columns_window, self._pages_window = (0, WIDTH - 1), (0, PAGES - 1)

    def _obey(self, command: int, *arguments: int) -> None:
        match command, arguments:
            case 0x20, (mode,):
                self._mode = mode & 3
                if self._mode == self.VERTICAL:
                    self.faults.append("vertical addressing is not modelled")
            case 0x21, (first, last) if first <= last < WIDTH:
                self._columns_window, self._column = (first, last), first
            case 0x22, (first, last) if first <= last < PAGES:
                self._pages_window, self._page = (first, last), first
            case ((0x21 | 0x22), _):
                self.faults.append(f"window {command:#04x} {arguments}")
            case _:
                super()._obey(command, *arguments)

    def _advance(self) -> None:
        first, last = self._columns_window if self._mode == self.HORIZONTAL else (0, WIDTH - 1)
        if self._column != last:
            self._column += 1
            return
        self._column = first
        if self._mode == self.HORIZONTAL:
            top, bottom = self._pages_window
            self._page = top if self._page == bottom else self._page + 1


class Sh1106(Panel):
    """The SH1106: 132 columns, the glass shows 128 of them from the third on; single pages only."""

    columns = 132
    first_column = 2
    arguments = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
    alone = frozenset(
        (
            *(0x30, 0x31, 0x32, 0x33),
            *(0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xC0, 0xC8, 0xE0, 0xEE, 0xE3),
            *(0x20, 0x8D),  # luma sends these SSD1306 commands to it too; it has no such register
        )
    )

    def _advance(self) -> None:
        self._column = min(self._column + 1, self.columns)  # it stops behind the last column
