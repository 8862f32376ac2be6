"""From the levels that a panel tells to edges: lost lines heal, a lost panel lets go of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import Button, Edge, Held
from hardware.serial_panel.protocol import NUMBERS

if TYPE_CHECKING:
    from hardware.serial_panel.protocol import Levels

_KNOWN = {button.value: button for button in Button}


class ButtonLevels:
    """What is known of one panel's buttons since it said welcome."""

    def __init__(self, panel: str, names: tuple[str, ...]) -> None:
        """Name the bits, the lowest first; a name that no button of ours has stays unheard."""
        self._panel = panel
        self._buttons = [_KNOWN.get(name) for name in names]
        self._count: int | None = None
        self._mask = 0

    def hear(self, levels: Levels, now: float) -> list[Edge | Held]:
        """Give what has changed, oldest first; what was down from the start was no press."""
        if self._count is None:
            self._count, self._mask = levels.count, levels.masks[0]
            return [Held(self._panel, button, now) for button in self._named(self._mask)]
        missed = (levels.count - self._count) % NUMBERS
        self._count = levels.count
        # A count that ran backwards: the panel started anew. Only its newest level means something.
        news = levels.masks[:missed] if 0 < missed < NUMBERS // 2 else levels.masks[:1]
        return [edge for mask in reversed(news) for edge in self._change(mask, now)]

    def release(self, now: float) -> list[Edge]:
        """Let go of every button that is down."""
        return self._change(0, now)

    def _change(self, mask: int, now: float) -> list[Edge]:
        changed, self._mask = self._mask ^ mask, mask
        return [
            Edge(self._panel, button, button in self._named(mask), now)
            for button in self._named(changed)
        ]

    def _named(self, mask: int) -> list[Button]:
        named = enumerate(self._buttons)
        return [button for bit, button in named if button is not None and mask >> bit & 1]
