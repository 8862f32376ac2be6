"""What the server answers: the page's files, the pairing, the WebSocket."""

from __future__ import annotations

import json
import math
from importlib import resources
from typing import TYPE_CHECKING

from aiohttp import web

from hardware.page.bucket import Bucket
from hardware.page.guard import add_headers, is_from_own_page, refuse_strange_hosts
from hardware.page.messages import LONGEST_MESSAGE

if TYPE_CHECKING:
    from asyncio import BaseProtocol

    from companion.ports import Inbox
    from hardware.page.audience import Audience
    from hardware.page.pairing import Gate

BROWSERS = 8
# A page that reconnects does so at most four times a second.
WELCOMES_PER_S = 10.0
WELCOMES_AT_ONCE = 40
# A browser that has gone without a word is noticed within one and a half of these.
PING_S = 4.0

_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}


class Routes:
    """The web application; without a `gate` all whom the socket lets in look and press."""

    def __init__(self, audience: Audience, inbox: Inbox, gate: Gate | None) -> None:
        """Read the page's files into memory: no request ever touches the disk."""
        self._audience = audience
        self._gate = gate
        self._welcomes = Bucket(WELCOMES_PER_S, WELCOMES_AT_ONCE, inbox.now)
        self._seated: set[BaseProtocol] = set()
        folder = resources.files("hardware.page") / "static"
        self._files = {file.name: file.read_bytes() for file in folder.iterdir()}

    def application(self) -> web.Application:
        """Build the application that aiohttp serves."""
        app = web.Application(middlewares=[refuse_strange_hosts], client_max_size=LONGEST_MESSAGE)
        app.on_response_prepare.append(add_headers)
        app.router.add_get("/", self._index)
        app.router.add_get("/socket", self._socket)
        app.router.add_get("/paired", self._paired)
        app.router.add_post("/pair", self._pair)
        app.router.add_get("/{name}", self._file)
        return app

    def has_seated(self, protocol: BaseProtocol) -> bool:
        """Tell whether this connection is a WebSocket that was let in."""
        return protocol in self._seated

    async def _index(self, request: web.Request) -> web.Response:
        return self._answer("page.html" if self._is_paired(request) else "pair.html")

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in self._files or name.endswith(".html"):
            raise web.HTTPNotFound(text="There is nothing here.\n")
        return self._answer(name)

    def _answer(self, name: str) -> web.Response:
        kind = _TYPES[name.rpartition(".")[2]]
        return web.Response(body=self._files[name], content_type=kind, charset="utf-8")

    async def _paired(self, request: web.Request) -> web.Response:
        return web.Response(status=204 if self._is_paired(request) else 401)

    async def _pair(self, request: web.Request) -> web.Response:
        """Answer 204 and the key as a cookie, 403 for a wrong code, 429 while waiting."""
        if self._gate is None or not is_from_own_page(request):
            raise web.HTTPForbidden(text="Not from here.\n")
        client = request.remote or ""
        if self._gate.wait_s(client) > 0:
            return _wait(429, self._gate.wait_s(client))
        key = self._gate.try_code(_code(await request.read()), client)
        if key is None:
            return _wait(403, self._gate.wait_s(client))
        response = web.Response(status=204)
        response.set_cookie(_cookie(request), key, httponly=True, samesite="Strict", path="/")
        return response

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not is_from_own_page(request):
            raise web.HTTPForbidden(text="Not from here.\n")
        if not self._is_paired(request):
            raise web.HTTPUnauthorized(text="The code first.\n")
        if len(self._audience) >= BROWSERS or not self._welcomes.take():
            raise web.HTTPServiceUnavailable(text="Too many browsers.\n")
        return await self._seat(request)

    async def _seat(self, request: web.Request) -> web.StreamResponse:
        # Without autoping a ping comes to the audience, which counts it with all other messages.
        socket = web.WebSocketResponse(
            max_msg_size=LONGEST_MESSAGE,
            heartbeat=PING_S,
            compress=False,
            timeout=1.0,
            autoping=False,
        )
        await socket.prepare(request)
        self._seated.add(request.protocol)
        try:
            await self._audience.welcome(socket, request.transport)
        finally:
            self._seated.discard(request.protocol)
        return socket

    def _is_paired(self, request: web.Request) -> bool:
        return self._gate is None or self._gate.knows(request.cookies.get(_cookie(request), ""))


def _cookie(request: web.Request) -> str:
    """Name the cookie by the port: cookies of one host are shared by all its ports."""
    address = request.transport.get_extra_info("sockname") if request.transport else None
    return f"hare-companion-{address[1] if address else 0}"


def _wait(status: int, wait_s: float) -> web.Response:
    seconds = math.ceil(wait_s)
    headers = {"Retry-After": str(seconds)} if seconds else {}
    return web.json_response({"wait": seconds}, status=status, headers=headers)


def _code(body: bytes) -> str:
    """Read `{"code": "123456"}`; anything else is a wrong code."""
    try:
        match json.loads(body):
            case {"code": str(code)}:
                return code
    except (ValueError, RecursionError):
        pass
    return ""
