"""A neighbour without the code: a paired phone keeps its answers, a new phone gets in."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest
from yarl import URL

from companion.shell.inbox import EventQueue
from hardware.page.pairing import PairingCode
from hardware.page.server import Page
from tests.hardware.page.page_client import COOKIE, connected, type_code

CHILD = Path(__file__).with_name("neighbour_child.py")
SECONDS = float(os.environ.get("NEIGHBOUR_S", "10"))
NEW_PHONES = 10
# Timings of a busy machine prove little: these only say that nobody had to wait for the neighbour.
ANSWER_S = 0.25
PAIRING_S = 10.0


class Served:
    """A page behind a code, as the clients of the page's tests take it."""

    def __init__(self) -> None:
        self.page = Page(EventQueue(), "127.0.0.1", 0, PairingCode("123456"))
        self.url = self.page.start()
        self.origin = self.url.rstrip("/")


async def pair(one: Served, address: str) -> str:
    """Return the key of a phone that types the right code."""
    answer = await type_code(one, "123456", address=address)
    assert answer.status == 204
    return answer.cookies[f"{COOKIE}-{URL(one.url).port}"].value


async def answer_times(one: Served, key: str, seconds: float) -> list[float]:
    """Return how long each ping of a paired phone waits for its answer."""
    times = []
    end = time.monotonic() + seconds
    async with connected(one, key, autoping=False) as ws:
        while time.monotonic() < end:
            sent = time.monotonic()
            await ws.ping()
            while (await ws.receive(timeout=20)).type.name != "PONG":
                pass
            times.append(time.monotonic() - sent)
            await asyncio.sleep(0.05)
    return times


async def measure(one: Served) -> tuple[float, float, float, dict[str, int]]:
    """Return the quiet and the attacked answer's median, the slowest pairing, and the counts."""
    key = await pair(one, "127.0.0.1")
    quiet = median(await answer_times(one, key, 2))
    child = await asyncio.create_subprocess_exec(
        sys.executable, str(CHILD), one.url, str(SECONDS), stdout=subprocess.PIPE
    )
    await asyncio.sleep(1)
    phone = asyncio.create_task(answer_times(one, key, SECONDS - 2))
    slowest = 0.0
    for number in range(1, NEW_PHONES + 1):
        began = time.monotonic()
        await pair(one, f"127.0.9.{number}")
        slowest = max(slowest, time.monotonic() - began)
        await asyncio.sleep((SECONDS - 4) / NEW_PHONES)
    attacked = median(await phone)
    out, _ = await child.communicate()
    return quiet, attacked, slowest, json.loads(out)


@pytest.mark.torture
@pytest.mark.timeout(300)
def test_a_neighbour_neither_slows_a_paired_phone_nor_keeps_a_new_one_out() -> None:
    one = Served()
    try:
        quiet, attacked, slowest, counts = asyncio.run(measure(one))
    finally:
        one.page.close()
    print(f"answer: quiet {quiet * 1000:.1f} ms, attacked {attacked * 1000:.1f} ms, ", end="")
    print(
        f"{attacked / quiet:.1f} times; slowest of {NEW_PHONES} pairings {slowest:.2f} s; {counts}"
    )
    assert counts["guess 403"] < 2 * 64 + 5
    assert attacked < max(5 * quiet, ANSWER_S)
    assert slowest < PAIRING_S
