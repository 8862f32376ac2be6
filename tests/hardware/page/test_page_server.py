"""The page's server, spoken to as browsers speak to it: pictures out, presses in."""

from __future__ import annotations

import asyncio
import base64

import aiohttp

from companion.app.events import Button, Edge, PanelDown, PanelUp
from companion.shell.inbox import EventQueue
from hardware.page.server import Page
from tests.hardware.page.speaking import Served, edge, event, heard, press, served, talking
from tests.hardware.sample import SamplePicture, dots, waiting


def test_a_browser_gets_the_present_picture_and_its_drawing_is_news() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(dots((3, 2)), 1, "menu", ("Undo",)))
        async with talking(one) as ws:
            frame = await heard(ws)
            assert (frame["light"], frame["screen"], frame["texts"]) == (1, "menu", ["Undo"])
            assert base64.b64decode(frame["bits"]) == dots((3, 2)).tobytes()
            assert waiting(one.inbox) == []
            await ws.send_str('{"drawn": true}')
            assert await event(one) == PanelUp("main", 100.0, upright=True)
        assert await event(one) == PanelDown("main", 100.0)

    with served() as one:
        asyncio.run(run(one))


def test_only_the_first_browser_and_the_last_are_news() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture())
        async with talking(one) as first:
            async with talking(one) as second:
                for ws in (first, second):
                    await heard(ws)
                    await ws.send_str('{"drawn": true}')
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


def test_a_page_beside_another_panel_speaks_by_its_own_name() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture())
        async with talking(one) as ws:
            await heard(ws)
            await ws.send_str('{"drawn": true}')
            await press(ws, 1, "ok", down=True)
            assert await event(one) == PanelUp("page", 100.0, upright=True)
            assert await event(one) == Edge("page", Button.OK, pressed=True, at=100.0)
        assert await event(one) == Edge("page", Button.OK, pressed=False, at=100.0)
        assert await event(one) == PanelDown("page", 100.0)

    with served(panel="page") as one:
        assert one.page.panel == "page"
        asyncio.run(run(one))


def test_presses_are_edges_with_the_time_of_the_inbox() -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
            for seq, button in enumerate(Button):
                await press(ws, 2 * seq + 1, button.value, down=True)
                await press(ws, 2 * seq + 2, button.value, down=False)
            edges = [await event(one) for _ in range(14)]
        assert edges == [edge(b, pressed=p) for b in Button for p in (True, False)]

    with served() as one:
        asyncio.run(run(one))


def test_a_socket_that_dies_lets_go_of_its_buttons() -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
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
        async with talking(one) as slow, talking(one) as quick:
            assert (await heard(slow))["screen"] == (await heard(quick))["screen"] == "first"
            for number in range(1000):
                one.page.show(SamplePicture(name=f"number {number}"))
            await quick.send_str('{"drawn": true}')
            while (await heard(quick))["screen"] != "number 999":
                await quick.send_str('{"drawn": true}')
            await slow.send_str('{"drawn": true}')
            assert (await heard(slow))["screen"] == "number 999"

    with served() as one:
        asyncio.run(run(one))


def test_the_same_picture_is_not_sent_twice() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(name="a"))
        async with talking(one) as ws:
            await heard(ws)
            await ws.send_str('{"drawn": true}')
            await event(one)
            one.page.show(SamplePicture(name="a"))
            one.page.show(SamplePicture(name="b"))
            assert (await heard(ws))["screen"] == "b"

    with served() as one:
        asyncio.run(run(one))


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


def test_a_page_whose_loop_stands_still_is_not_alive() -> None:
    with served() as one:
        assert one.page.alive()
        one.clock.now += 1000  # and nobody moves the beat before the next second
        assert not one.page.alive()


def test_the_end_is_told_to_the_browsers() -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
            closing = asyncio.create_task(asyncio.to_thread(one.page.close))
            message = await ws.receive(timeout=20)
            assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, 1001)
            await closing

    with served() as one:
        asyncio.run(run(one))
