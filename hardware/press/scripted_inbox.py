"""The child process: an inbox whose time and edges come from the parent's lines."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING

from companion.app.events import MAIN, Button, Edge, Event, PanelUp, Stop, Tick

if TYPE_CHECKING:
    from hardware.press.last_picture import LastPicture


class ScriptedInbox:
    """An inbox that obeys the lines `down BUTTON`, `up BUTTON`, `until SECONDS` and `shot`.

    Time moves only by these lines. Each is answered with one line when its events are processed.
    """

    def __init__(
        self, lines: IO[str], answers: IO[str], start: float, display: LastPicture
    ) -> None:
        """Start at `start` seconds, with the panel up."""
        self.display = display
        self._lines = lines
        self._answers = answers
        self._now = self._goal = start
        self._waiting: list[Event] = [PanelUp(MAIN, start)]
        self._owed = False

    def put(self, event: Event) -> None:
        """Queue an event of the program itself."""
        self._waiting.append(event)

    def now(self) -> float:
        """Read the script's time, in seconds."""
        return self._now

    def take(self, until: float | None) -> Event:
        """Return the next event; ticks come at their own times as the script's time advances."""
        while True:
            if self._waiting:
                return self._waiting.pop(0)
            if until is not None and until <= self._goal:
                self._now = max(self._now, until)
                return Tick(self._now)
            self._now = self._goal
            if self._owed:
                self._answer({})
            line = self._lines.readline()
            if not line:
                return Stop(self._now)
            self._handle(line.split())

    def answer_until_closed(self) -> None:
        """Answer the lines that come after the program has ended; presses have no effect."""
        if self._owed:
            self._answer({})
        for line in self._lines:
            self._answer(self.display.describe() if line.split() == ["shot"] else {})

    def _handle(self, words: list[str]) -> None:
        match words:
            case ["down" | "up" as level, button]:
                self._waiting.append(Edge(MAIN, Button(button), level == "down", self._now))
                self._owed = True
            case ["until", seconds]:
                self._goal = float(seconds)
                self._owed = True
            case ["shot"]:
                self._answer(self.display.describe())
            case _:
                raise ValueError(f"the parent says nothing that is known: {words}")

    def _answer(self, answer: dict[str, object]) -> None:
        self._owed = False
        self._answers.write(json.dumps(answer) + "\n")
        self._answers.flush()
