"""A thread for each panel, which sends the newest picture and reconnects a lost panel."""

from __future__ import annotations

import contextlib
import logging
import threading
from typing import TYPE_CHECKING, Final

from companion.app.events import PanelDown, PanelUp
from hardware.frames import BLANK, pack, rotated_180
from hardware.oled import Brightness, Oled
from hardware.reconnecting_bus import BUS_ERRORS

if TYPE_CHECKING:
    from companion.ports import Frame, Inbox

log = logging.getLogger(__name__)

RETRY_S: Final = 0.5
RETRY_MAX_S: Final = 5.0
CLOSE_S: Final = 3.0
HANGS_S: Final = 30.0  # a kernel gives up on a bus after a second: a thread this long in one hangs


class OledDisplay:
    """A `Display` and `Health` over an `Oled`: only its thread uses the bus.

    Puts PanelUp when the panel shows its first picture (again), PanelDown when it is lost or
    missing from the start.
    """

    def __init__(
        self, panel: str, oled: Oled, inbox: Inbox, *, farewell: bool, upside_down: bool = False
    ) -> None:
        """Start the thread; `farewell` leaves the last picture at the end, else the panel is off.

        `upside_down`: the panel is mounted so; every picture is rotated by 180 degrees.
        """
        self.panel = panel
        self._oled = oled
        self._inbox = inbox
        self._farewell = farewell
        self._upside_down = upside_down
        self._busy_since: float | None = None
        self._wake = threading.Condition()
        self._newest: Frame | None = None
        self._closing = False
        self._current: tuple[bytes, Brightness] | None = None
        self._is_up: bool | None = None
        self._retry_s = RETRY_S
        self._retry_at = float("-inf")
        self._thread = threading.Thread(target=self._run, name=f"display {panel}", daemon=True)
        self._thread.start()

    def show(self, picture: Frame) -> None:
        """Show this picture next; one that was not yet sent is dropped."""
        with self._wake:
            self._newest = picture
            self._wake.notify()

    def alive(self) -> bool:
        """Return whether the thread runs and does not hang, also while the panel is lost."""
        since = self._busy_since
        hangs = since is not None and self._inbox.now() - since > HANGS_S
        return self._thread.is_alive() and not hangs

    def close(self) -> None:
        """Send the newest picture, switch the panel off unless it stays, end the thread (3 s)."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        closing = False
        while not closing:
            picture, closing = self._wait_for_work()
            self._busy_since = self._inbox.now()
            self._update_panel(picture)
            self._busy_since = None
        self._shut_down()

    def _wait_for_work(self) -> tuple[Frame | None, bool]:
        """Wait for a picture, `close`, or the next maintenance."""
        with self._wake:
            self._wake.wait_for(
                lambda: self._newest is not None or self._closing, self._timeout_s()
            )
            picture, self._newest = self._newest, None
            return picture, self._closing

    def _timeout_s(self) -> float | None:
        """Return the seconds until maintenance or the next attempt is due; None for never."""
        if self._current is None:
            return None
        then = self._oled.due() if self._oled.is_up else self._retry_at
        return None if then is None else max(0.0, then - self._inbox.now())

    def _update_panel(self, picture: Frame | None) -> None:
        """Paint a new picture, or the last one on a panel that may be connected again."""
        if picture is not None:
            frame = pack(picture.image)
            self._current = (
                rotated_180(frame) if self._upside_down else frame,
                Brightness(picture.brightness),
            )
        if self._current is None or not (self._oled.is_up or self._inbox.now() >= self._retry_at):
            return
        try:
            if picture is None and self._oled.is_up:
                self._oled.maintain()
            else:
                self._oled.paint(*self._current)
        except BUS_ERRORS as error:
            self._mark_lost(error)
        else:
            self._mark_up()

    def _mark_lost(self, error: Exception) -> None:
        if self._is_up is not False:
            log.warning("panel %s does not answer, it is tried again: %s", self.panel, error)
            self._inbox.put(PanelDown(self.panel, self._inbox.now()))
            self._is_up, self._retry_s = False, RETRY_S
        self._retry_at = self._inbox.now() + self._retry_s
        self._retry_s = min(2 * self._retry_s, RETRY_MAX_S)

    def _mark_up(self) -> None:
        if not self._is_up:
            log.info("panel %s shows pictures", self.panel)
            self._is_up, self._retry_s = True, RETRY_S
            self._inbox.put(PanelUp(self.panel, self._inbox.now()))

    def _shut_down(self) -> None:
        """Leave the last picture or switch the panel off; a lost one is not opened again."""
        with contextlib.suppress(*BUS_ERRORS):
            if not self._farewell and self._oled.is_up:
                self._oled.paint(BLANK, Brightness.DARK)
        self._oled.close()
