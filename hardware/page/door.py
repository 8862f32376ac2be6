"""The listening socket: how many may come in, and how long they may dawdle."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import TYPE_CHECKING

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

if TYPE_CHECKING:
    from hardware.page.routes import Routes

# A browser opens up to six connections. The limit leaves the process the file descriptors that
# the journal needs, whoever knocks.
CONNECTIONS = 64
# Ten seconds are enough for any request of the page; then only WebSockets may stay.
PATIENCE_S = 10.0

# What has just come in counts for this long, even where it is gone again.
ARRIVAL_S = 1.0

_LOG = logging.getLogger("hardware.page")


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Leave out what aiohttp says of broken requests: a neighbour could fill the card with it."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


_LOG.addFilter(_is_worth_a_line)


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

    async def open(self, address: str, port: int) -> tuple[str, int]:
        """Listen there (port 0: a free one); return address and port as others see them.

        Raises:
            OSError: when address or port is not to be had.

        """
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._protocol, address, port)
        host, bound = self._server.sockets[0].getsockname()[:2]
        return _reachable(host), bound

    async def close(self) -> None:
        """Stop listening and end every connection."""
        if self._server is not None:
            self._server.close()
        await self._runner.cleanup()

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


def _reachable(host: str) -> str:
    """Return the address of this computer that others see where `host` stands for all of them."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - the comparison binds nothing
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Connecting a UDP socket sends nothing; the target is a documentation address (RFC 5737).
    target = "2001:db8::1" if ":" in host else "192.0.2.1"
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "localhost"
