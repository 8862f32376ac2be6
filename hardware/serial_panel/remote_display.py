"""The picture of a panel's display, and the messages that change it: no port, thread or clock."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.config.configuration import DisplayChip
from hardware.frames import BLANK, WHOLE, cut, find_changes, split_pages
from hardware.serial_panel.protocol import NUMBERS, MemoryWrite, Show

if TYPE_CHECKING:
    from collections.abc import Iterator

ANSWER_S: Final = 1.0  # a whole picture takes 0.1 s over USB and 0.25 s at 115,200 baud
TRIES: Final = 4  # failures in a row after which it is no noise


@dataclass(frozen=True, slots=True)
class PackedFrame:
    """A picture as it is sent: 1,024 bytes as in hardware/frames.py, brightness 0 to 2."""

    packed: bytes = BLANK
    brightness: int = 2


class RemoteDisplay:
    """The display of a panel: one picture is in transit at a time, the newest one is next."""

    def __init__(self, wanted: PackedFrame) -> None:
        """Start with an unknown memory, so that the first picture is sent whole."""
        self.visible = False
        self._wanted = wanted
        self._held: PackedFrame | None = None
        self._sent: PackedFrame | None = None
        self._number = 0
        self._since = 0.0
        self._failures = 0

    @property
    def is_settled(self) -> bool:
        """Return whether the panel has the newest picture."""
        return self._held == self._wanted

    @property
    def has_failed(self) -> bool:
        """Return whether the panel failed to accept a picture TRIES times in a row."""
        return self._failures >= TRIES

    def set_frame(self, frame: PackedFrame) -> None:
        """Take the newest picture; one that was not yet sent is dropped."""
        self._wanted = frame

    def advance(self, now: float) -> list[MemoryWrite | Show]:
        """Return what is to be sent now: nothing while a picture is in transit, or all is shown."""
        if self._sent is not None and now >= self._since + ANSWER_S:
            self._fail()
        if self._sent is not None or self.is_settled or self.has_failed:
            return []
        parts = list(self._changes())
        self._number = (self._number + 1) % NUMBERS
        self._sent, self._held, self._since = self._wanted, None, now
        checksum = zlib.crc32(self._wanted.packed)
        return [*parts, Show(self._number, self._wanted.brightness, checksum)]

    def confirm(self, number: int, visible: bool) -> None:
        """Note that the panel has picture `number`, and whether its display shows it."""
        if number != self._number:
            return
        self.visible = visible
        if self._sent is not None:
            self._held, self._sent, self._failures = self._sent, None, 0

    def refuse(self, number: int) -> None:
        """Note that picture `number` arrived damaged: the next is sent whole."""
        if number == self._number and self._sent is not None:
            self._fail()

    def _fail(self) -> None:
        self._sent = None
        self._failures += 1

    def _changes(self) -> Iterator[MemoryWrite]:
        frame, held = self._wanted.packed, self._held
        # The panel's windows are single pages, as the SH1106's are.
        changed = [WHOLE] if held is None else find_changes(held.packed, frame, DisplayChip.SH1106)
        for window in changed:
            for part in split_pages(window):
                yield MemoryWrite(part.top, part.left, cut(frame, part))
