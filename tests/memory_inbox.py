"""An inbox without threads, whose time the test sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.app.events import Event


class MemoryInbox:
    """A list of events and a clock; each test says in a subclass what `take` returns."""

    def __init__(self, start: float = 0.0) -> None:
        self.time = start
        self.events: list[Event] = []

    def put(self, event: Event) -> None:
        self.events.append(event)

    def now(self) -> float:
        return self.time

    def take(self, until: float | None) -> Event:
        raise NotImplementedError(f"the test hands events to the loop itself, until {until}")
