"""The far end of the line, in Python and without a clock: what PROTOCOL.md says of the panel."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardware.serial_panel.protocol import (
    REMEMBERED,
    Beat,
    Blind,
    Bye,
    Differs,
    FromHost,
    FromPanel,
    Gone,
    Hello,
    Levels,
    LineError,
    Lines,
    Part,
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
    light: int = 0
    linked: bool = False
    count: int = 0
    masks: list[int] = field(default_factory=lambda: [0] * REMEMBERED)
    lines: Lines = field(default_factory=Lines)
    hangs: bool = False
    forgets: bool = False  # what it is told to keep in its memory
    pause: Callable[[], object] = bool  # waits before anything is heard

    def hear(self, data: bytes) -> None:
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
                self._obey(message)
            else:
                self.welcome(0)

    def press(self, mask: int) -> None:
        self.count = (self.count + 1) % 0x10000
        self.masks = [mask, *self.masks[:-1]]
        self.say(self.levels())

    def levels(self) -> Levels:
        return Levels(self.count, tuple(self.masks))

    def say(self, message: FromPanel) -> None:
        self.out += encode(message)

    def take(self) -> bytes:
        data = bytes(self.out)
        self.out.clear()
        return data

    def welcome(self, nonce: int) -> None:
        self.say(Welcome(self.version, nonce, "far", self.columns, self.pages, self.buttons))

    def _obey(self, message: FromHost) -> None:
        match message:
            case Hello(_, nonce):
                self.linked = True
                self.welcome(nonce)
                self.say(self.levels())
            case Beat():
                self.say(self.levels())
            case Part() if self.forgets:
                pass
            case Part(page, column, data):
                start = page * 128 + column
                self.memory[start : start + len(data)] = data
            case Show(number, light, checksum):
                self._show(number, light, checksum)
            case Bye():
                self.linked = False
                self.say(Gone())

    def _show(self, number: int, light: int, checksum: int) -> None:
        if zlib.crc32(self.memory) != checksum:
            self.say(Differs(number))
        elif self.works:
            self.glass, self.light = bytes(self.memory), light
            self.say(Shown(number))
        else:
            self.say(Blind(number))
