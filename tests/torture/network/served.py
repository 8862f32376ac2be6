"""The real page before the real loop and journal, every turn of the loop timed."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.events import Button, PanelUp, Stop, Tap
from companion.shell.bootstrap import open_loop
from companion.shell.inbox import EventQueue
from hardware.page.server import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

CHILD = Path(__file__).with_name("browsers_child.py")
PERIOD_S = 0.02


class Served:
    """A game on a page: `longest` is the longest time between two turns of the loop, in seconds."""

    def __init__(self, state: Path) -> None:
        self.inbox = EventQueue()
        self.longest = 0.0
        self.turns = 0
        self._last = time.monotonic()
        self.page = Page(self.inbox, port=0)
        self.url = self.page.start()
        self._opened = open_loop(str(state), self.inbox, [self.page], seed="flood")
        self.loop = self._opened.__enter__()
        self.loop.beat(self._count_turn, PERIOD_S)
        self._thread = threading.Thread(target=self.loop.run)
        self._thread.start()

    def _count_turn(self) -> None:
        now = time.monotonic()
        self.longest, self._last = max(self.longest, now - self._last), now
        self.turns += 1

    def begin(self) -> None:
        """Start a game of four with the defaults, while a panel is connected."""
        self.inbox.put(PanelUp("main", self.inbox.now()))
        while self.loop.session.game is None:
            self.inbox.put(Tap("main", Button.OK, self.inbox.now()))
            time.sleep(0.5)

    def browsers(self, *kinds: str, seconds: float) -> tuple[float, dict[str, int]]:
        """Run browsers for so long; return the loop's longest pause and what they sent."""
        children = [
            subprocess.Popen(
                [sys.executable, str(CHILD), kind, self.url, str(seconds)],
                stdout=subprocess.PIPE,
                text=True,
            )
            for kind in kinds
        ]
        time.sleep(seconds / 10)  # they have connected
        self.longest = 0.0
        counts: dict[str, int] = {}
        for child in children:
            out, _ = child.communicate(timeout=seconds + 60)
            assert child.returncode == 0
            counts |= json.loads(out)
        return self.longest, counts

    def close(self) -> None:
        self.inbox.put(Stop(self.inbox.now()))
        self._thread.join(20)
        self.page.close()
        self._opened.__exit__(None, None, None)


@contextmanager
def served(state: Path) -> Iterator[Served]:
    one = Served(state)
    try:
        yield one
    finally:
        one.close()
