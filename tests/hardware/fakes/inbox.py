"""An inbox to look into."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.app.events import Tick

if TYPE_CHECKING:
    from companion.app.events import Event


@dataclass(slots=True)
class FakeInbox:
    """An inbox that keeps what was put into it, with a clock that stands until it is moved."""

    clock: float = 0.0
    events: list[Event] = field(default_factory=list)

    def put(self, event: Event) -> None:
        """Keep an event."""
        self.events.append(event)

    def take(self, until: float | None) -> Event:
        """Return the oldest event, or a Tick at `until`, without waiting."""
        if self.events:
            return self.events.pop(0)
        self.clock = max(self.clock, until or self.clock)
        return Tick(self.clock)

    def now(self) -> float:
        """Read the clock, in seconds."""
        return self.clock
