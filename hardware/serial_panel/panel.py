"""A panel on a serial port: one thread that opens it, speaks, and comes back after each loss."""

from __future__ import annotations

import logging
import termios
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import serial

from companion.app.events import PanelDown, PanelUp
from hardware.frames import pack
from hardware.serial_panel.link import Link
from hardware.serial_panel.patience import PAUSES, PROVEN_S, Patience
from hardware.serial_panel.screen import Frame

if TYPE_CHECKING:
    from companion.ports import Inbox, Picture

BAUD: Final = 115_200  # USB takes no notice; a panel behind a USB-to-UART bridge does
WAIT_S: Final = 0.5  # the longest wait for a byte: sets how exactly beats and time-outs are kept
WRITE_S: Final = 2.0  # a panel that takes nothing for so long is lost
READ: Final = 4096  # bytes taken at once, so that no flood keeps the thread from its other work
FAREWELL_S: Final = 1.5  # so long the end of the program waits for the last picture
STALE_S: Final = 15.0  # a thread without a round for so long hangs

_log = logging.getLogger(__name__)


class SerialPanel:
    """A Display and a Health: a second panel at the other side of the table, or a box of buttons.

    Its buttons come into the inbox as edges. PanelUp comes when its display has shown a picture,
    PanelDown when it is lost; before that every button that is down is released.
    """

    def __init__(
        self,
        port: str,
        panel: str,
        inbox: Inbox,
        *,
        seat: int | None = None,
        keep: bool = True,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        """Start the thread; a port that is missing is looked for until it comes.

        `port` is a device path, best one of /dev/serial/by-id; `keep` leaves the last picture at
        the end, else the panel goes dark.
        """
        self.panel = panel
        self._port_path, self._inbox, self._seat, self._keep = port, inbox, seat, keep
        self._patience = Patience(pauses)
        self._lock = threading.Lock()
        self._picture: Picture | None = None
        self._has_news = False
        self._port: serial.Serial | None = None
        self._closing = threading.Event()
        self._round_at = inbox.now()
        self._held_s = 0.0
        self._reported: set[str] = set()
        self._frame = Frame()
        self._thread = threading.Thread(target=self._run, name=f"panel {panel}", daemon=True)
        self._thread.start()

    def show(self, picture: Picture) -> None:
        """Show this picture next; one that was not yet sent is dropped. Returns at once."""
        with self._lock:
            self._picture = picture
            if not self._has_news:
                self._wake()
            self._has_news = True

    def alive(self) -> bool:
        """Tell whether the thread goes its rounds, also while the panel itself is away."""
        return self._thread.is_alive() and self._inbox.now() < self._round_at + STALE_S

    def close(self) -> None:
        """Send the last picture, say farewell, give the port back. Returns within seconds."""
        self._closing.set()
        with self._lock:
            self._wake()
        self._thread.join(FAREWELL_S + WRITE_S + 2 * WAIT_S)

    def _wake(self) -> None:
        """End the thread's wait for bytes. The lock is held, so the port is open."""
        if self._port is not None:
            self._port.cancel_read()

    def _run(self) -> None:
        while not self._closing.is_set():
            self._round_at, self._held_s = self._inbox.now(), 0.0
            try:
                with self._open() as port:
                    self._converse(port)
            except (OSError, termios.error) as error:  # both are met when a cable is pulled
                self._report(str(error))
            self._closing.wait(self._patience.pause_after(self._held_s))

    def _open(self) -> serial.Serial:
        # Raised DTR is what tells a Pico that somebody listens. It restarts an Arduino, whose
        # program then has Link's CALL_S to come up.
        return serial.Serial(
            self._port_path, BAUD, timeout=WAIT_S, write_timeout=WRITE_S, exclusive=True
        )

    def _converse(self, port: serial.Serial) -> None:
        link = Link(self.panel, self._seat, self._frame, self._inbox.now())
        with self._lock:
            self._port = port
        try:
            self._speak(port, link)
        finally:
            with self._lock:
                self._port = None
            self._held_s = link.held_s(self._inbox.now())
            link.end(self._inbox.now())
            self._tell(link)
            _drop_unsent(port)

    def _speak(self, port: serial.Serial, link: Link) -> None:
        deadline = float("inf")
        while not link.is_over:
            now = self._round_at = self._inbox.now()
            if self._closing.is_set():
                deadline = min(deadline, now + FAREWELL_S)
                if now >= deadline or not link.is_linked:
                    return
                link.leave(self._keep)
            link.want(self._newest())
            link.advance(now)
            port.write(link.take_outgoing())
            self._tell(link)
            data = port.read(1)
            data += port.read(min(port.in_waiting, READ))
            link.hear(data, self._inbox.now())

    def _newest(self) -> Frame:
        with self._lock:
            picture, self._picture, self._has_news = self._picture, None, False
        if picture is not None:
            self._frame = Frame(pack(picture.image), picture.brightness)
        return self._frame

    def _tell(self, link: Link) -> None:
        """Hand the link's events over and log what changed for the people at the table."""
        for event in link.take_events():
            self._inbox.put(event)
            if isinstance(event, PanelUp | PanelDown):
                _log.info("panel %s: %s", self.panel, type(event).__name__)
        if link.is_blind:
            self._report("its display does not answer: look at its four wires")

    def _report(self, trouble: str) -> None:
        """Log a trouble once, not at each attempt, until a link has held for a while."""
        if self._held_s >= PROVEN_S:
            self._reported.clear()
        if trouble not in self._reported:
            self._reported.add(trouble)
            _log.warning("panel %s on %s: %s", self.panel, self._port_path, trouble)


def _drop_unsent(port: serial.Serial) -> None:
    """Forget what a lost panel did not take: the kernel would hold close up to 30 s for it."""
    with suppress(OSError, termios.error):
        port.reset_output_buffer()
