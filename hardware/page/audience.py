"""The browsers that look at the panel and press its buttons."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from aiohttp import WSCloseCode, WSMsgType

from companion.app.events import Button, Edge, PanelDown, PanelUp
from hardware.page.bucket import Bucket
from hardware.page.held import Held
from hardware.page.messages import STILL_HERE, Drawn, MessageError, Press, parse

if TYPE_CHECKING:
    from aiohttp import WSMessage, web

    from companion.ports import Inbox

# Five fingers drumming and an answer to each frame of an animation stay far below this.
MESSAGES_PER_S = 100.0
MESSAGES_AT_ONCE = 100
# A browser that hears nothing for three of these connects anew.
STILL_HERE_S = 2.0


class Browser:
    """One connection: what it has sent, and what it still has to draw."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        inbox: Inbox,
    ) -> None:
        """Start having sent and drawn nothing."""
        self.socket = socket
        self._transport = transport
        self.bucket = Bucket(MESSAGES_PER_S, MESSAGES_AT_ONCE, inbox.now)
        self.fresh = asyncio.Event()
        self.drawn = asyncio.Event()
        self.seq = 0
        self.looks = False

    def hush(self) -> None:
        """Read nothing more of it: aiohttp would take in a flood up to the end of the close."""
        if self._transport is not None:
            self._transport.pause_reading()


class Audience:
    """All browsers as one panel: their presses go into the inbox, the newest picture to each.

    A frame goes out only when the one before was drawn, so a slow browser skips pictures and
    nothing piles up. Everything here runs in the page's event loop.
    """

    def __init__(self, inbox: Inbox, panel: str) -> None:
        """Start with nobody there and no picture."""
        self._inbox = inbox
        self._panel = panel
        self._browsers: set[Browser] = set()
        self._held = Held()
        self._frame: str | None = None

    def __len__(self) -> int:
        """Count the connections."""
        return len(self._browsers)

    def publish(self, frame: str) -> None:
        """Let every browser draw this frame next."""
        if frame == self._frame:
            return
        self._frame = frame
        for browser in self._browsers:
            browser.fresh.set()

    async def welcome(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None
    ) -> None:
        """Serve one open WebSocket until it closes; then nothing of it stays pressed."""
        browser = Browser(socket, transport, self._inbox)
        if self._frame is not None:
            browser.fresh.set()
        self._browsers.add(browser)
        sender = asyncio.create_task(self._send_frames(browser))
        try:
            await self._receive(browser)
        finally:
            sender.cancel()
            self._leave(browser)

    async def part(self) -> None:
        """Close every connection, telling that the program ends."""
        await asyncio.gather(
            *(browser.socket.close(code=WSCloseCode.GOING_AWAY) for browser in self._browsers)
        )

    async def _send_frames(self, browser: Browser) -> None:
        with contextlib.suppress(ConnectionError):  # closed meanwhile: _receive ends by itself
            while True:
                try:
                    await asyncio.wait_for(browser.fresh.wait(), STILL_HERE_S)
                except TimeoutError:
                    await browser.socket.send_str(STILL_HERE)
                else:
                    await self._send_newest(browser)

    async def _send_newest(self, browser: Browser) -> None:
        browser.fresh.clear()
        if self._frame is not None:
            await browser.socket.send_str(self._frame)
            await browser.drawn.wait()
            browser.drawn.clear()

    async def _receive(self, browser: Browser) -> None:
        async for message in browser.socket:
            try:
                await self._answer(browser, message)
            except MessageError as error:
                browser.hush()
                reason = str(error).encode()[:120]  # a close frame holds 123 bytes of reason
                await browser.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=reason)

    async def _answer(self, browser: Browser, message: WSMessage) -> None:
        if not browser.bucket.take():
            raise MessageError("Too many messages.")
        match message.type:
            case WSMsgType.TEXT:
                self._obey(browser, parse(message.data))
            case WSMsgType.PING:
                with contextlib.suppress(ConnectionError):  # gone: the next message says so
                    await browser.socket.pong(message.data)
            case WSMsgType.PONG:
                pass
            case _:
                raise MessageError("Only text is spoken here.")

    def _obey(self, browser: Browser, message: Press | Drawn) -> None:
        match message:
            case Drawn():
                browser.drawn.set()
                self._look(browser)
            case Press(seq=seq) if seq <= browser.seq:
                raise MessageError("The numbers of the messages must grow.")
            case Press(seq=seq, button=button, pressed=pressed):
                browser.seq = seq
                change = self._held.press if pressed else self._held.release
                if change(browser, button):
                    self._put(button, pressed=pressed)

    def _look(self, browser: Browser) -> None:
        is_first = not any(other.looks for other in self._browsers)
        browser.looks = True
        if is_first:
            self._inbox.put(PanelUp(self._panel, self._inbox.now(), upright=True))

    def _leave(self, browser: Browser) -> None:
        self._browsers.discard(browser)
        for button in self._held.let_go(browser):
            self._put(button, pressed=False)
        if browser.looks and not any(other.looks for other in self._browsers):
            self._inbox.put(PanelDown(self._panel, self._inbox.now()))

    def _put(self, button: Button, *, pressed: bool) -> None:
        self._inbox.put(Edge(self._panel, button, pressed, self._inbox.now()))
