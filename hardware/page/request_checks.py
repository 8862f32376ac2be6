"""Which requests come from the page itself, and what the browser may do with the answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from aiohttp import web

from hardware.page.address import machine_names, url_host

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HTTP_PORT = 80
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:]+)(?::([0-9]{1,5}))?")


class RequestChecks:
    """Checks of the Host and Origin headers; `has_code` says whether the page asks for a code.

    A foreign name that is made to point here (DNS rebinding) is refused. Served are: the names of
    loopback, at any port, since a tunnel or a container may lead here from another one; the
    address at which the connection arrived; and behind the code this computer's own names.
    """

    def __init__(self, *, has_code: bool) -> None:
        """Check nothing yet."""
        self._has_code = has_code

    def own_host(self, request: web.BaseRequest) -> str | None:
        """Return the Host header if it names this server, else None."""
        hosts = request.headers.getall("Host", [])
        parts = _HOST.fullmatch(hosts[0].lower()) if len(hosts) == 1 else None
        if parts is None or request.transport is None:
            return None
        name, port = parts.groups()
        if name in LOOPBACK_NAMES:
            return parts[0]
        address, own_port = request.transport.get_extra_info("sockname")[:2]
        names = {url_host(address)} | (machine_names() if self._has_code else frozenset())
        return parts[0] if name in names and int(port or _HTTP_PORT) == own_port else None

    def is_from_own_page(self, request: web.BaseRequest) -> bool:
        """Return whether the Origin header, which browsers always send, is this very server."""
        return request.headers.getall("Origin", []) == [f"http://{self.own_host(request)}"]

    @web.middleware
    async def refuse_other_hosts(
        self,
        request: web.Request,
        handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        """Answer 421, and the right address, to any request that was meant for another host."""
        if self.own_host(request) is None:
            raise web.HTTPMisdirectedRequest(text=_other_host(request))
        return await handler(request)

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Add the headers that keep other pages from using this one."""
        # 'self' covers a WebSocket of the same origin in new browsers only: it is named as well.
        host = self.own_host(request)
        socket = f"ws://{host}" if host else ""
        response.headers.update(
            {
                "Content-Security-Policy": (
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                    "manifest-src 'self'; "
                    f"connect-src 'self' {socket}; base-uri 'none'; form-action 'none'; "
                    "frame-ancestors 'none'"
                ),
                "X-Content-Type-Options": "nosniff",
                "X-Frame-Options": "DENY",
                "Referrer-Policy": "no-referrer",
                "Cross-Origin-Resource-Policy": "same-origin",
                "Cross-Origin-Opener-Policy": "same-origin",
                "Cache-Control": "no-store",
                "Server": "hare-companion",
            }
        )


@web.middleware
async def refuse_chunks(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answer 411 to a body in chunks, which no browser sends here, and end the connection.

    A kilobyte of single-byte chunks costs as much work as a megabyte in one piece.
    """
    if "Transfer-Encoding" not in request.headers:
        return await handler(request)
    response = web.Response(status=411, text="A body needs a Content-Length.\n")
    response.force_close()
    return response


def _other_host(request: web.Request) -> str:
    if request.transport is None:
        return "This address is not served here.\n"
    address, port = request.transport.get_extra_info("sockname")[:2]
    return f"This address is not served here: open http://{url_host(address)}:{port}/ instead.\n"
