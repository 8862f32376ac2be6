"""A running page, and the ways to speak to it."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
from yarl import URL

from companion.app.events import Button, Edge
from companion.shell.inbox import EventQueue
from hardware.page.server import Page
from tests.hardware.sample import Clock, next_event

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from hardware.page.pairing import Pairing


FOREIGN = "http://evil.example"


COOKIE = "hare-companion"


class Served:
    """A running page, its inbox, its clock and its URL."""

    def __init__(self, pairing: Pairing | None, address: str, panel: str) -> None:
        self.clock = Clock()
        self.inbox = EventQueue(self.clock)
        self.page = Page(self.inbox, address, 0, pairing, panel=panel)
        self.url = self.page.start()
        self.origin = self.url.rstrip("/")


@contextmanager
def served(
    pairing: Pairing | None = None, address: str = "127.0.0.1", panel: str = "main"
) -> Iterator[Served]:
    one = Served(pairing, address, panel)
    try:
        yield one
    finally:
        one.page.close()


@asynccontextmanager
async def talking(
    one: Served, key: str = "", *, autoping: bool = True
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open the WebSocket as the page's own script does."""
    port = URL(one.url).port
    cookies = {f"{COOKIE}-{port}": key} if key else {}
    jar = aiohttp.CookieJar(unsafe=True)
    async with (
        aiohttp.ClientSession(cookies=cookies, cookie_jar=jar) as session,
        session.ws_connect(
            one.url + "socket", headers={"Origin": one.origin}, autoping=autoping
        ) as ws,
    ):
        yield ws


async def heard(ws: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    """Wait for the next frame."""
    while "bits" not in (message := json.loads(await ws.receive_str(timeout=20))):
        pass
    return dict(message)


async def event(one: Served) -> object:
    return await asyncio.to_thread(next_event, one.inbox)


async def press(ws: aiohttp.ClientWebSocketResponse, seq: int, button: str, down: bool) -> None:
    await ws.send_json({"seq": seq, "button": button, "pressed": down})


async def ask(url: str, **headers: str) -> tuple[int, dict[str, str], str]:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, dict(answer.headers), await answer.text()


async def type_code(one: Served, code: str, origin: str | None = None) -> aiohttp.ClientResponse:
    headers = {"Origin": origin or one.origin}
    async with (
        aiohttp.ClientSession() as session,
        session.post(one.url + "pair", json={"code": code}, headers=headers) as answer,
    ):
        await answer.read()
        return answer


def edge(button: Button, *, pressed: bool) -> Edge:
    return Edge("main", button, pressed, 100.0)
