"""What a panel's display shows and what must be sent for it: no port, no thread, no clock."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.config.configuration import DisplayChip
from hardware.frames import BLANK, WHOLE, cut, find_changes, split_pages
from hardware.serial_panel.protocol import NUMBERS, Part, Show

if TYPE_CHECKING:
    from collections.abc import Iterator

ANSWER_S: Final = 1.0  # a whole picture takes 0.1 s over USB and 0.25 s at 115,200 baud
TRIES: Final = 4  # the same trouble so often in a row is no noise any more


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture as it is sent: 1,024 bytes packed as hardware/frames.py says, the light 0 to 2."""

    packed: bytes = BLANK
    light: int = 2


class Screen:
    """The far display: one picture is under way at a time, and the newest wanted one is next."""

    def __init__(self, wanted: Frame) -> None:
        """Know nothing of what the panel holds, so that the first picture goes out whole."""
        self.visible = False
        self._wanted = wanted
        self._held: Frame | None = None
        self._sent: Frame | None = None
        self._number = 0
        self._since = 0.0
        self._failures = 0

    @property
    def is_settled(self) -> bool:
        """Tell whether the panel holds the wanted picture."""
        return self._held == self._wanted

    @property
    def has_given_up(self) -> bool:
        """Tell whether the panel failed to take a picture over and over again."""
        return self._failures >= TRIES

    def want(self, frame: Frame) -> None:
        """Take the newest picture; one that was not yet sent is forgotten."""
        self._wanted = frame

    def advance(self, now: float) -> list[Part | Show]:
        """Give what is to be sent now: nothing while a picture is under way, or all is shown."""
        if self._sent is not None and now >= self._since + ANSWER_S:
            self._fail()
        if self._sent is not None or self.is_settled or self.has_given_up:
            return []
        parts = list(self._changes())
        self._number = (self._number + 1) % NUMBERS
        self._sent, self._held, self._since = self._wanted, None, now
        checksum = zlib.crc32(self._wanted.packed)
        return [*parts, Show(self._number, self._wanted.light, checksum)]

    def confirm(self, number: int, visible: bool) -> None:
        """Hear that the panel holds picture `number`, and whether its display shows it."""
        if number != self._number:
            return
        self.visible = visible
        if self._sent is not None:
            self._held, self._sent, self._failures = self._sent, None, 0

    def refuse(self, number: int) -> None:
        """Hear that picture `number` did not arrive whole: the next goes out with every byte."""
        if number == self._number and self._sent is not None:
            self._fail()

    def _fail(self) -> None:
        self._sent = None
        self._failures += 1

    def _changes(self) -> Iterator[Part]:
        frame, held = self._wanted.packed, self._held
        # The panel's windows are single pages, as the SH1106's are.
        changed = [WHOLE] if held is None else find_changes(held.packed, frame, DisplayChip.SH1106)
        for window in changed:
            for part in split_pages(window):
                yield Part(part.top, part.left, cut(frame, part))
