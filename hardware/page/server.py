"""The display that is a page: its server, in a thread of its own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import errno
import socket
import threading
from typing import TYPE_CHECKING

from companion import CompanionError
from companion.app.events import MAIN, PageAddress
from hardware.latest_frame import LatestFrame
from hardware.page.address import display_address, is_loopback, url_host
from hardware.page.client_hub import ClientHub
from hardware.page.connection_limiter import ConnectionLimiter
from hardware.page.event_loop_watch import EventLoopWatch
from hardware.page.listener import Listener
from hardware.page.messages import encode_picture, encode_sound
from hardware.page.pairing import PairingLock
from hardware.page.routes import Routes

if TYPE_CHECKING:
    from companion.ports import Inbox, Picture, SharedGame
    from hardware.page.pairing import PairingCode

PORT = 8128
_CLOSE_TIMEOUT_S = 5.0


class PageAddressError(CompanionError, OSError):
    """The page cannot listen there; `address` and `port` say where."""

    def __init__(self, address: str, port: int, cause: OSError | UnicodeError) -> None:
        """Say what to do about it."""
        why = getattr(cause, "strerror", None) or str(cause)
        super().__init__(
            f"The page cannot listen on {address} port {port}: {why}. {_advice(cause)}"
        )
        self.address = address
        self.port = port


def _advice(cause: OSError | UnicodeError) -> str:
    number = None if isinstance(cause, socket.gaierror | UnicodeError) else cause.errno
    match number:
        case None | errno.EADDRNOTAVAIL:
            return "That is no address of this computer: `ip address` shows those it has."
        case errno.EADDRINUSE:
            return "Is another companion running? Else choose another port with --port."
        case errno.EACCES:
            return "Ports below 1024 are for administrators: choose another with --port."
        case _:
            return "Choose another port with --port, or another address with --listen."


class UnguardedPageError(CompanionError, ValueError):
    """A page for other computers was asked for without a pairing code."""

    def __init__(self, address: str) -> None:
        """Name the address."""
        super().__init__(f"{address} can be reached from other computers: it needs a pairing code.")
        self.address = address


class Page:
    """A Display in any number of browsers, and their buttons as Edges of the same panel.

    It listens on loopback, or elsewhere with a `pairing`; port 0 takes a free one. Where others
    find it is a PageAddress in the inbox, again whenever it changes. Beside another display it
    needs a `panel` name of its own: its going must not take the other's along. `share` is what it
    gives away of the game to those who may play.
    """

    def __init__(
        self,
        inbox: Inbox,
        address: str = "127.0.0.1",
        port: int = PORT,
        pairing: PairingCode | None = None,
        panel: str = MAIN,
        share: SharedGame | None = None,
    ) -> None:
        """Listen to nothing yet.

        Raises:
            UnguardedPageError: for an address beyond loopback without a pairing.

        """
        if pairing is None and not is_loopback(address):
            raise UnguardedPageError(address)
        self.panel = panel
        self._address = address
        self._port = port
        self._inbox = inbox
        self._hub = ClientHub(inbox, self.panel)
        self._lock = None if pairing is None else PairingLock(pairing, inbox.now)
        self._routes = Routes(self._hub, inbox, self._lock, share)
        self._latest_frame = LatestFrame(lambda picture: self._hub.publish(encode_picture(picture)))
        self._started: concurrent.futures.Future[str] = concurrent.futures.Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = asyncio.Event()
        self._display_address = ""
        self._loop_watch = EventLoopWatch(inbox.now, self._report_address)
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def start(self) -> str:
        """Serve from a new thread and return the URL; once only.

        Raises:
            PageAddressError: when the address or the port cannot be used.
            Exception: whatever else the thread ended with before it served.

        """
        self._thread.start()
        try:
            return self._started.result()
        except BaseException:
            self._thread.join(_CLOSE_TIMEOUT_S)
            raise

    def show(self, picture: Picture) -> None:
        """Let every browser show this picture next; never blocks, never raises."""
        self._latest_frame.show(picture)

    def play(self, sound: str, *, is_on: bool) -> None:
        """Let every browser make this sound; `is_on` where it was never switched there."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the event loop has ended
                self._loop.call_soon_threadsafe(self._hub.play, encode_sound(sound, is_on=is_on))

    def close(self) -> None:
        """Close every connection with the code that says that the page ends; free the port."""
        if self._loop is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join(_CLOSE_TIMEOUT_S)

    def alive(self) -> bool:
        """Return whether the page's thread runs and its event loop is not blocked."""
        return self._thread.is_alive() and self._loop_watch.is_recent()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:
            if self._started.done():
                raise
            self._started.set_exception(error)  # whatever it is: `start` waits for it

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        listener = Listener(self._routes, ConnectionLimiter(self._inbox.now))
        try:
            host, self._port = await listener.open(self._address, self._port)
        except (OSError, UnicodeError) as error:  # UnicodeError: no name of a computer
            raise PageAddressError(self._address, self._port, error) from error
        self._latest_frame.attach(self._loop)
        self._loop_watch.start(self._loop)
        self._started.set_result(f"http://{url_host(host)}:{self._port}/")
        await self._closing.wait()
        await self._hub.close()
        await listener.close()

    def _report_address(self) -> None:
        """Report where phones find the page, when that changed: a network came, left, changed."""
        if self._lock is None:
            return
        address = display_address(self._address, self._port)
        if address != self._display_address:
            self._display_address = address
            self._inbox.put(PageAddress(address, self._inbox.now()))
