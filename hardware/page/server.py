"""The display that is a page: its server, in a thread of its own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import errno
import socket
import threading
from typing import TYPE_CHECKING

from companion import CompanionError
from companion.app.events import MAIN
from hardware.latest_frame import LatestFrame
from hardware.page.address import in_url
from hardware.page.audience import Audience
from hardware.page.door import Door
from hardware.page.guard import is_loopback
from hardware.page.messages import frame
from hardware.page.pairing import Gate
from hardware.page.routes import Routes

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ports import Inbox, Picture
    from hardware.page.pairing import Pairing

PORT = 8128
_BEAT_S = 1.0
_SILENCE_S = 10.0
_FAREWELL_S = 5.0


class PageAddressError(CompanionError, OSError):
    """The page cannot listen there; `address` and `port` say where."""

    def __init__(self, address: str, port: int, cause: OSError | UnicodeError) -> None:
        """Say what to do about it."""
        why = getattr(cause, "strerror", None) or str(cause)
        super().__init__(f"The page cannot listen on {address} port {port}: {why}. {_mend(cause)}")
        self.address = address
        self.port = port


def _mend(cause: OSError | UnicodeError) -> str:
    number = None if isinstance(cause, socket.gaierror | UnicodeError) else cause.errno
    match number:
        case None | errno.EADDRNOTAVAIL:
            return "That is no address of this computer: `ip address` shows those it has."
        case errno.EADDRINUSE:
            return "Is another companion running? Choose another port."
        case errno.EACCES:
            return "Ports below 1024 are for administrators: choose another port."
        case _:
            return "Choose another port or address."


class UnguardedPageError(CompanionError, ValueError):
    """A page for other computers was asked for without a pairing code."""

    def __init__(self, address: str) -> None:
        """Name the address."""
        super().__init__(f"{address} can be reached from other computers: it needs a pairing code.")
        self.address = address


class Page:
    """A Display in any number of browsers, and their buttons as Edges of the same panel.

    It listens on loopback, or elsewhere with a `pairing`; port 0 takes a free one. `words` puts
    the icons in a picture's texts into words, for those who listen to the page. Beside another
    display it needs a `panel` name of its own: its going must not take the other's along.
    """

    def __init__(
        self,
        inbox: Inbox,
        address: str = "127.0.0.1",
        port: int = PORT,
        pairing: Pairing | None = None,
        words: Callable[[str], str] = str,
        panel: str = MAIN,
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
        self._audience = Audience(inbox, self.panel)
        gate = None if pairing is None else Gate(pairing, inbox.now)
        self._routes = Routes(self._audience, inbox, gate)
        self._latest_frame = LatestFrame(
            lambda picture: self._audience.publish(frame(picture, words))
        )
        self._started: concurrent.futures.Future[str] = concurrent.futures.Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending = asyncio.Event()
        self._beat_at = inbox.now()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def start(self) -> str:
        """Serve from a new thread and return the URL; once only.

        Raises:
            PageAddressError: when the address or port is not to be had.
            Exception: whatever else the thread ended with before it served.

        """
        self._thread.start()
        return self._started.result()

    def show(self, picture: Picture) -> None:
        """Let every browser show this picture next; never blocks, never raises."""
        self._latest_frame.show(picture)

    def close(self) -> None:
        """Say goodbye to the browsers, which keep the last picture, and free the port."""
        if self._loop is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._ending.set)
            self._thread.join(_FAREWELL_S)

    def alive(self) -> bool:
        """Tell whether the page's thread runs and its event loop moves."""
        return self._thread.is_alive() and self._inbox.now() - self._beat_at < _SILENCE_S

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:
            if self._started.done():
                raise
            self._started.set_exception(error)  # whatever it is: `start` waits for it

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        door = Door(self._routes)
        try:
            host, port = await door.open(self._address, self._port)
        except (OSError, UnicodeError) as error:  # UnicodeError: no name of a computer
            raise PageAddressError(self._address, self._port, error) from error
        self._latest_frame.attach(self._loop)
        self._beat()
        self._started.set_result(f"http://{in_url(host)}:{port}/")
        await self._ending.wait()
        await self._audience.part()
        await door.close()

    def _beat(self) -> None:
        self._beat_at = self._inbox.now()
        asyncio.get_running_loop().call_later(_BEAT_S, self._beat)
