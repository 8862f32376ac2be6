"""Count the transitions of ten clicks of an encoder, and name the keys that they ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CLICKS: Final = 10
PAUSE_S: Final = 2.0  # the ten clicks are over when the encoder stood still for so long
SPARE: Final = 2  # clicks may be miscounted by so many


@dataclass(slots=True)
class DetentMonitor:
    """An encoder that is turned from the position `start`; it last moved at `moved_at`."""

    configured: int
    start: int = 0
    position: int = 0
    moved_at: float | None = None
    is_done: bool = False

    def take(self, position: int, now: float) -> list[str]:
        """Process the position at `now` (seconds); return the lines once the turning is over."""
        if self.is_done:
            return []
        if position != self.position:
            self.position, self.moved_at = position, now
        elif self.moved_at is not None and now - self.moved_at >= PAUSE_S:
            return self._finish()
        return []

    def _finish(self) -> list[str]:
        turned = self.position - self.start
        self.start, self.moved_at = self.position, None
        found = transitions_per_detent(turned)
        if found is None:
            again = f"turn it {CLICKS} clicks to the right again, without a pause"
            return [f"encoder: {abs(turned)} transitions: {again}"]
        self.is_done = True
        lines = [f"encoder: {found} transitions a click"]
        if found != self.configured:
            lines.append(f"write transitions_per_detent = {found} under [gpio]")
        if turned < 0:
            lines.append("it turned to the left: exchange encoder_a and encoder_b under [buttons]")
        return lines


def transitions_per_detent(transitions: int) -> int | None:
    """Return the transitions of one click, from those of about ten clicks; None if unclear."""
    for each in (1, 2, 4):
        if each * (CLICKS - SPARE) <= abs(transitions) <= each * (CLICKS + SPARE):
            return each
    return None
