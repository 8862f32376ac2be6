"""The display's thread: the newest picture wins, a lost panel never reaches the game."""

from __future__ import annotations

import errno
import threading
import time
from typing import TYPE_CHECKING

import pytest
from oled_pictures import Shot, noise

from companion.app.events import PanelDown, PanelUp
from companion.config.configuration import DisplayChip
from companion.shell.inbox import EventQueue
from hardware import buses
from hardware.buses import I2c
from hardware.frames import pack
from hardware.oled import Oled, RefreshPolicy
from hardware.oled_display import HANGS_S, OledDisplay
from tests.hardware.fakes.display_chips import Ssd1306Model
from tests.hardware.fakes.i2c import FakeBus
from tests.hardware.fakes.inbox import FakeInbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE_S = 20.0


class Desk:
    """A display with its own thread on a recording bus."""

    def __init__(self, *, plugged: bool = True, farewell: bool = False) -> None:
        self.model = Ssd1306Model()
        self.bus = FakeBus(self.model if plugged else None)
        self.inbox = FakeInbox()
        oled = Oled(DisplayChip.SSD1306, I2c(1, 0x3C).open, RefreshPolicy(), self.inbox.now)
        self.display = OledDisplay("main", oled, self.inbox, farewell=farewell)

    def wait(self, is_true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not is_true():
            assert time.monotonic() < deadline
            time.sleep(0.002)

    def shows(self, seed: int) -> bool:
        return self.model.frame() == pack(noise(seed))

    def pass_time(self, seconds: float) -> None:
        """Move the clock and let the thread look at it, as its own waiting would."""
        self.inbox.clock += seconds
        with self.display._wake:
            self.display._wake.notify()


@pytest.fixture
def smbus(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []

    def make(**how: bool) -> Desk:
        desk = Desk(**how)
        monkeypatch.setattr(buses, "Bus", lambda _: desk.bus)
        desks.append(desk)
        return desk

    yield make
    for desk in desks:
        desk.display.close()
        assert not desk.display.alive()


def test_a_picture_reaches_the_display_and_then_the_panel_is_up(smbus: Callable[..., Desk]) -> None:
    desk = smbus()
    desk.display.show(Shot(noise(1)))
    desk.wait(lambda: desk.inbox.events == [PanelUp("main", 0.0)])
    assert desk.shows(1)


def test_show_returns_while_the_bus_is_busy_and_the_newest_wins(
    smbus: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = smbus()
    gate, waiting = threading.Event(), threading.Event()
    step = desk.model.data

    def slow(message: list[int]) -> None:
        waiting.set()
        assert gate.wait(PATIENCE_S)
        step(message)

    monkeypatch.setattr(desk.model, "data", slow)
    desk.display.show(Shot(noise(1)))
    assert waiting.wait(PATIENCE_S)
    for seed in range(2, 50):
        desk.display.show(Shot(noise(seed)))
    before = len(desk.bus.messages)
    gate.set()
    desk.wait(lambda: desk.shows(49))
    assert len(desk.bus.messages) - before < 2 * 4 + 8  # two pictures, not fifty


def test_a_bus_that_hangs_for_long_is_noticed_until_it_goes_on(
    smbus: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = smbus()
    gate, waiting = threading.Event(), threading.Event()
    step = desk.model.data

    def stuck(message: list[int]) -> None:
        waiting.set()
        assert gate.wait(PATIENCE_S)
        step(message)

    monkeypatch.setattr(desk.model, "data", stuck)
    desk.display.show(Shot(noise(1)))
    assert waiting.wait(PATIENCE_S)
    desk.inbox.clock += HANGS_S
    assert desk.display.alive()
    desk.inbox.clock += 0.1
    assert not desk.display.alive()
    gate.set()
    desk.wait(desk.display.alive)
    assert desk.shows(1)


def test_a_panel_missing_at_the_start_is_down_and_found_later(smbus: Callable[..., Desk]) -> None:
    desk = smbus(plugged=False)
    desk.display.show(Shot(noise(1)))
    desk.wait(lambda: desk.inbox.events == [PanelDown("main", 0.0)])
    desk.bus.panel = desk.model
    desk.display.show(Shot(noise(2)))
    desk.wait(lambda: desk.pass_time(0.5) or desk.shows(2))
    desk.wait(lambda: isinstance(desk.inbox.events[-1], PanelUp))


def test_a_lost_panel_is_logged_once_and_retried_with_growing_delays(
    smbus: Callable[..., Desk],
) -> None:
    desk = smbus()
    desk.display.show(Shot(noise(1)))
    desk.wait(lambda: desk.shows(1))
    opened: list[float] = []
    oled = desk.display._oled
    open_bus = oled._open_bus

    def count() -> object:
        opened.append(desk.inbox.now())
        return open_bus()

    oled._open_bus = count
    desk.bus.panel = None
    desk.display.show(Shot(noise(2)))
    desk.wait(lambda: PanelDown("main", 0.0) in desk.inbox.events)
    desk.display.close()  # from here on this thread does its work
    opened.clear()
    for tenths in range(1, 201):
        desk.inbox.clock = tenths / 10
        desk.display._update_panel(Shot(noise(2)))
    assert opened == pytest.approx([0.5, 1.5, 3.5, 7.5, 12.5, 17.5])
    assert [type(event) for event in desk.inbox.events] == [PanelUp, PanelDown]


def test_pulled_and_put_back_the_panel_is_whole_again_without_a_new_picture(
    smbus: Callable[..., Desk],
) -> None:
    desk = smbus()
    desk.display.show(Shot(noise(1)))
    desk.wait(lambda: desk.shows(1))
    desk.bus.panel = None
    desk.pass_time(2.0)
    desk.display.show(Shot(noise(2)))
    desk.wait(lambda: any(isinstance(event, PanelDown) for event in desk.inbox.events))
    desk.model.power_on()
    desk.bus.panel = desk.model
    desk.wait(lambda: desk.pass_time(0.5) or desk.shows(2))


def test_at_the_end_the_panel_is_dark(smbus: Callable[..., Desk]) -> None:
    desk = smbus()
    desk.display.show(Shot(noise(1)))
    desk.wait(lambda: desk.shows(1))
    desk.display.close()
    assert not desk.model.is_on
    assert desk.bus.closed == 1


def test_a_farewell_is_sent_and_stays(smbus: Callable[..., Desk]) -> None:
    desk = smbus(farewell=True)
    desk.display.show(Shot(noise(1)))
    desk.display.show(Shot(noise(2)))
    desk.display.close()
    assert desk.shows(2)


def test_the_end_comes_also_without_a_panel(smbus: Callable[..., Desk]) -> None:
    desk = smbus(plugged=False)
    desk.display.show(Shot(noise(1)))
    desk.display.close()
    assert not desk.display.alive()


def test_many_threads_may_show_at_once(smbus: Callable[..., Desk]) -> None:
    desk = smbus()
    threads = [
        threading.Thread(
            target=lambda first: [
                desk.display.show(Shot(noise(first + n))) for n in range(0, 400, 4)
            ],
            args=(first,),
        )
        for first in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    desk.display.show(Shot(noise(999)))
    desk.wait(lambda: desk.shows(999))


def test_faults_at_random_leave_the_right_picture_in_the_end(smbus: Callable[..., Desk]) -> None:
    desk = smbus()
    for seed in range(60):
        if seed % 3 == 0:
            desk.bus.faults.append((("command", "data")[seed % 2], errno.ETIMEDOUT))
        desk.inbox.clock += 5.0
        desk.display.show(Shot(noise(seed)))
    desk.bus.faults.clear()
    desk.display.show(Shot(noise(60)))
    desk.wait(lambda: desk.pass_time(5.0) or desk.shows(60))
    assert desk.display.alive()


def test_the_products_inbox_takes_the_events_of_a_display(smbus: Callable[..., Desk]) -> None:
    inbox = EventQueue()
    desk = smbus()
    desk.display._inbox = inbox
    desk.display.show(Shot(noise(1)))
    assert isinstance(inbox.take(inbox.now() + PATIENCE_S), PanelUp)
