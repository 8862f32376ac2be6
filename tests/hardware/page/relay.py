"""A relay before the page that delays, bunches and stops data, as a bad network does."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Relay:
    """Forwards TCP connections to a port; `step_s` and `stall` hold up both directions.

    With a step, what comes in is delivered in bunches, so many seconds apart.
    """

    def __init__(self, port: int, step_s: float) -> None:
        self._port = port
        self._step_s = step_s
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self._flows.set()
        self._closing = asyncio.Event()
        self._opened = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))
        self._thread.start()
        assert self._opened.wait(20)

    def stall(self) -> None:
        self._call(self._flows.clear)

    def resume(self) -> None:
        self._call(self._flows.set)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(20)
        self._loop.close()

    def _call(self, change: object) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (change(), done.set()))  # type: ignore[operator]
        assert done.wait(20)

    async def _run(self) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        self._opened.set()
        await self._closing.wait()
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            onward = await asyncio.open_connection("127.0.0.1", self._port)
            try:
                await asyncio.gather(self._pass(reader, onward[1]), self._pass(onward[0], writer))
            finally:
                writer.close()
                onward[1].close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes on until the end; it comes through as fast as the bytes do."""
        data = b"anything"
        while data:
            data = await reader.read(65536)
            if self._step_s:
                await asyncio.sleep(self._step_s - self._loop.time() % self._step_s)
            await self._flows.wait()
            if data:
                writer.write(data)
            elif writer.can_write_eof():
                writer.write_eof()


@contextlib.contextmanager
def relay(port: int, step_s: float = 0.0) -> Iterator[Relay]:
    one = Relay(port, step_s)
    try:
        yield one
    finally:
        one.close()
