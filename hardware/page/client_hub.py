"""The browsers that show the panel and press its buttons."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, assert_never

from aiohttp import WSCloseCode, WSMsgType

from companion.app.events import Button, Edge, EdgeSource, PanelDown, PanelUp, Typed
from hardware.page.client_clock import ClientClock
from hardware.page.held_keys import HeldKeys
from hardware.page.messages import (
    HEARTBEAT,
    LATE,
    Hold,
    Message,
    MessageError,
    Press,
    Ready,
    Text,
    parse,
)
from hardware.page.token_bucket import TokenBucket

if TYPE_CHECKING:
    from aiohttp import WSMessage, web

    from companion.ports import Inbox

# Quick presses of five buttons, a hold and an answer to each frame of an animation stay below it.
MESSAGES_PER_S = 100.0
MESSAGES_AT_ONCE = 200
# A browser that hears nothing for three of these connects anew.
HEARTBEAT_S = 2.0
# A press that is older when it arrives was made for another picture.
LATE_S = 1.0


class Client:
    """One connection: what it has sent, and what it still has to draw."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, inbox: Inbox
    ) -> None:
        """Start having sent and drawn nothing."""
        self.socket = socket
        self._transport = transport
        self._now = inbox.now
        self.bucket = TokenBucket(MESSAGES_PER_S, MESSAGES_AT_ONCE, inbox.now)
        self.clock = ClientClock()
        self.has_news = asyncio.Event()
        self._is_ready = asyncio.Event()
        self._sent_at = inbox.now()
        self._picture: str | None = None
        self._has_late_press = False
        self._sound: str | None = None
        self.languages: tuple[str, ...] = ()
        self.has_drawn = False
        self._seq = 0

    def stop_reading(self) -> None:
        """Read nothing more of it: aiohttp would take in a flood up to the end of the close."""
        if self._transport is not None:
            self._transport.pause_reading()

    def report_late_press(self) -> None:
        """Let the page say that a press was not counted."""
        self._has_late_press = True
        self.has_news.set()

    def play(self, sound: str) -> None:
        """Let the page make this sound; one that was not yet sent is dropped."""
        self._sound = sound
        self.has_news.set()

    def next_message(self, picture: str | None) -> str:
        """Return what is sent next: a late press first, then the newest picture, then a sound."""
        if self._has_late_press:
            self._has_late_press = False
            return LATE
        if picture is not None and picture != self._picture:
            self._picture = picture
            message = picture
        else:
            message, self._sound = self._sound or HEARTBEAT, None
        if self._sound is None:
            self.has_news.clear()
        return message

    async def send(self, message: str) -> None:
        """Send a message and wait for the answer."""
        self._is_ready.clear()
        self._sent_at = self._now()
        await self.socket.send_str(message)
        await self._is_ready.wait()

    def take_answer(self, stamp: float) -> bool:
        """Take in the answer to a message; return whether the first picture was drawn by it."""
        self.clock.observe(self._sent_at, stamp, self._now())
        self._is_ready.set()
        had_drawn, self.has_drawn = self.has_drawn, self._picture is not None
        return self.has_drawn and not had_drawn

    def check_order(self, seq: int) -> None:
        """Raise MessageError unless the numbers of the presses grow."""
        if seq <= self._seq:
            raise MessageError("The numbers of the messages must grow.")
        self._seq = seq


