"""The queue behind ports.Inbox."""

from __future__ import annotations

import queue
import signal
import threading
import time
from typing import TYPE_CHECKING

from companion.app.events import Button, Edge, PanelUp, Stop, Tap, Tick
from companion.shell.inbox import SIGNAL_CHECK_S, EventQueue

if TYPE_CHECKING:
    import pytest


class Clock:
    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def edge(button: Button, *, pressed: bool, at: float = 1.0) -> Edge:
    return Edge("main", button, pressed, at)


def drain(inbox: EventQueue) -> list[object]:
    found: list[object] = []
    while not isinstance(event := inbox.take(until=0.0), Tick):
        found.append(event)
    return found


def test_events_come_out_in_the_order_they_went_in() -> None:
    inbox = EventQueue()
    events = [Tap("main", Button.LEFT, 1.0), Tap("main", Button.OK, 2.0), Stop(3.0)]
    for event in events:
        inbox.put(event)
    assert drain(inbox) == events


def test_a_deadline_that_comes_first_is_a_tick_at_that_time() -> None:
    assert EventQueue(Clock(100.0)).take(until=100.0) == Tick(100.0)


def test_a_tick_after_the_deadline_has_the_true_time() -> None:
    assert EventQueue(Clock(107.5)).take(until=100.0) == Tick(107.5)


def test_a_tick_is_never_earlier_than_the_deadline_it_ends() -> None:
    clock = Clock(100.0)
    assert EventQueue(clock).take(until=100.001) == Tick(100.001)


def test_a_waiting_event_goes_before_a_deadline_that_has_passed() -> None:
    inbox = EventQueue(Clock(100.0))
    inbox.put(edge(Button.RIGHT, pressed=False))
    assert inbox.take(until=50.0) == edge(Button.RIGHT, pressed=False)


def test_the_clock_of_the_inbox_is_the_one_it_was_given() -> None:
    assert EventQueue(Clock(42.0)).now() == 42.0


def test_the_clock_is_the_monotonic_one_unless_told_otherwise() -> None:
    before = time.monotonic()
    assert before <= EventQueue().now() <= time.monotonic()


def test_a_deadline_in_a_thousand_years_overflows_nothing() -> None:
    inbox = EventQueue()
    inbox.put(Stop(1.0))
    assert inbox.take(until=1e12) == Stop(1.0)


def test_another_thread_wakes_a_loop_that_waits_without_a_deadline() -> None:
    inbox = EventQueue()
    driver = threading.Thread(target=inbox.put, args=(Stop(5.0),))
    driver.start()
    assert inbox.take(until=None) == Stop(5.0)
    driver.join()


def test_a_signal_handler_may_put_while_the_loop_waits() -> None:
    inbox = EventQueue()
    before = signal.signal(signal.SIGALRM, lambda *_: inbox.put(Stop(7.0)))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        assert inbox.take(until=None) == Stop(7.0)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_flood_of_presses_stops_at_the_room_of_the_queue() -> None:
    inbox = EventQueue(room=10)
    for number in range(1000):
        inbox.put(Tap("main", Button.OK, float(number)))
        if number > 10:
            inbox.put(edge(Button.LEFT, pressed=True))
            inbox.put(edge(Button.LEFT, pressed=False))
    assert len(drain(inbox)) == 10


def test_a_full_queue_keeps_the_release_of_a_button_that_went_down() -> None:
    inbox = EventQueue(room=2)
    inbox.put(edge(Button.RIGHT, pressed=True))
    inbox.put(Tap("main", Button.OK, 1.0))
    for _ in range(5):
        inbox.put(edge(Button.RIGHT, pressed=False))
    assert drain(inbox)[2:] == [edge(Button.RIGHT, pressed=False)]


def test_a_full_queue_keeps_news_of_panels_up_to_twice_its_room_and_every_stop() -> None:
    inbox = EventQueue(room=2)
    for number in range(10):
        inbox.put(PanelUp("main", float(number)))
    inbox.put(Stop(1.0))
    assert drain(inbox) == [*(PanelUp("main", float(n)) for n in range(4)), Stop(1.0)]


def test_many_threads_lose_nothing_and_double_nothing() -> None:
    inbox = EventQueue(room=10_000)

    def send(panel: str) -> None:
        for number in range(500):
            inbox.put(Tap(panel, Button.OK, float(number)))

    threads = [threading.Thread(target=send, args=(f"panel {n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = drain(inbox)
    assert len(found) == len(set(found)) == 4000


def test_no_wait_is_longer_than_a_signal_may_be_late(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    class Quiet:
        """A queue in which nothing comes for three waits."""

        def get(self, timeout: float) -> Stop:
            waits.append(timeout)
            if len(waits) <= 3:
                raise queue.Empty
            return Stop(1.0)

    inbox = EventQueue(lambda: 0.0)
    monkeypatch.setattr(inbox, "_events", Quiet())
    assert inbox.take(None) == Stop(1.0)
    assert waits == [SIGNAL_CHECK_S] * 4
    waits.clear()
    assert inbox.take(2.5) == Tick(2.5)
    assert waits == [SIGNAL_CHECK_S, SIGNAL_CHECK_S, 0.5]
