"""The far end of the line, in Python and without a clock: what PROTOCOL.md says of the panel."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardware.serial_panel.protocol import (
    REMEMBERED,
    ChecksumMismatch,
    DisplayFailed,
    FromHost,
    FromPanel,
    Goodbye,
    GoodbyeReply,
    Heartbeat,
    Hello,
    Levels,
    LineError,
    LineSplitter,
    MemoryWrite,
    Show,
    Shown,
    Welcome,
    encode,
    parse_from_host,
)

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class FarPanel:
    """Answers as a panel does; the test reads its glass and presses its buttons."""

    version: int = 1
    columns: int = 128
    pages: int = 8
    buttons: tuple[str, ...] = ("left", "right", "ok", "back")
    works: bool = True
    heard: list[FromHost] = field(default_factory=list)
    out: bytearray = field(default_factory=bytearray)
    memory: bytearray = field(default_factory=lambda: bytearray(b"\xa5" * 1024))
    glass: bytes = b""
    brightness: int = 0
    linked: bool = False
    count: int = 0
    masks: list[int] = field(default_factory=lambda: [0] * REMEMBERED)
    lines: LineSplitter = field(default_factory=LineSplitter)
    hangs: bool = False
    forgets: bool = False  # what it is told to keep in its memory
    pause: Callable[[], object] = bool  # waits before anything is heard

    def receive(self, data: bytes) -> None:
        self.pause()
        if self.hangs:
            return
        for line in self.lines.feed(data):
            try:
                message = parse_from_host(line)
            except LineError:
                continue
            self.heard.append(message)
            if self.linked or isinstance(message, Hello):
                self._handle(message)
            else:
                self.welcome(0)

    def press(self, mask: int) -> None:
        self.count = (self.count + 1) % 0x10000
        self.masks = [mask, *self.masks[:-1]]
        self.say(self.button_levels())

    def button_levels(self) -> Levels:
        return Levels(self.count, tuple(self.masks))

    def say(self, message: FromPanel) -> None:
        self.out += encode(message)

    def take(self) -> bytes:
        data = bytes(self.out)
        self.out.clear()
        return data

    def welcome(self, nonce: int) -> None:
        self.say(Welcome(self.version, nonce, "far", self.columns, self.pages, self.buttons))

    def _handle(self, message: FromHost) -> None:
        match message:
            case Hello(_, nonce):
                self.linked = True
                self.welcome(nonce)
                self.say(self.button_levels())
            case Heartbeat():
                self.say(self.button_levels())
            case MemoryWrite() if self.forgets:
                pass
            case MemoryWrite(page, column, data):
                start = page * 128 + column
                self.memory[start : start + len(data)] = data
            case Show(number, brightness, checksum):
                self._show(number, brightness, checksum)
            case Goodbye():
                self.linked = False
                self.say(GoodbyeReply())

    def _show(self, number: int, brightness: int, checksum: int) -> None:
        if zlib.crc32(self.memory) != checksum:
            self.say(ChecksumMismatch(number))
        elif self.works:
            self.glass, self.brightness = bytes(self.memory), brightness
            self.say(Shown(number))
        else:
            self.say(DisplayFailed(number))
