"""Months on a shelf: a week in simulated time, and real time by hand; nothing grows."""

from __future__ import annotations

import gc
import os
import socket
import threading
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.app.events import MAIN, Button, Event, PanelUp, Tap, Tick
from companion.app.states.ids import ScreenId
from companion.shell.bootstrap import open_loop
from hardware.systemd_notify import Watchdog
from tests.torture.network.served import served
from tests.torture.presses.fakes import MemoryDisplay

if TYPE_CHECKING:
    from companion.shell.loop import Loop

# By hand, in full: SOAK_S=3600 pytest -n 0 -m torture tests/torture/soak -s
SOAK_S = float(os.environ.get("SOAK_S", "60"))
HOUR_S = 3600.0
PERIOD_S = 60.0  # how often this watchdog is fed
MOST_KIB = 2048


class Jumping:
    """An inbox whose time jumps to whatever comes next."""

    def __init__(self) -> None:
        self.time = 0.0
        self.events: list[Event] = [PanelUp(MAIN, 0.0)]

    def put(self, event: Event) -> None:
        self.events.append(event)

    def now(self) -> float:
        return self.time

    def take(self, until: float | None) -> Event:
        if self.events:
            return self.events.pop(0)
        self.time = max(self.time, until or self.time + HOUR_S)
        return Tick(self.time)


class Box:
    """The real loop, journal and watchdog, and a week to spend."""

    def __init__(self, folder: Path, manager: socket.socket) -> None:
        self.state = folder / "state"
        self.manager = manager
        self.inbox, self.display, self.random = Jumping(), MemoryDisplay(), Random(1)
        environment = {
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": str(int(3e6 * PERIOD_S)),
        }
        self.watchdog = Watchdog([], environment)
        self.fed, self.longest_fast_s, self.turns = 0, 0.0, 0
        self._fed_at = 0.0

    def turn(self, loop: Loop) -> None:
        """Do what `Loop.run` does in each round."""
        loop.turn(self.inbox.take(loop.deadline()))
        self.turns += 1
        now = self.inbox.time
        if self.watchdog.feed(now):
            assert self.manager.recv(100) == b"WATCHDOG=1"
            self.longest_fast_s = max(self.longest_fast_s, now - self._fed_at)
            self.fed, self._fed_at = self.fed + 1, now

    def play(self, loop: Loop, presses: int) -> None:
        for _ in range(presses):
            self.inbox.time += 1.0
            button = self.random.choices((Button.OK, Button.RIGHT, Button.LEFT), (4, 5, 1))[0]
            self.inbox.put(Tap(MAIN, button, self.inbox.time))
            self.turn(loop)

    def rest(self, loop: Loop, hours: float) -> None:
        """Stand there; not a byte is written and the pictures go on."""
        before = contents(self.state)
        end = self.inbox.time + hours * HOUR_S
        while self.inbox.time < end:
            self.turn(loop)
        assert contents(self.state) == before


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def measured() -> tuple[int, int, int]:
    """Measure resident KiB, threads and file descriptors."""
    gc.collect()
    status = Path("/proc/self/status").read_text("ascii")
    kib = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kib), threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


def soak(folder: Path, days: int) -> None:
    """Play a little every six hours of so many days."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(folder / "notify"))
        box = Box(folder, manager)
        with open_loop(str(box.state), box.inbox, [box.display], seed="soak") as loop:
            loop.beat(lambda: None, box.watchdog.period)
            early = (0, 0, 0)
            for quarter in range(4 * days):
                box.play(loop, 100)
                box.rest(loop, 6.0)
                early = measured() if quarter == days // 2 else early
            late = measured()
            assert loop.session.game is not None
            assert loop.session.screen.id is not ScreenId.FAULT
    print(
        f"{days} days, {box.turns} turns, {box.fed} feedings, {box.display.seen.total()} pictures"
    )
    print(f"early {early}, late {late}: KiB, threads, file descriptors")
    assert box.longest_fast_s <= 2 * PERIOD_S
    assert box.display.seen.total() >= box.turns
    assert late[0] - early[0] <= MOST_KIB
    assert late[1:] == early[1:]


@pytest.mark.torture
def test_a_day_of_rest_and_play_writes_nothing_while_it_rests(tmp_path: Path) -> None:
    soak(tmp_path, 1)


@pytest.mark.torture
@pytest.mark.timeout(600)
def test_a_week_of_rest_and_play_leaves_no_trace_but_its_games(tmp_path: Path) -> None:
    soak(tmp_path, 7)


@pytest.mark.torture
@pytest.mark.timeout(2 * SOAK_S + 120)
def test_real_time_with_a_browser_grows_nothing(tmp_path: Path) -> None:
    with served(tmp_path / "state") as one:
        one.begin()
        one.browsers("play", seconds=SOAK_S / 10)
        time.sleep(1.0)
        early, turns = measured(), one.turns
        one.browsers("play", seconds=SOAK_S * 9 / 10)
        time.sleep(1.0)
        late = measured()
        print(f"{SOAK_S:.0f} s, {one.turns - turns} turns of the loop")
        print(f"early {early}, late {late}: KiB, threads, file descriptors")
        assert one.turns > turns
        assert one.page.alive()
    assert late[0] - early[0] <= MOST_KIB
    assert late[1:] == early[1:]
