"""The watchdog is not fed when the loop, a driver's thread or the display hangs, and only then."""

from __future__ import annotations

import socket
import threading
import time
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.app.events import Button, Stop, Tap
from companion.config.configuration import DisplayChip
from companion.shell.inbox import EventQueue
from companion.shell.loop import Loop
from companion.shell.slow_write import SlowWrite
from hardware import buses
from hardware.buses import I2c
from hardware.buttons import Buttons
from hardware.controls import Controls
from hardware.oled import Oled, RefreshPolicy
from hardware.oled_display import OledDisplay
from hardware.systemd_notify import Watchdog
from tests.hardware.fakes.display_chips import Ssd1306Model
from tests.hardware.fakes.i2c import FakeBus
from tests.hardware.fakes.pins import FakePins
from tests.torture.presses.fakes import MemoryJournal
from tests.torture.presses.random_player import KNOWN, first_session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.app.session import Session

PINS = {Button.LEFT: 17, Button.RIGHT: 27, Button.OK: 22, Button.BACK: 23}
PERIOD_S = 0.05  # how often this watchdog is fed: a third of what the unit would allow
PATIENCE_S = 20.0


@dataclass
class Clock:
    """The real clock, and what a test adds to it."""

    ahead: float = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


@dataclass
class Gate:
    """Open, everybody passes; shut, whoever comes waits there."""

    is_open: threading.Event = field(default_factory=threading.Event)
    waits: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.is_open.set()

    def pass_through(self) -> None:
        if not self.is_open.is_set():
            self.waits.set()
            self.is_open.wait(PATIENCE_S)


class GatedBus(FakeBus):
    """A bus on which a message can get stuck, as in a kernel that waits for a clock line."""

    gate = Gate()

    def _send(self, address: int, message: bytes) -> None:
        self.gate.pass_through()
        super()._send(address, message)


class Box:
    """A loop with its watchdog, an OLED and buttons on fakes; each can be made to hang."""

    def __init__(self, manager: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = Clock()
        self.inbox = EventQueue(self.clock)
        self.bus_gate, self.pins_gate, self.storage_gate, self.loop_gate = (
            Gate() for _ in range(4)
        )
        bus = GatedBus(Ssd1306Model())
        bus.gate = self.bus_gate
        monkeypatch.setattr(buses, "Bus", lambda _: bus)
        oled = Oled(DisplayChip.SSD1306, I2c(1, 0x3C).open, RefreshPolicy(), self.inbox.now)
        self.display = OledDisplay("main", oled, self.inbox, farewell=False)
        self.pins = FakePins(PINS)
        self.buttons = Buttons(self.pins, [*PINS.items()], self.inbox)
        read = self.buttons._is_unsettled
        monkeypatch.setattr(
            self.buttons, "_is_unsettled", lambda: (self.pins_gate.pass_through(), read())[1]
        )
        self.journal = MemoryJournal(Random(1), settings={"settings": '{"language": "en"}'})
        self.journal.stall = self.storage_gate.pass_through
        self.loop = Loop(self._start, self.inbox, self.journal, [self.display])
        self.loop.signals = self
        environment = {"NOTIFY_SOCKET": str(manager), "WATCHDOG_USEC": str(int(PERIOD_S * 3e6))}
        controls = Controls(parts=(self.buttons,))
        self.watchdog = Watchdog([self.display, *controls.parts], environment)
        self.loop.beat(lambda: self.watchdog.feed(self.inbox.now()), self.watchdog.period)
        self.loop.saving.slow_write = SlowWrite(slow_s=0.02, pulse_s=0.02)
        self._thread = threading.Thread(target=self.loop.run)
        self._thread.start()

    def _start(self, saved_state: object) -> Session:
        return first_session(saved_state, KNOWN, seed_source="x", now=self.inbox.now(), defaults={})

    def sound(self, name: str) -> None:
        """Be heard; nobody does."""

    def turn(self, colour: str | None) -> None:
        """Be lit: where the loop can be made to hang."""
        del colour
        self.loop_gate.pass_through()

    def close(self) -> None:
        for gate in (self.bus_gate, self.pins_gate, self.storage_gate, self.loop_gate):
            gate.is_open.set()
        self.inbox.put(Stop(self.inbox.now()))
        self._thread.join(PATIENCE_S)
        self.display.close()
        self.buttons.close()
        self.pins.close()


@dataclass
class Manager:
    """What systemd hears."""

    link: socket.socket

    def hears(self) -> bool:
        """Wait for a feeding from now on; False where none comes for many periods."""
        self.link.settimeout(0.0)
        try:
            while True:
                self.link.recv(100)
        except BlockingIOError:
            pass
        self.link.settimeout(10 * PERIOD_S)
        try:
            return self.link.recv(100) == b"WATCHDOG=1"
        except TimeoutError:
            return False

    def hears_again(self) -> bool:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            if self.hears():
                return True
        return False


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.bind(str(tmp_path / "notify"))
        yield Manager(link)


@pytest.fixture
def box(tmp_path: Path, manager: Manager, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    box = Box(tmp_path / "notify", monkeypatch)
    assert manager.hears_again()
    yield box
    box.close()


def press(box: Box, *buttons: Button) -> None:
    for button in buttons:
        box.clock.ahead += 1.0
        box.inbox.put(Tap("main", button, box.inbox.now()))


def hang(gate: Gate, stir: Callable[[], object]) -> None:
    """Shut a gate and wait until somebody stands before it."""
    gate.is_open.clear()
    stir()
    assert gate.waits.wait(PATIENCE_S)


def test_a_loop_that_hangs_stops_feeding_the_watchdog(box: Box, manager: Manager) -> None:
    hang(box.loop_gate, lambda: press(box, Button.RIGHT))
    assert not manager.hears()
    box.loop_gate.is_open.set()
    assert manager.hears_again()


def test_a_display_that_hangs_stops_feeding_the_watchdog(box: Box, manager: Manager) -> None:
    hang(box.bus_gate, lambda: press(box, Button.RIGHT))
    assert manager.hears()  # a slow bus is no hang yet
    box.clock.ahead += 40.0
    assert not manager.hears()
    box.bus_gate.is_open.set()
    assert manager.hears_again()


def test_a_thread_of_the_buttons_that_hangs_stops_feeding_the_watchdog(
    box: Box, manager: Manager
) -> None:
    hang(box.pins_gate, lambda: None)
    assert manager.hears()
    box.clock.ahead += 40.0
    assert not manager.hears()
    box.pins_gate.is_open.set()
    assert manager.hears_again()


def test_storage_that_hangs_for_half_a_minute_does_not(box: Box, manager: Manager) -> None:
    hang(box.storage_gate, lambda: press(box, Button.OK, Button.OK, Button.OK, Button.OK))
    assert manager.hears()
    for _ in range(6):
        box.clock.ahead += 5.0
        assert manager.hears()
    box.storage_gate.is_open.set()
    assert manager.hears_again()


def test_a_panel_that_is_unplugged_does_not(box: Box, manager: Manager) -> None:
    bus = buses.Bus(1)  # type: ignore[call-arg]  # the fake's one
    bus.panel = None  # type: ignore[attr-defined]
    press(box, Button.RIGHT)
    box.clock.ahead += 40.0
    assert manager.hears_again()
