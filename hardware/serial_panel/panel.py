"""A panel on a serial port: a thread that opens it, runs the link, and reconnects."""

from __future__ import annotations

import logging
import termios
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import serial

from companion.app.events import PanelDown, PanelUp
from hardware.frames import pack
from hardware.serial_panel.backoff import DELAYS_S, STABLE_S, Backoff
from hardware.serial_panel.link import Link
from hardware.serial_panel.remote_display import PackedFrame

if TYPE_CHECKING:
    from companion.ports import Inbox, Picture

BAUD: Final = 115_200  # ignored on USB; used by a panel behind a USB-to-UART bridge
WAIT_S: Final = 0.5  # the longest wait for a byte: the precision of heartbeats and time-outs
WRITE_S: Final = 2.0  # a panel that accepts no byte for so long is lost
READ: Final = 4096  # bytes read at once, so that a flood cannot stop heartbeats
GOODBYE_S: Final = 1.5  # how long the end of the program waits for the last picture
STALE_S: Final = 15.0  # a thread without an iteration for so long hangs

_log = logging.getLogger(__name__)


class SerialPanel:
    """A Display and a Health: a panel with buttons and perhaps a display.

    Puts its buttons as edges, PanelUp when its display has shown a picture, PanelDown when it is
    lost; before that every button that is down is released.
    """

    def __init__(
        self,
        port: str,
        panel: str,
        inbox: Inbox,
        *,
        seat: int | None = None,
        keep: bool = True,
        delays_s: tuple[float, ...] = DELAYS_S,
    ) -> None:
        """Start the thread; a missing port is tried again until it exists.

        `port` is a device path, best one of /dev/serial/by-id; `keep` leaves the last picture at
        the end, else the display is switched off.
        """
        self.panel = panel
        self._port_path, self._inbox, self._seat, self._keep = port, inbox, seat, keep
        self._backoff = Backoff(delays_s)
        self._lock = threading.Lock()
        self._picture: Picture | None = None
        self._is_new = False
        self._port: serial.Serial | None = None
        self._closing = threading.Event()
        self._round_at = inbox.now()
        self._linked_s = 0.0
        self._reported: set[str] = set()
        self._frame = PackedFrame()
        self._thread = threading.Thread(target=self._run, name=f"panel {panel}", daemon=True)
        self._thread.start()

    def show(self, picture: Picture) -> None:
        """Show this picture next; one that was not yet sent is dropped. Returns at once."""
        with self._lock:
            self._picture = picture
            if not self._is_new:
                self._wake()
            self._is_new = True

    def alive(self) -> bool:
        """Return whether the thread runs and does not hang, also while the panel is lost."""
        return self._thread.is_alive() and self._inbox.now() < self._round_at + STALE_S

    def close(self) -> None:
        """Send the last picture and Goodbye, close the port, end the thread (seconds)."""
        self._closing.set()
        with self._lock:
            self._wake()
        self._thread.join(GOODBYE_S + WRITE_S + 2 * WAIT_S)

    def _wake(self) -> None:
        """End the thread's wait for bytes. The lock is held, so the port is open."""
        if self._port is not None:
            self._port.cancel_read()

    def _run(self) -> None:
        while not self._closing.is_set():
            self._round_at, self._linked_s = self._inbox.now(), 0.0
            try:
                with self._open() as port:
                    self._run_link(port)
            except (OSError, termios.error) as error:  # a pulled cable raises either
                self._report(str(error))
            self._closing.wait(self._backoff.delay_after(self._linked_s))

    def _open(self) -> serial.Serial:
        # Raised DTR is what tells a Pico that somebody listens. It restarts an Arduino, whose
        # program then has Link's CALL_S to come up.
        return serial.Serial(
            self._port_path, BAUD, timeout=WAIT_S, write_timeout=WRITE_S, exclusive=True
        )

    def _run_link(self, port: serial.Serial) -> None:
        link = Link(self.panel, self._seat, self._frame, self._inbox.now())
        with self._lock:
            self._port = port
        try:
            self._exchange(port, link)
        finally:
            with self._lock:
                self._port = None
            self._linked_s = link.linked_s(self._inbox.now())
            link.end(self._inbox.now())
            self._publish(link)
            _drop_unsent(port)

    def _exchange(self, port: serial.Serial, link: Link) -> None:
        deadline = float("inf")
        while not link.is_over:
            now = self._round_at = self._inbox.now()
            if self._closing.is_set():
                deadline = min(deadline, now + GOODBYE_S)
                if now >= deadline or not link.is_linked:
                    return
                link.say_goodbye(self._keep)
            link.set_frame(self._newest())
            link.advance(now)
            port.write(link.take_outgoing())
            self._publish(link)
            data = port.read(1)
            data += port.read(min(port.in_waiting, READ))
            link.receive(data, self._inbox.now())

    def _newest(self) -> PackedFrame:
        with self._lock:
            picture, self._picture, self._is_new = self._picture, None, False
        if picture is not None:
            self._frame = PackedFrame(pack(picture.image), picture.brightness)
        return self._frame

    def _publish(self, link: Link) -> None:
        """Put the link's events into the inbox, and log the changes."""
        for event in link.take_events():
            self._inbox.put(event)
            if isinstance(event, PanelUp | PanelDown):
                _log.info("panel %s: %s", self.panel, type(event).__name__)
        if link.has_display_failed:
            self._report("its display does not answer: look at its four wires")

    def _report(self, problem: str) -> None:
        """Log a problem once, not at each attempt, until a link was stable for a while."""
        if self._linked_s >= STABLE_S:
            self._reported.clear()
        if problem not in self._reported:
            self._reported.add(problem)
            _log.warning("panel %s on %s: %s", self.panel, self._port_path, problem)


def _drop_unsent(port: serial.Serial) -> None:
    """Drop unsent bytes: the kernel would delay `close` for up to 30 s to send them."""
    with suppress(OSError, termios.error):
        port.reset_output_buffer()
