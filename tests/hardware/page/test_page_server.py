"""The page's server and its browsers: pictures out, presses in."""

from __future__ import annotations

import asyncio
import base64
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp

from companion.app.events import Button, PanelDown, PanelUp, Typed
from companion.shell.inbox import EventQueue
from hardware.page import client_hub
from hardware.page.event_loop_watch import PERIOD_S, TIMEOUT_S, EventLoopWatch
from hardware.page.server import Page
from tests.hardware.page.page_client import (
    AT,
    Served,
    close_code,
    connected,
    edge,
    event,
    next_message,
    press,
    ready,
    served,
)
from tests.hardware.sample import Clock, SamplePicture, dots

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest


def test_a_browser_gets_the_present_picture_and_its_drawing_is_news() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(dots((3, 2)), 1, "menu", ("Undo",)))
        async with connected(one) as ws:
            frame = await next_message(ws)
            assert (frame["light"], frame["screen"], frame["texts"]) == (1, "menu", ["Undo"])
            assert base64.b64decode(frame["bits"]) == dots((3, 2)).tobytes()
            assert one.waiting() == []
            await ready(ws)
            assert await event(one) == PanelUp("main", 100.0, upright=True)
        assert await event(one) == PanelDown("main", 100.0)

    with served() as one:
        asyncio.run(run(one))


def test_only_the_first_browser_and_the_last_are_news() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture())
        async with connected(one) as first:
            async with connected(one) as second:
                for ws in (first, second):
                    await next_message(ws)
                    await ready(ws)
                await press(second, 1, "ok", down=True)  # comes after the second's answer
                assert [await event(one) for _ in range(2)] == [
                    PanelUp("main", 100.0, upright=True),
                    edge(Button.OK, pressed=True),
                ]
            assert await event(one) == edge(Button.OK, pressed=False)
            await press(first, 1, "ok", down=True)
            assert await event(one) == edge(Button.OK, pressed=True)
        assert await event(one) == edge(Button.OK, pressed=False)
        assert await event(one) == PanelDown("main", 100.0)

    with served() as one:
        asyncio.run(run(one))


def test_a_page_beside_another_panel_sends_its_own_name() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture())
        async with connected(one) as ws:
            await next_message(ws)
            await ready(ws)
            await press(ws, 1, "ok", down=True)
            assert await event(one) == PanelUp("page", 100.0, upright=True)
            assert await event(one) == edge(Button.OK, pressed=True, panel="page")
        assert await event(one) == edge(Button.OK, pressed=False, panel="page")
        assert await event(one) == PanelDown("page", 100.0)

    with served(panel="page") as one:
        assert one.page.panel == "page"
        asyncio.run(run(one))


def test_typed_characters_come_in_with_the_time_of_the_inbox() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(typed=""))
        async with connected(one) as ws:
            assert (await next_message(ws))["typed"] == ""
            await ready(ws)
            await ws.send_json({"seq": 1, "text": "Be", "at": AT})
            assert await event(one) == PanelUp("main", 100.0, upright=True)
            assert await event(one) == Typed("main", "Be", 100.0)

    with served() as one:
        asyncio.run(run(one))


def test_presses_are_edges_with_the_time_of_the_inbox() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            for seq, button in enumerate(Button):
                await press(ws, 2 * seq + 1, button.value, down=True)
                await press(ws, 2 * seq + 2, button.value, down=False)
            edges = [await event(one) for _ in range(14)]
        assert edges == [edge(b, pressed=p) for b in Button for p in (True, False)]

    with served() as one:
        asyncio.run(run(one))


def test_a_socket_that_breaks_releases_its_buttons() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            await press(ws, 1, "right", down=True)
            assert await event(one) == edge(Button.RIGHT, pressed=True)
            transport = ws.get_extra_info("socket")
            assert transport is not None
            ws._writer.transport.abort()
            assert await event(one) == edge(Button.RIGHT, pressed=False)

    with served() as one:
        asyncio.run(run(one))


def test_a_slow_browser_holds_nobody_up_and_gets_only_the_newest_picture() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(name="first"))
        async with connected(one) as slow, connected(one) as quick:
            assert (
                (await next_message(slow))["screen"]
                == (await next_message(quick))["screen"]
                == "first"
            )
            for number in range(1000):
                one.page.show(SamplePicture(name=f"number {number}"))
            await ready(quick)
            while (await next_message(quick))["screen"] != "number 999":
                await ready(quick)
            await ready(slow)
            assert (await next_message(slow))["screen"] == "number 999"

    with served() as one:
        asyncio.run(run(one))


def test_the_same_picture_is_not_sent_twice() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(name="a"))
        async with connected(one) as ws:
            await next_message(ws)
            await ready(ws)
            await event(one)
            one.page.show(SamplePicture(name="a"))
            one.page.show(SamplePicture(name="b"))
            assert (await next_message(ws))["screen"] == "b"

    with served() as one:
        asyncio.run(run(one))


def test_a_page_at_rest_hears_from_the_server_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture())
        async with connected(one) as ws:
            await next_message(ws)
            for _ in range(3):
                await ready(ws)
                assert await ws.receive_str(timeout=20) == "{}"

    monkeypatch.setattr(client_hub, "HEARTBEAT_S", 0.02)
    with served() as one:
        asyncio.run(run(one))


def test_a_heartbeat_may_be_late_by_its_period_before_the_page_gives_the_link_up() -> None:
    script = (Path(client_hub.__file__).parent / "static" / "link.js").read_text("utf-8")
    (silence_ms,) = re.findall(r"const SILENCE_MS = (\d+);", script)
    assert int(silence_ms) >= 2000 * client_hub.HEARTBEAT_S


def test_showing_before_the_start_and_after_the_end_does_no_harm() -> None:
    page = Page(EventQueue(), port=0)
    page.show(SamplePicture())
    assert not page.alive()
    page.start()
    assert page.alive()
    page.close()
    page.show(SamplePicture())
    page.close()
    assert not page.alive()


class OneThread(asyncio.AbstractEventLoop):
    """An event loop that only remembers what it is to call later."""

    def __init__(self) -> None:
        self.later: list[Callable[[], object]] = []

    def call_later(self, delay: float, callback: Callable[..., object], *args: object) -> Any:
        assert delay == PERIOD_S
        self.later.append(partial(callback, *args))


def test_a_loop_that_stands_still_for_ten_seconds_is_noticed() -> None:
    clock, loop = Clock(), OneThread()
    watch = EventLoopWatch(clock, lambda: None)
    watch.start(loop)
    clock.now += TIMEOUT_S - 0.1
    assert watch.is_recent()
    clock.now += 0.1
    assert not watch.is_recent()


def test_every_heartbeat_schedules_the_next_and_does_the_work() -> None:
    clock, loop, worked = Clock(), OneThread(), []
    watch = EventLoopWatch(clock, lambda: worked.append(clock.now))
    watch.start(loop)
    for _ in range(20):
        clock.now += PERIOD_S
        loop.later.pop()()
    assert watch.is_recent()
    assert worked == [100.0 + second for second in range(21)]


def test_a_page_whose_loop_stands_still_is_not_alive() -> None:
    with served() as one:
        assert one.page.alive()
        one.clock.now += 1000  # and nothing runs in the page's loop before the next second
        assert not one.page.alive()


def test_the_browsers_get_the_close_code_of_the_end() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            closing = asyncio.create_task(asyncio.to_thread(one.page.close))
            assert await close_code(ws) == aiohttp.WSCloseCode.GOING_AWAY
            await closing

    with served() as one:
        asyncio.run(run(one))
