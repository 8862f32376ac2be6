"""What the server answers: the page's files, the pairing, the WebSocket."""

from __future__ import annotations

import asyncio
import json
import math
from importlib import resources
from typing import TYPE_CHECKING

from aiohttp import web

from hardware.page.messages import LONGEST_MESSAGE
from hardware.page.request_checks import RequestChecks, refuse_chunks
from hardware.page.token_bucket import TokenBucket

if TYPE_CHECKING:
    from asyncio import BaseProtocol

    from companion.ports import Inbox, SharedFile, SharedGame
    from hardware.page.client_hub import ClientHub
    from hardware.page.pairing import PairingLock

BROWSERS = 8
# A page that reconnects does so at most four times a second.
UPGRADES_PER_S = 10.0
UPGRADES_AT_ONCE = 40
# A picture takes a tenth of a second of a small computer's time.
SHARES_PER_S = 0.5
SHARES_AT_ONCE = 6
# A browser that has vanished is noticed within one and a half of these.
PING_S = 4.0

_FOLDERS = ("static", "icons")
_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}


class Routes:
    """The web application; without a `lock` all who can connect look and press."""

    def __init__(
        self,
        hub: ClientHub,
        inbox: Inbox,
        lock: PairingLock | None,
        share: SharedGame | None = None,
    ) -> None:
        """Read the page's files into memory: no request ever touches the disk."""
        self._hub = hub
        self._lock = lock
        self._share = share
        self._shares = TokenBucket(SHARES_PER_S, SHARES_AT_ONCE, inbox.now)
        self._checks = RequestChecks(has_code=lock is not None)
        self._upgrades = TokenBucket(UPGRADES_PER_S, UPGRADES_AT_ONCE, inbox.now)
        self._admitted: set[BaseProtocol] = set()
        folders = [resources.files("hardware.page") / name for name in _FOLDERS]
        self._files = {file.name: file.read_bytes() for each in folders for file in each.iterdir()}

    def application(self) -> web.Application:
        """Build the application that aiohttp serves."""
        app = web.Application(
            middlewares=[self._checks.refuse_other_hosts, refuse_chunks],
            client_max_size=LONGEST_MESSAGE,
        )
        app.on_response_prepare.append(self._checks.add_headers)
        app.router.add_get("/", self._index)
        app.router.add_get("/socket", self._socket)
        app.router.add_get("/paired", self._paired)
        app.router.add_post("/pair", self._pair)
        app.router.add_get("/picture", self._picture)
        app.router.add_get("/record", self._record)
        app.router.add_get("/{name}", self._file)
        return app

    def is_admitted(self, protocol: BaseProtocol) -> bool:
        """Return whether this connection is the WebSocket of a browser that may play."""
        return protocol in self._admitted

    async def _index(self, request: web.Request) -> web.Response:
        return self._file_response("page.html" if self._is_paired(request) else "pair.html")

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in self._files or name.endswith(".html"):
            raise web.HTTPNotFound(text="There is nothing here.\n")
        return self._file_response(name)

    def _file_response(self, name: str) -> web.Response:
        kind = _TYPES[name.rpartition(".")[2]]
        return web.Response(body=self._files[name], content_type=kind, charset="utf-8")

    async def _paired(self, request: web.Request) -> web.Response:
        return web.Response(status=204 if self._is_paired(request) else 401)

    async def _pair(self, request: web.Request) -> web.Response:
        """Answer 204 and the key as a cookie, 403 for a wrong code, 429 while waiting."""
        if self._lock is None or not self._checks.is_from_own_page(request):
            raise web.HTTPForbidden(text="Only the page itself may do this.\n")
        address = request.remote or ""
        if self._lock.wait_s(address) > 0:
            return _wait_response(429, self._lock.wait_s(address))
        key = self._lock.try_code(_code(await request.read()), address)
        if key is None:
            return _wait_response(403, self._lock.wait_s(address))
        response = web.Response(status=204)
        response.set_cookie(_cookie(request), key, httponly=True, samesite="Strict", path="/")
        return response

    async def _picture(self, request: web.Request) -> web.Response:
        share = self._shared_game(request)
        return _download(await asyncio.to_thread(share.picture), "image/png")

    async def _record(self, request: web.Request) -> web.Response:
        share = self._shared_game(request)
        return _download(await asyncio.to_thread(share.record), "text/plain")

    def _shared_game(self, request: web.Request) -> SharedGame:
        """Return what is to be shared. Raise 401 without the key, 404 without a game, 429."""
        if not self._is_paired(request):
            raise web.HTTPUnauthorized(text="The code is needed first.\n")
        if self._share is None or not self._share.has_game():
            raise web.HTTPNotFound(text="There is no game yet.\n")
        if not self._shares.take():
            raise web.HTTPTooManyRequests(text="Wait a moment.\n")
        return self._share

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self._checks.is_from_own_page(request):
            raise web.HTTPForbidden(text="Only the page itself may do this.\n")
        if not self._is_paired(request):
            raise web.HTTPUnauthorized(text="The code is needed first.\n")
        if len(self._hub) >= BROWSERS or not self._upgrades.take():
            raise web.HTTPServiceUnavailable(text="Too many browsers.\n")
        return await self._open_socket(request)

    async def _open_socket(self, request: web.Request) -> web.StreamResponse:
        # Without autoping a ping comes to the hub, which counts it with all other messages.
        socket = web.WebSocketResponse(
            max_msg_size=LONGEST_MESSAGE,
            heartbeat=PING_S,
            compress=False,
            timeout=1.0,
            autoping=False,
        )
        await socket.prepare(request)
        self._admitted.add(request.protocol)
        try:
            await self._hub.serve(socket, request.transport)
        finally:
            self._admitted.discard(request.protocol)
        return socket

    def _is_paired(self, request: web.Request) -> bool:
        return self._lock is None or self._lock.has_issued(
            request.cookies.get(_cookie(request), "")
        )


def _download(file: SharedFile | None, kind: str) -> web.Response:
    if file is None:
        raise web.HTTPForbidden(text="The carrots are secret until the end.\n")
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return web.Response(body=file.content, content_type=kind, charset="utf-8", headers=headers)


def _cookie(request: web.Request) -> str:
    """Return the cookie's name, by the port: cookies of one host are shared by all its ports."""
    address = request.transport.get_extra_info("sockname") if request.transport else None
    return f"hare-companion-{address[1] if address else 0}"


def _wait_response(status: int, wait_s: float) -> web.Response:
    seconds = math.ceil(wait_s)
    headers = {"Retry-After": str(seconds)} if seconds else {}
    return web.json_response({"wait": seconds}, status=status, headers=headers)


def _code(body: bytes) -> str:
    """Return the code of `{"code": "123456"}`; anything else is a wrong code."""
    try:
        match json.loads(body):
            case {"code": str(code)}:
                return code
    except (ValueError, RecursionError):
        pass
    return ""
