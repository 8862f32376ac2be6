"""The time of a press: the browser's stamps on the server's clock."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from companion.app.events import Button
from hardware.page.client_clock import ClientClock
from tests.hardware.page.page_client import (
    AT,
    Served,
    connected,
    edge,
    event,
    hold,
    next_message,
    press,
    ready,
    served,
)
from tests.hardware.sample import SamplePicture

if TYPE_CHECKING:
    import aiohttp


def test_the_offset_is_the_middle_of_the_narrowest_bounds() -> None:
    clock = ClientClock()
    clock.observe(sent=100.0, stamp=5.0, received=101.0)
    assert clock.age(5.0, 101.0) == pytest.approx(0.5)
    clock.observe(sent=110.0, stamp=15.2, received=110.4)
    clock.observe(sent=120.0, stamp=25.8, received=121.5)
    assert clock.age(26.0, 121.2) == pytest.approx(0.1)


def test_without_an_exchange_a_press_is_of_the_moment_it_comes_in() -> None:
    clock = ClientClock()
    assert clock.age(5.0, 100.0) == 0
    assert clock.event_time(5.0, 100.0, in_hold=False) == 100.0


def test_events_keep_their_spacing_however_late_they_come() -> None:
    clock = ClientClock()
    clock.observe(sent=100.0, stamp=5.0, received=100.0)
    times = [clock.event_time(5.0 + n / 10, 101.0, in_hold=False) for n in range(5)]
    assert times == pytest.approx([100.0, 100.1, 100.2, 100.3, 100.4])


def test_a_clock_that_stopped_while_the_phone_slept_is_estimated_anew() -> None:
    clock = ClientClock()
    clock.observe(sent=100.0, stamp=5.0, received=100.1)
    assert clock.age(6.0, 400.0) > 290
    clock.observe(sent=399.0, stamp=5.5, received=399.1)
    assert clock.age(6.45, 400.0) == pytest.approx(0.0)


@pytest.mark.parametrize("drift", [1.0001, 0.9999])
def test_a_clock_that_drifts_is_followed(drift: float) -> None:
    clock = ClientClock()
    for second in range(0, 7200, 2):
        clock.observe(sent=second, stamp=second * drift, received=second + 0.02)
    assert abs(clock.age(7200 * drift, 7200.0)) < 0.03


def test_the_length_of_a_hold_is_exact_although_the_estimate_gets_better_meanwhile() -> None:
    clock = ClientClock()
    clock.observe(sent=100.0, stamp=5.0, received=101.0)
    pressed = clock.event_time(6.0, 102.0, in_hold=False)
    clock.observe(sent=102.0, stamp=7.0, received=102.1)
    released = clock.event_time(6.4, 102.2, in_hold=True)
    assert released - pressed == pytest.approx(0.4)


def test_no_event_is_later_than_now_or_before_the_last() -> None:
    clock = ClientClock()
    clock.observe(sent=100.0, stamp=5.0, received=100.1)
    assert clock.event_time(1e300, 101.0, in_hold=False) == 101.0
    assert clock.event_time(-1e300, 102.0, in_hold=False) == 101.0


async def first_answer(ws: aiohttp.ClientWebSocketResponse) -> None:
    """Wait until the server has the answer to its first heartbeat: then it sends the next."""
    assert await ws.receive_str(timeout=20) == "{}"


def test_presses_have_the_times_at_which_they_were_made() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            await first_answer(ws)
            one.clock.now += 0.9
            for seq, at in enumerate((AT, AT + 80, AT + 300)):
                await press(ws, seq + 1, "right", seq != 1, at)
            expected = [(True, 100.0), (False, 100.08), (True, 100.3)]
            for pressed, at in expected:
                found = await event(one)
                assert found == edge(Button.RIGHT, pressed=pressed, at=pytest.approx(at))

    with served() as one:
        asyncio.run(run(one))


def test_a_press_of_more_than_a_second_ago_is_dropped_with_its_release_and_reported() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            await first_answer(ws)
            one.clock.now += 1.1
            await press(ws, 1, "ok", down=True)
            await press(ws, 2, "ok", down=False, at=AT + 50)
            await press(ws, 3, "left", down=True, at=AT + 1000)
            await ready(ws, AT + 1100)
            assert await next_message(ws) == {"late": True}
            assert await event(one) == edge(Button.LEFT, pressed=True, at=pytest.approx(101.0))

    with served() as one:
        asyncio.run(run(one))


def test_a_hold_runs_by_its_reports_and_a_late_report_ends_it() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            await press(ws, 1, "right", down=True)
            assert await event(one) == edge(Button.RIGHT, pressed=True)
            one.clock.now += 0.06
            await hold(ws, 2, AT + 60)
            assert await event(one) == edge(Button.RIGHT, pressed=True, at=pytest.approx(100.06))
            one.clock.now += 9
            await hold(ws, 3, AT + 120)
            await hold(ws, 4, AT + 9060)
            assert await event(one) == edge(Button.RIGHT, pressed=False, at=pytest.approx(100.06))
            await ready(ws, AT + 9060)
            assert await next_message(ws) == {"late": True}
            assert one.waiting() == []

    with served() as one:
        asyncio.run(run(one))


def test_a_late_release_releases_at_the_last_sign_of_life() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            await press(ws, 1, "right", down=True)
            assert await event(one) == edge(Button.RIGHT, pressed=True)
            one.clock.now += 9
            await press(ws, 2, "right", down=False, at=AT + 5000)
            assert await event(one) == edge(Button.RIGHT, pressed=False)

    with served() as one:
        asyncio.run(run(one))


def test_a_report_of_a_hold_presses_nothing() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            await hold(ws, 1, AT)
            await press(ws, 2, "ok", down=True)
            assert await event(one) == edge(Button.OK, pressed=True)

    with served() as one:
        asyncio.run(run(one))


def test_after_a_late_press_the_same_picture_is_not_sent_again() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(name="a"))
        async with connected(one) as ws:
            assert (await next_message(ws))["screen"] == "a"
            await ready(ws)
            one.clock.now += 1.1
            await press(ws, 1, "ok", down=True)
            await ready(ws, AT + 1100)
            assert await next_message(ws) == {"late": True}
            await ready(ws, AT + 1100)
            one.page.show(SamplePicture(name="b"))
            assert (await next_message(ws))["screen"] == "b"

    with served() as one:
        asyncio.run(run(one))
