"""The one queue between the drivers' threads and the game's loop."""

from __future__ import annotations

import queue
import time
from math import inf
from typing import TYPE_CHECKING

from companion.app.events import Button, Edge, Event, Stop, Tap, Tick

if TYPE_CHECKING:
    from collections.abc import Callable

# A loop that saves for 30 s beside a bouncing contact sees hundreds of edges, a flood thousands.
ROOM = 1024

# Python handles a signal that arrives just before a wait begins only after the wait, so no wait is
# longer than this: else SIGTERM could wait for the next press.
SIGNAL_CHECK_S = 1.0


class EventQueue:
    """The Inbox of the product: any thread puts, the loop alone takes.

    Once `room` events are waiting, presses are dropped, and all else at `2 * room`: but never a
    Stop, nor the release of a button whose press was kept, so none stays stuck.
    `clock` gives seconds on the one monotonic clock of all events.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, room: int = ROOM) -> None:
        """Start empty."""
        # A SimpleQueue's put is reentrant: a signal handler may put while the loop takes.
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._clock = clock
        self._room = room
        self._down: set[tuple[str, Button]] = set()

    def put(self, event: Event) -> None:
        """Add an event, from any thread; never waits and never raises."""
        if not self._has_room_for(event):
            return
        match event:
            case Edge(panel=panel, button=button, pressed=True):
                self._down.add((panel, button))
            case Edge(panel=panel, button=button):
                self._down.discard((panel, button))
        self._events.put(event)

    def take(self, until: float | None) -> Event:
        """Wait for the next event; a Tick when `until` (seconds, monotonic) comes first.

        Queued events come before an overdue Tick, so that a button released long ago does not
        repeat. A Tick is never earlier than `until`.
        """
        left = self._seconds_until(until)
        while True:
            try:
                return self._events.get(timeout=min(left, SIGNAL_CHECK_S))
            except queue.Empty:
                left -= SIGNAL_CHECK_S
            if left <= 0:
                now = self.now()
                return Tick(now if until is None else max(now, until))

    def now(self) -> float:
        """Return the time of the events' clock, in seconds."""
        return self._clock()

    def _seconds_until(self, until: float | None) -> float:
        return inf if until is None else max(until - self.now(), 0.0)

    def _has_room_for(self, event: Event) -> bool:
        waiting = self._events.qsize()
        if waiting < self._room or isinstance(event, Stop):
            return True
        match event:
            case Edge(panel=panel, button=button, pressed=False):
                return (panel, button) in self._down
            case Edge() | Tap():
                return False
            case _:
                return waiting < 2 * self._room
