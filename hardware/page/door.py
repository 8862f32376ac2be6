"""The listening socket: how many may come in, and how long they may dawdle."""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from typing import TYPE_CHECKING

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from hardware.page.address import reachable
from hardware.page.bucket import Bucket

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hardware.page.routes import Routes

# A browser opens up to six connections. The limit leaves the process the file descriptors that
# the journal needs, whoever knocks.
CONNECTIONS = 64
# Ten seconds are enough for any request of the page; then only WebSockets may stay.
PATIENCE_S = 10.0

# What has just come in counts for this long, even where it is gone again.
ARRIVAL_S = 1.0

_LOG = logging.getLogger("hardware.page")


# A day of one and the same fault fits into 1,500 entries.
LINES_AT_ONCE = 10
LINES_PER_S = 1 / 60
_USED_UP = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class Quiet(logging.Filter):
    """Keep a stranger from filling the card by the log.

    What others do wrong or leave unfinished is no fault of ours and is left out; of all other
    exceptions the first few are told, then one a minute. `clock` gives monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with nothing told."""
        super().__init__()
        self._lines = Bucket(LINES_PER_S, LINES_AT_ONCE, clock)

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether the record is worth its lines."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError | ConnectionError):
            return False
        return error is None or self._lines.take()


_LOG.addFilter(Quiet(time.monotonic))


class _Refused(asyncio.Protocol):
    """A connection too many: it is dropped without a word."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Drop it."""
        if isinstance(transport, asyncio.Transport):
            transport.abort()


class Door:
    """The server's socket: opens, counts its connections, throws the idle ones out, closes."""

    def __init__(self, routes: Routes, patience_s: float = PATIENCE_S) -> None:
        """Stay shut; `routes` answer the requests."""
        self._routes = routes
        self._patience_s = patience_s
        self._runner = web.AppRunner(
            routes.application(),
            access_log=None,
            logger=_LOG,
            keepalive_timeout=patience_s,
            auto_decompress=False,  # no page of ours compresses: nothing can swell
            shutdown_timeout=1.0,
        )
        self._server: asyncio.Server | None = None
        self._arriving: set[web.RequestHandler] = set()
        self._complaints = Bucket(LINES_PER_S, 1, time.monotonic)

    async def open(self, address: str, port: int) -> tuple[str, int]:
        """Listen there (port 0: a free one); return address and port as others see them.

        Raises:
            OSError: when address or port is not to be had.

        """
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._complain)
        self._server = await loop.create_server(self._protocol, address, port)
        host, bound = self._server.sockets[0].getsockname()[:2]
        return reachable(host) or "localhost", bound

    async def close(self) -> None:
        """Stop listening and end every connection."""
        if self._server is not None:
            self._server.close()
        await self._runner.cleanup()

    def _complain(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Say in one line, once a minute, what asyncio says of each connection it cannot take."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in _USED_UP:
            loop.default_exception_handler(context)
        elif self._complaints.take():
            _LOG.warning("The page cannot take a connection now: %s.", error.strerror)

    def _protocol(self) -> asyncio.BaseProtocol:
        server = self._runner.server
        if server is None or len({*server.connections, *self._arriving}) >= CONNECTIONS:
            return _Refused()
        protocol = server()
        self._arriving.add(protocol)
        loop = asyncio.get_running_loop()
        loop.call_later(ARRIVAL_S, self._arriving.discard, protocol)
        loop.call_later(self._patience_s, self._expel, protocol)
        return protocol

    def _expel(self, protocol: web.RequestHandler) -> None:
        transport = protocol.transport
        if transport is not None and not self._routes.has_seated(protocol):
            transport.abort()
