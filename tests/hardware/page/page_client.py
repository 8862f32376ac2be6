"""A running page, and clients of it."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
from yarl import URL

from companion.app.events import Button, Edge, EdgeSource, Event, PageAddress
from companion.shell.inbox import EventQueue
from hardware.page.server import Page
from tests.hardware.sample import Clock, next_event, waiting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from companion.ports import SharedGame
    from hardware.page.pairing import PairingCode


FOREIGN = "http://evil.example"
COOKIE = "hare-companion"
AT = 5000.0  # the stamp of what a client sends, in ms; its clock stands still, as the server's does


class Served:
    """A running page, its inbox, its clock and its URL."""

    def __init__(
        self, pairing: PairingCode | None, address: str, panel: str, share: SharedGame | None
    ) -> None:
        self.clock = Clock()
        self.inbox = EventQueue(self.clock)
        self.page = Page(self.inbox, address, 0, pairing, panel, share)
        self.url = self.page.start()
        self.origin = self.url.rstrip("/")

    def waiting(self) -> list[Event]:
        """Take out what happened until now, beside the page's report of its address."""
        return [each for each in waiting(self.inbox) if not isinstance(each, PageAddress)]


@contextmanager
def served(
    pairing: PairingCode | None = None,
    address: str = "127.0.0.1",
    panel: str = "main",
    share: SharedGame | None = None,
) -> Iterator[Served]:
    one = Served(pairing, address, panel, share)
    try:
        yield one
    finally:
        one.page.close()


@asynccontextmanager
async def connected(
    one: Served, key: str = "", *, autoping: bool = True
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open the WebSocket as the page's own script does, and answer the first heartbeat."""
    port = URL(one.url).port
    cookies = {f"{COOKIE}-{port}": key} if key else {}
    jar = aiohttp.CookieJar(unsafe=True)
    async with (
        aiohttp.ClientSession(cookies=cookies, cookie_jar=jar) as session,
        session.ws_connect(
            one.url + "socket", headers={"Origin": one.origin}, autoping=autoping
        ) as ws,
    ):
        assert await ws.receive_str(timeout=20) == "{}"
        await ready(ws)
        yield ws


async def ready(ws: aiohttp.ClientWebSocketResponse, at: float = AT) -> None:
    await ws.send_json({"ready": True, "at": at})


async def next_message(ws: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    """Wait for the next message that is no heartbeat; heartbeats are answered."""
    while (message := json.loads(await ws.receive_str(timeout=20))) == {}:
        await ready(ws)
    return dict(message)


async def close_code(ws: aiohttp.ClientWebSocketResponse) -> int:
    """Wait for the server's close and return its code."""
    while (message := await ws.receive(timeout=20)).type is aiohttp.WSMsgType.TEXT:
        pass
    assert message.type is aiohttp.WSMsgType.CLOSE, message
    return int(message.data)


async def event(one: Served) -> object:
    """Wait for the next event, beside the page's report of its address."""
    while isinstance(found := await asyncio.to_thread(next_event, one.inbox), PageAddress):
        pass
    return found


async def press(
    ws: aiohttp.ClientWebSocketResponse, seq: int, button: str, down: bool, at: float = AT
) -> None:
    await ws.send_json({"seq": seq, "button": button, "pressed": down, "at": at})


async def hold(ws: aiohttp.ClientWebSocketResponse, seq: int, at: float) -> None:
    await ws.send_json({"seq": seq, "held": True, "at": at})


async def ask(url: str, **headers: str) -> tuple[int, dict[str, str], str]:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, dict(answer.headers), await answer.text()


async def type_code(
    one: Served, code: str, origin: str | None = None, address: str = "127.0.0.1"
) -> aiohttp.ClientResponse:
    """Type a code; all of 127/8 is this computer: another address stands for another computer."""
    headers = {"Origin": origin or one.origin}
    connector = aiohttp.TCPConnector(local_addr=(address, 0))
    async with (
        aiohttp.ClientSession(connector=connector) as session,
        session.post(one.url + "pair", json={"code": code}, headers=headers) as answer,
    ):
        await answer.read()
        return answer


def edge(button: Button, *, pressed: bool, panel: str = "main", at: float = 100.0) -> Edge:
    return Edge(panel, button, pressed, at, EdgeSource.NETWORK)
