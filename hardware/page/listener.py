"""The listening socket and its connections."""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from typing import TYPE_CHECKING

from aiohttp import web

from hardware.page.address import is_local_peer, reachable_address
from hardware.page.log_filter import ClientErrorFilter
from hardware.page.token_bucket import TokenBucket

if TYPE_CHECKING:
    from typing import Any

    from hardware.page.connection_limiter import ConnectionLimiter
    from hardware.page.routes import Routes

# Ten seconds are enough for any request of the page; then only WebSockets may stay.
REQUEST_TIME_S = 10.0
_NO_RESOURCES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_SHUTDOWN_S = 1.0
_WARNINGS_PER_S = 1 / 60

_LOG = logging.getLogger("hardware.page")
_LOG.addFilter(ClientErrorFilter(time.monotonic))


class LimitedConnection(asyncio.Protocol):
    """One connection; aiohttp's handler gets what the limiter allows of it."""

    def __init__(self, listener: Listener) -> None:
        """Wait for the connection."""
        self._listener = listener
        self._address = ""
        self._transport: asyncio.Transport | None = None
        self._handler: web.RequestHandler | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def is_admitted(self) -> bool:
        """Return whether it is the WebSocket of a browser that may play."""
        return self._handler is not None and self._listener.routes.is_admitted(self._handler)

    def abort(self) -> None:
        """End it at once, without an answer."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hand the connection to aiohttp, or drop it: one too many, or not from this network."""
        if not isinstance(transport, asyncio.Transport):
            return
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self._address = peer[0] if peer else ""
        own = transport.get_extra_info("sockname")
        is_own = bool(own) and own[0] == self._address  # this computer, by its own address
        handler = self._listener.handler_for(self, self._address, is_own=is_own)
        if handler is None:
            transport.abort()
            return
        self._handler = handler
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(self._listener.request_time_s, self._expire)
        handler.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on what was received; end a connection that causes too much work."""
        if self._handler is None:
            return
        if self.is_admitted() or self._listener.limiter.may_read(self._address, len(data)):
            self._handler.data_received(data)
        else:
            self.abort()

    def eof_received(self) -> None:
        """Pass on that the other side sends nothing more."""
        if self._handler is not None:
            self._handler.eof_received()

    def pause_writing(self) -> None:
        """Pass on that the other side reads too slowly."""
        if self._handler is not None:
            self._handler.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the other side reads again."""
        if self._handler is not None:
            self._handler.resume_writing()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Remove the connection from the limiter and cancel its deadline."""
        self._listener.limiter.forget(self, self._address)
        if self._deadline is not None:
            self._deadline.cancel()
        if self._handler is not None:
            self._handler.connection_lost(exc)

    def _expire(self) -> None:
        if not self.is_admitted():
            self.abort()


class Listener:
    """The server's socket; `routes` answer the requests, `limiter` counts the connections."""

    def __init__(
        self, routes: Routes, limiter: ConnectionLimiter, request_time_s: float = REQUEST_TIME_S
    ) -> None:
        """Store the arguments; no socket is open yet."""
        self.routes = routes
        self.limiter = limiter
        self.request_time_s = request_time_s
        self._runner = web.AppRunner(
            routes.application(),
            access_log=None,
            logger=_LOG,
            keepalive_timeout=request_time_s,
            auto_decompress=False,  # the page sends nothing compressed: nothing can swell
            lingering_time=0.0,  # what remains of a refused body is not read
        )
        self._server: asyncio.Server | None = None
        self._warnings = TokenBucket(_WARNINGS_PER_S, 1, time.monotonic)

    async def open(self, address: str, port: int) -> tuple[str, int]:
        """Listen there (port 0: a free one); return address and port as others see them.

        Raises:
            OSError: when the address or the port cannot be used.

        """
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._log_exception)
        self._server = await loop.create_server(lambda: LimitedConnection(self), address, port)
        host, bound = self._server.sockets[0].getsockname()[:2]
        return reachable_address(host) or "localhost", bound

    async def close(self) -> None:
        """Stop listening and end every connection."""
        if self._server is not None:
            self._server.close()
        if self._runner.server is not None:  # aiohttp 3.8's cleanup would end no connection
            for connection in self._runner.server.connections:
                connection.close()  # one that waits for a request is not waited for
            await self._runner.server.shutdown(_SHUTDOWN_S)
        await self._runner.cleanup()

    def handler_for(
        self, connection: LimitedConnection, address: str, *, is_own: bool
    ) -> web.RequestHandler | None:
        """Return aiohttp's handler for a new connection, None when it is refused."""
        server = self._runner.server
        if server is None or not (is_own or is_local_peer(address)):
            return None
        return server() if self.limiter.admit(connection, address) else None

    def _log_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log in one line, once a minute, that too few files are free to accept a connection."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in _NO_RESOURCES:
            loop.default_exception_handler(context)
        elif self._warnings.take():
            _LOG.warning("The page cannot take a connection now: %s.", error.strerror)
