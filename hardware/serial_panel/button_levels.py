"""Turn the levels that a panel reports into edges, also after lost lines and a lost panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.events import Button, Edge, Held
from hardware.serial_panel.protocol import NUMBERS

if TYPE_CHECKING:
    from hardware.serial_panel.protocol import Levels

MAX_OLD_LINES: Final = 3  # the panel sends a line at least every second
_KNOWN = {button.value: button for button in Button}


class ButtonLevels:
    """The levels of one panel's buttons since its Welcome."""

    def __init__(self, panel: str, names: tuple[str, ...]) -> None:
        """Take the names of the bits, the lowest first; an unknown name is ignored."""
        self._panel = panel
        self._buttons = [_KNOWN.get(name) for name in names]
        self._count: int | None = None
        self._mask = 0
        self._old_lines = 0

    def receive(self, levels: Levels, now: float) -> list[Edge | Held]:
        """Return what has changed, oldest first; a button that is down from the start is Held.

        A line with an older count is a replayed one and changes nothing. After more lost changes
        than a line remembers, buttons that are down are Held too: when they were pressed is
        unknown, and the line may be of the time before the panel started.
        """
        if self._count is None:
            self._count = levels.count
            return self._adopt(levels.masks[0], now)
        changes = (levels.count - self._count) % NUMBERS
        if changes >= NUMBERS // 2:
            self._old_lines += 1
            return []
        self._count, self._old_lines = levels.count, 0
        if changes > len(levels.masks):
            return self._adopt(levels.masks[0], now)
        return [
            edge for mask in reversed(levels.masks[:changes]) for edge in self._change(mask, now)
        ]

    @property
    def is_out_of_step(self) -> bool:
        """Return whether all recent lines were old: then the count itself was a replayed one."""
        return self._old_lines >= MAX_OLD_LINES

    def release(self, now: float) -> list[Edge]:
        """Release every button that is down."""
        return self._change(0, now)

    def _adopt(self, mask: int, now: float) -> list[Edge | Held]:
        """Take over levels whose changes are unknown: what is down now was not pressed."""
        released = [edge for edge in self._change(self._mask & mask, now) if not edge.pressed]
        held = [Held(self._panel, button, now) for button in self._named(mask & ~self._mask)]
        self._mask = mask
        return [*released, *held]

    def _change(self, mask: int, now: float) -> list[Edge]:
        changed, self._mask = self._mask ^ mask, mask
        return [
            Edge(self._panel, button, button in self._named(mask), now)
            for button in self._named(changed)
        ]

    def _named(self, mask: int) -> list[Button]:
        named = enumerate(self._buttons)
        return [button for bit, button in named if button is not None and mask >> bit & 1]
