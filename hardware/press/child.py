"""The child's side: an inbox whose time and edges come from the parent's lines, and its picture."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING

from companion.app.events import MAIN, Button, Edge, Event, PanelUp, Stop, Tick

if TYPE_CHECKING:
    from hardware.press.last import LastPicture


class ScriptedInbox:
    """Time moves only by the parent's lines: `down BUTTON`, `up BUTTON`, `until SECONDS`, `shot`.

    Each line is answered with one line once all that it leads to has been done.
    """

    def __init__(
        self, lines: IO[str], answers: IO[str], start: float, display: LastPicture
    ) -> None:
        """Begin at `start` seconds; the panel is there from the beginning."""
        self.display = display
        self._lines = lines
        self._answers = answers
        self._now = self._goal = start
        self._waiting: list[Event] = [PanelUp(MAIN, start)]
        self._owed = False

    def put(self, event: Event) -> None:
        """Take an event of the program itself."""
        self._waiting.append(event)

    def now(self) -> float:
        """Read the script's time, in seconds."""
        return self._now

    def take(self, until: float | None) -> Event:
        """Give the next event; ticks come at their own times as the script's time moves on."""
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
            self._obey(line.split())

    def linger(self) -> None:
        """Answer what comes after the program has ended: presses do nothing any more."""
        if self._owed:
            self._answer({})
        for line in self._lines:
            self._answer(self.display.told() if line.split() == ["shot"] else {})

    def _obey(self, words: list[str]) -> None:
        match words:
            case ["down" | "up" as level, button]:
                self._waiting.append(Edge(MAIN, Button(button), level == "down", self._now))
                self._owed = True
            case ["until", seconds]:
                self._goal = float(seconds)
                self._owed = True
            case ["shot"]:
                self._answer(self.display.told())
            case _:
                raise ValueError(f"the parent says nothing that is known: {words}")

    def _answer(self, answer: dict[str, object]) -> None:
        self._owed = False
        self._answers.write(json.dumps(answer) + "\n")
        self._answers.flush()
