"""Browsers of all kinds: one that plays, those that flood, one that never reads.

browsers_child.py play|flood URL SECONDS; prints how much it sent and received, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from contextlib import suppress
from itertools import count
from time import monotonic

import aiohttp

FLOODERS = 5
PINGER = 4  # the flooder that sends nothing but pings
RATE = 1300  # messages a second that are tried, all flooders together: some are refused
PAUSE_S = 0.02
BAD = (
    "{",
    "[]",
    '{"seq": "x"}',
    '{"seq": 1, "button": "up ", "pressed": 1}',
    "[" * 900,
    "x" * 5000,
)


async def play(url: str, seconds: float, counts: Counter[str]) -> None:
    """Look at every picture, and press right and left in turn, four times a second."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(url + "socket", headers=_origin(url)) as ws,
    ):
        presses = asyncio.create_task(_press(ws, counts))
        end = asyncio.get_running_loop().time() + seconds
        while (left := end - asyncio.get_running_loop().time()) > 0:
            with suppress(TimeoutError):
                message = json.loads(await ws.receive_str(timeout=left))
                counts["pictures"] += "bits" in message
                counts["late"] += "late" in message
                await ws.send_json({"ready": True, "at": _stamp()})
        presses.cancel()


async def _press(ws: aiohttp.ClientWebSocketResponse, counts: Counter[str]) -> None:
    for seq in count(1, 2):
        button = ("right", "left")[seq // 2 % 2]
        down = {"seq": seq, "button": button, "pressed": True, "at": _stamp()}
        await ws.send_json(down)
        await asyncio.sleep(0.1)
        up = {"seq": seq + 1, "button": button, "pressed": False, "at": _stamp()}
        await ws.send_json(up)
        counts["presses"] += 1
        await asyncio.sleep(0.15)


async def flood(url: str, seconds: float, counts: Counter[str]) -> None:
    """Send good, bad, oversized messages and pings at the rate above; reconnect when cut off."""
    tasks = [asyncio.create_task(_flood(url, number, counts)) for number in range(FLOODERS)]
    tasks.append(asyncio.create_task(_never_read(url)))
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _flood(url: str, number: int, counts: Counter[str]) -> None:
    async with aiohttp.ClientSession() as session:
        while True:
            counts["connections"] += 1
            with suppress(aiohttp.ClientError, ConnectionError, OSError):
                async with session.ws_connect(url + "socket", headers=_origin(url)) as ws:
                    await _send_messages(ws, number, counts)
            await asyncio.sleep(PAUSE_S)


async def _send_messages(
    ws: aiohttp.ClientWebSocketResponse, number: int, counts: Counter[str]
) -> None:
    for seq in count(1):
        if ws.closed or ws._writer.transport is None or ws._writer.transport.is_closing():
            return
        for part in range(int(RATE / FLOODERS * PAUSE_S)):
            at = seq * 100 + part
            press = {"seq": at, "button": "info", "pressed": bool(at % 2), "at": _stamp()}
            good = json.dumps(press)
            is_bad = number and at % 97 == 0
            if number == PINGER:
                await ws.ping()
            else:
                await ws.send_str(BAD[at % len(BAD)] if is_bad else good)
            counts["messages"] += 1
        with suppress(TimeoutError):
            await asyncio.wait_for(ws.receive(), PAUSE_S)


async def _never_read(url: str) -> None:
    """Open a socket and never read from it."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(url + "socket", headers=_origin(url)) as ws,
    ):
        ws._conn.transport.pause_reading()  # type: ignore[union-attr]
        await asyncio.sleep(3600)


def _stamp() -> float:
    """Return the browser's monotonic time in milliseconds."""
    return 1000 * monotonic()


def _origin(url: str) -> dict[str, str]:
    return {"Origin": url.rstrip("/")}


if __name__ == "__main__":
    totals: Counter[str] = Counter()
    asyncio.run(
        {"play": play, "flood": flood}[sys.argv[1]](sys.argv[2], float(sys.argv[3]), totals)
    )
    print(json.dumps(totals))
