"""Play a storyboard in this process, with the real loop and journal and simulated time.

The semantics are those of `hare-companion press`; a test compares the two.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from companion.app.events import MAIN, Button, Edge, PanelUp, Tick
from companion.app.text.icons import spell_icons
from companion.shell.bootstrap import open_loop
from hardware.press.script import PAUSE_S, PRESS_S, ScriptLine, parse_script
from tests.memory_inbox import MemoryInbox

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from companion.app.events import Event
    from companion.app.session import Session
    from companion.app.states.ids import ScreenId
    from companion.ports import Picture

START_S: Final = 1.0


def seed_of(text: str) -> str:
    """Read a script's first line, which names the seed of its shuffles."""
    first = text.splitlines()[0]
    assert first.startswith("# seed: "), first
    return first.removeprefix("# seed: ")


class Last:
    """A display that has the newest picture."""

    panel = MAIN

    def __init__(self) -> None:
        self.picture: Picture | None = None

    def show(self, picture: Picture) -> None:
        self.picture = picture

    def close(self) -> None:
        pass


class Table:
    """A device with a folder of saves; it handles presses and notes the changes of screen."""

    def __init__(self, state: Path, seed: str) -> None:
        self.walked: set[tuple[ScreenId, ScreenId]] = set()
        self.shots: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._state, self._seed = state, seed
        self._start(0.0)

    def play(self, lines: Iterable[ScriptLine]) -> None:
        for line in lines:
            match line.word:
                case "hold":
                    self.press(line.button, line.seconds)
                case "wait":
                    self.wait(line.seconds)
                case "restart":
                    now = self._clock.time
                    self.close()
                    self._start(now)
                    self.wait(START_S)
                case "shot":
                    self.shots[line.name] = self.seen()
                case _:
                    for _ in range(line.count):
                        self.press(line.button)

    def script(self, text: str, source: str = "script") -> None:
        self.play(parse_script(text, source))

    @property
    def session(self) -> Session:
        return self._loop.session

    def seen(self) -> tuple[str, tuple[str, ...]]:
        """Return the screen's name and its texts."""
        picture = self._display.picture
        assert picture is not None
        return picture.name, tuple(map(spell_icons, picture.texts))

    def press(self, button: Button, seconds: float = PRESS_S) -> None:
        if self.session.ending is not None:
            return
        before = self.session.screen.id
        self._turn(Edge(MAIN, button, True, self._clock.time))
        self.walked.add((before, self.session.screen.id))
        self.wait(seconds)
        self._turn(Edge(MAIN, button, False, self._clock.time))
        self.wait(PAUSE_S)

    def wait(self, seconds: float) -> None:
        end = self._clock.time + seconds
        while (at := self._loop.deadline()) is not None and at <= end:
            self._clock.time = max(self._clock.time, at)
            self._turn(Tick(self._clock.time))
        self._clock.time = end

    def close(self) -> None:
        self._loop.saving.close()
        self._open.close()

    def _start(self, now: float) -> None:
        self._clock, self._display = MemoryInbox(now), Last()
        opening = open_loop(str(self._state), self._clock, [self._display], seed=self._seed)
        self._open = ExitStack()
        self._loop = self._open.enter_context(opening)
        self._loop.show()
        self._turn(PanelUp(MAIN, now))

    def _turn(self, event: Event) -> None:
        if self.session.ending is not None:
            return
        self._loop.turn(event)
        while self._clock.events:
            self._loop.turn(self._clock.events.pop(0))
