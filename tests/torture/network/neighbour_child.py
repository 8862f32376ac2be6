"""Neighbours without the code, each from an address of its own.

neighbour_child.py URL SECONDS; prints how much they tried and how often they were cut off, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from contextlib import suppress

from yarl import URL

GUESSERS = 16
PAUSE_S = 0.01
IDLE = 60


async def attack(url: URL, seconds: float, counts: Counter[str]) -> None:
    """Guess, send single bytes, reset, send slow heads and hold idle connections."""
    tasks = [_guess(url, f"127.0.1.{number}", counts) for number in range(1, GUESSERS + 1)]
    tasks += [_send_bytes(url, f"127.0.2.{number}", counts) for number in range(1, 5)]
    tasks += [_reset(url, "127.0.3.1", counts), _be_slow(url, "127.0.4.1", counts)]
    tasks += [_be_idle(url, f"127.0.5.{number % 4 + 1}", counts) for number in range(IDLE)]
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*tasks), seconds)


async def _guess(url: URL, address: str, counts: Counter[str]) -> None:
    body = b'{"code": "000000"}'
    head = f"{_head(url, 'POST /pair')}Content-Length: {len(body)}\r\n\r\n"
    while True:
        with suppress(OSError):
            reader, writer = await _connect(url, address)
            writer.write(head.encode() + body)
            answer = await reader.read(64)
            counts[f"guess {answer[9:12].decode()}"] += 1
            writer.transport.abort()
        await asyncio.sleep(PAUSE_S)


async def _send_bytes(url: URL, address: str, counts: Counter[str]) -> None:
    head = f"{_head(url, 'GET /')}X-Filler: {'x' * 4000}".encode()
    while True:
        with suppress(OSError):
            _, writer = await _connect(url, address)
            for byte in head:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0)
                if writer.transport.is_closing():
                    break
                counts["single bytes"] += 1
            writer.transport.abort()
        await asyncio.sleep(PAUSE_S)


async def _reset(url: URL, address: str, counts: Counter[str]) -> None:
    while True:
        with suppress(OSError):
            _, writer = await _connect(url, address)
            writer.write(_head(url, "GET /").encode())
            writer.transport.abort()
            counts["resets"] += 1
        await asyncio.sleep(PAUSE_S)


async def _be_slow(url: URL, address: str, counts: Counter[str]) -> None:
    while True:
        with suppress(OSError):
            _, writer = await _connect(url, address)
            for line in _head(url, "GET /").splitlines():
                writer.write(line.encode() + b"\r\n")
                await writer.drain()
                counts["slow lines"] += 1
                await asyncio.sleep(1)
            writer.transport.abort()


async def _be_idle(url: URL, address: str, counts: Counter[str]) -> None:
    while True:
        with suppress(OSError):
            reader, _ = await _connect(url, address)
            counts["idle connections"] += 1
            await reader.read()
        await asyncio.sleep(PAUSE_S)


async def _connect(url: URL, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", url.port, local_addr=(address, 0))


def _head(url: URL, request: str) -> str:
    own = f"127.0.0.1:{url.port}"
    return f"{request} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\n"


if __name__ == "__main__":
    totals: Counter[str] = Counter()
    asyncio.run(attack(URL(sys.argv[1]), float(sys.argv[2]), totals))
    print(json.dumps(totals))