class ClientHub:
    """All browsers as one panel: their presses go into the inbox, the newest picture to each.

    A picture is sent only when the one before was drawn, so a slow browser skips pictures and
    nothing piles up. Everything here runs in the page's event loop.
    """

    def __init__(self, inbox: Inbox, panel: str) -> None:
        """Start without a client or a picture."""
        self._inbox = inbox
        self._panel = panel
        self._clients: set[Client] = set()
        self._held_keys = HeldKeys()
        self._picture: str | None = None
        self._is_closing = False

    def __len__(self) -> int:
        """Return the number of connections."""
        return len(self._clients)

    def publish(self, picture: str) -> None:
        """Let every browser draw this picture next."""
        if picture == self._picture:
            return
        self._picture = picture
        for client in self._clients:
            client.has_news.set()

    def play(self, sound: str) -> None:
        """Let every browser make the sound of this message."""
        for client in self._clients:
            client.play(sound)

    async def serve(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None
    ) -> None:
        """Serve one open WebSocket until it closes; then nothing of it stays pressed."""
        client = Client(socket, transport, self._inbox)
        self._clients.add(client)
        sender = asyncio.create_task(self._send_messages(client))
        try:
            await self._receive(client)
            if self._is_closing:  # aiohttp 3.8 ends the reading first, and knows no reason
                await socket.close(code=WSCloseCode.GOING_AWAY)
        finally:
            sender.cancel()
            self._remove(client)

    async def close(self) -> None:
        """Close every connection with the code that says that the program ends."""
        self._is_closing = True
        await asyncio.gather(
            *(client.socket.close(code=WSCloseCode.GOING_AWAY) for client in self._clients)
        )

    async def _send_messages(self, client: Client) -> None:
        with contextlib.suppress(ConnectionError):  # closed meanwhile: _receive ends by itself
            await client.send(HEARTBEAT)  # its answer gives the time before any press is made
            await client.send(client.next_message(self._picture))
            while True:
                try:
                    await asyncio.wait_for(client.has_news.wait(), HEARTBEAT_S)
                except TimeoutError:
                    await client.send(HEARTBEAT)
                else:
                    await client.send(client.next_message(self._picture))

    async def _receive(self, client: Client) -> None:
        async for message in client.socket:
            try:
                await self._handle(client, message)
            except MessageError as error:
                client.stop_reading()
                reason = str(error).encode()[:120]  # a close frame holds 123 bytes of reason
                await client.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=reason)

    async def _handle(self, client: Client, message: WSMessage) -> None:
        if not client.bucket.take():
            raise MessageError("Too many messages.")
        match message.type:
            case WSMsgType.TEXT:
                self._apply(client, parse(message.data))
            case WSMsgType.PING:
                with contextlib.suppress(ConnectionError):  # gone: the next message says so
                    await client.socket.pong(message.data)
            case WSMsgType.PONG:
                pass
            case _:
                raise MessageError("Only text messages are allowed.")

    def _apply(self, client: Client, message: Message) -> None:
        match message:
            case Ready(stamp, languages):
                client.languages = client.languages or languages
                self._take_answer(client, stamp)
            case Press(seq, button, pressed, stamp):
                client.check_order(seq)
                change = self._press if pressed else self._release
                change(client, button, stamp)
            case Hold(seq, stamp):
                client.check_order(seq)
                self._hold(client, stamp)
            case Text(seq, text, stamp):
                client.check_order(seq)
                self._type(client, text, stamp)
            case _:
                assert_never(message)

    def _take_answer(self, client: Client, stamp: float) -> None:
        is_only = not any(other.has_drawn for other in self._clients)
        if client.take_answer(stamp) and is_only:
            up = PanelUp(self._panel, self._inbox.now(), upright=True, languages=client.languages)
            self._inbox.put(up)

    def _press(self, client: Client, button: Button, stamp: float) -> None:
        if self._is_late(client, stamp):
            client.report_late_press()
            return
        at = self._event_time(client, stamp)
        if self._held_keys.press(client, button):
            self._put(button, pressed=True, at=at)

    def _release(self, client: Client, button: Button, stamp: float) -> None:
        is_late = self._is_late(client, stamp)
        at = client.clock.latest if is_late else self._event_time(client, stamp)
        if self._held_keys.release(client, button):
            self._put(button, pressed=False, at=at)

    def _hold(self, client: Client, stamp: float) -> None:
        """Let the held buttons run on until `stamp`; when it is too old, release them instead."""
        buttons = self._held_keys.held_by(client)
        if self._is_late(client, stamp):
            self._release_all(client)
            if buttons:
                client.report_late_press()
            return
        at = self._event_time(client, stamp)
        for button in buttons:
            self._put(button, pressed=True, at=at)

    def _type(self, client: Client, text: str, stamp: float) -> None:
        if self._is_late(client, stamp):
            client.report_late_press()
            return
        self._inbox.put(Typed(self._panel, text, self._event_time(client, stamp)))

    def _release_all(self, client: Client) -> None:
        """Release what the client holds, as of its last sign of life."""
        for button in self._held_keys.release_all(client):
            self._put(button, pressed=False, at=client.clock.latest)

    def _is_late(self, client: Client, stamp: float) -> bool:
        return client.clock.age(stamp, self._inbox.now()) > LATE_S

    def _event_time(self, client: Client, stamp: float) -> float:
        in_hold = bool(self._held_keys.held_by(client))
        return client.clock.event_time(stamp, self._inbox.now(), in_hold=in_hold)

    def _remove(self, client: Client) -> None:
        self._clients.discard(client)
        self._release_all(client)
        if client.has_drawn and not any(other.has_drawn for other in self._clients):
            self._inbox.put(PanelDown(self._panel, self._inbox.now()))

    def _put(self, button: Button, *, pressed: bool, at: float) -> None:
        self._inbox.put(Edge(self._panel, button, pressed, at, EdgeSource.NETWORK))
