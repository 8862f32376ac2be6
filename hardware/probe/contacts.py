"""Group the edges of each button into presses, and measure how long its contact bounces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from companion.app.events import Button, Edge, Held, Tap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.app.events import Event

BOUNCE_END_S: Final = 0.05  # edges that follow each other sooner are one bounce


@dataclass(slots=True)
class ContactMonitor:
    """The present bounce of each button: its first and last edge, their number, and its level.

    `longest` is the longest bounce so far (seconds), `seen` the buttons that were pressed.
    """

    first: dict[Button, float] = field(default_factory=dict)
    last: dict[Button, float] = field(default_factory=dict)
    edges: dict[Button, int] = field(default_factory=dict)
    level: dict[Button, bool] = field(default_factory=dict)
    longest: dict[Button, float] = field(default_factory=dict)
    seen: set[Button] = field(default_factory=set)

    def take(self, event: Event) -> Iterator[str]:
        """Process an event, and yield the lines about it."""
        yield from self.settle(event.at)
        match event:
            case Edge(_, button, pressed, at):
                self._take_edge(button, pressed, at)
            case Tap(_, button, _):
                self.seen.add(button)
                yield f"{button}: one detent"
            case Held(_, button, _):
                yield f"{button}: is down already, or its pin cannot be claimed"

    def settle(self, now: float) -> Iterator[str]:
        """Yield a line for each button that stopped bouncing by `now` (seconds)."""
        for button, at in list(self.last.items()):
            if now - at >= BOUNCE_END_S:
                yield self._describe(button, at - self.first[button], self.edges[button])
                for table in (self.first, self.last, self.edges):
                    table.pop(button)

    def _take_edge(self, button: Button, pressed: bool, at: float) -> None:
        if self.level.get(button, False) == pressed:
            return
        self.level[button] = pressed
        self.first.setdefault(button, at)
        self.last[button] = at
        self.edges[button] = self.edges.get(button, 0) + 1

    def _describe(self, button: Button, bounced_s: float, edges: int) -> str:
        word = "pressed" if self.level[button] else "released"
        self.seen.add(button)
        self.longest[button] = max(self.longest.get(button, 0.0), bounced_s)
        if edges == 1:
            return f"{button}: {word}, clean"
        return f"{button}: {word}, bounced {1000 * bounced_s:.1f} ms in {edges} edges"
