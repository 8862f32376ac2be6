"""Browsers of all kinds: one that plays, those that flood, one that is dead.

browsers_child.py play|flood URL SECONDS; prints how much it sent and heard, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from contextlib import suppress
from itertools import count

import aiohttp

FLOODERS = 5
PINGER = 4  # the flooder that sends nothing but pings
RATE = 1300  # messages a second that are tried, all flooders together: some meet a shut door
PAUSE_S = 0.02
BAD = (
    "{",
    "[]",
    '{"seq": "x"}',
    '{"seq": 1, "button": "up ", "pressed": 1}',
    "[" * 900,
    "x" * 5000,
)


async def play(url: str, seconds: float, told: Counter[str]) -> None:
    """Look at every picture, and press right and left in turn, four times a second."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(url + "socket", headers=_origin(url)) as ws,
    ):
        presses = asyncio.create_task(_press(ws, told))
        end = asyncio.get_running_loop().time() + seconds
        while (left := end - asyncio.get_running_loop().time()) > 0:
            with suppress(TimeoutError):
                message = json.loads(await ws.receive_str(timeout=left))
                if "bits" in message:
                    told["pictures"] += 1
                    await ws.send_str('{"drawn": true}')
        presses.cancel()


async def _press(ws: aiohttp.ClientWebSocketResponse, told: Counter[str]) -> None:
    for seq in count(1, 2):
        button = ("right", "left")[seq // 2 % 2]
        await ws.send_json({"seq": seq, "button": button, "pressed": True})
        await asyncio.sleep(0.1)
        await ws.send_json({"seq": seq + 1, "button": button, "pressed": False})
        told["presses"] += 1
        await asyncio.sleep(0.15)


async def flood(url: str, seconds: float, told: Counter[str]) -> None:
    """Send good, bad, oversized messages and pings as fast as agreed; come back when thrown out."""
    tasks = [asyncio.create_task(_flood(url, number, told)) for number in range(FLOODERS)]
    tasks.append(asyncio.create_task(_be_dead(url)))
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _flood(url: str, number: int, told: Counter[str]) -> None:
    async with aiohttp.ClientSession() as session:
        while True:
            told["connections"] += 1
            with suppress(aiohttp.ClientError, ConnectionError, OSError):
                async with session.ws_connect(url + "socket", headers=_origin(url)) as ws:
                    await _pour(ws, number, told)
            await asyncio.sleep(PAUSE_S)


async def _pour(ws: aiohttp.ClientWebSocketResponse, number: int, told: Counter[str]) -> None:
    for seq in count(1):
        if ws.closed or ws._writer.transport is None or ws._writer.transport.is_closing():
            return
        for part in range(int(RATE / FLOODERS * PAUSE_S)):
            at = seq * 100 + part
            good = json.dumps({"seq": at, "button": "info", "pressed": bool(at % 2)})
            is_bad = number and at % 97 == 0
            if number == PINGER:
                await ws.ping()
            else:
                await ws.send_str(BAD[at % len(BAD)] if is_bad else good)
            told["messages"] += 1
        with suppress(TimeoutError):
            await asyncio.wait_for(ws.receive(), PAUSE_S)


async def _be_dead(url: str) -> None:
    """Open a socket and never read from it."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(url + "socket", headers=_origin(url)) as ws,
    ):
        ws._conn.transport.pause_reading()  # type: ignore[union-attr]
        await asyncio.sleep(3600)


def _origin(url: str) -> dict[str, str]:
    return {"Origin": url.rstrip("/")}


if __name__ == "__main__":
    heard: Counter[str] = Counter()
    asyncio.run({"play": play, "flood": flood}[sys.argv[1]](sys.argv[2], float(sys.argv[3]), heard))
    print(json.dumps(heard))
