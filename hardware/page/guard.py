"""Which requests come from our own page, and what the browser may do with our answers."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from aiohttp import web

from hardware.page.address import in_url

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HTTP_PORT = 80


def is_loopback(address: str) -> bool:
    """Tell whether only this computer reaches the address."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def own_host(request: web.BaseRequest) -> str | None:
    """Return the Host header if it names this server and port, else None.

    A foreign name that is made to point here (DNS rebinding) is none of ours: beside loopback's
    names only the address serves at which this very connection arrived.
    """
    sent = request.headers.getall("Host", [])
    transport = request.transport
    if len(sent) != 1 or transport is None:
        return None
    address, port = transport.get_extra_info("sockname")[:2]
    names = LOOPBACK | {in_url(address)}
    ours = {f"{name}:{port}" for name in names} | (names if port == _HTTP_PORT else frozenset())
    host = sent[0].lower()
    return host if host in ours else None


def is_from_own_page(request: web.BaseRequest) -> bool:
    """Tell whether the Origin header, which browsers always send along, is this very server."""
    return request.headers.getall("Origin", []) == [f"http://{own_host(request)}"]


@web.middleware
async def refuse_strange_hosts(
    request: web.Request,
    handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> web.StreamResponse:
    """Answer 421 to any request that was meant for another host, and nothing else."""
    if own_host(request) is None:
        raise web.HTTPMisdirectedRequest(text="This address is not served here.\n")
    return await handler(request)


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Send every answer with what keeps other pages out of ours and ours away from others."""
    # 'self' covers a WebSocket of the same origin in new browsers only: it is named as well.
    socket = f"ws://{own_host(request)}" if own_host(request) else ""
    response.headers.update(
        {
            "Content-Security-Policy": (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
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
