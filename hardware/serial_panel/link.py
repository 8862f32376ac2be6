"""The protocol state of one panel: bytes and time in, bytes and events out; no port, no thread.

A LinkLost ends it: the caller closes the port and starts a new Link later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion import CompanionError
from companion.app.events import PanelDown, PanelUp
from hardware.serial_panel.button_levels import ButtonLevels
from hardware.serial_panel.protocol import (
    COLUMNS,
    NUMBERS,
    PAGES,
    VERSION,
    ChecksumMismatch,
    DisplayFailed,
    FromHost,
    FromPanel,
    Goodbye,
    GoodbyeReply,
    Heartbeat,
    Hello,
    Levels,
    LineError,
    LineSplitter,
    Shown,
    Welcome,
    encode,
    parse_from_panel,
)
from hardware.serial_panel.remote_display import RemoteDisplay

if TYPE_CHECKING:
    from companion.app.events import Event
    from hardware.serial_panel.remote_display import PackedFrame

HEARTBEAT_S: Final = 1.0  # period of heartbeats, and of greetings
LOST_AFTER_S: Final = 3.5  # without a valid line for so long the panel is lost
GREETING_S: Final = 6.0  # time that a panel may take to start and answer the greeting
MAX_BYTES_PER_S: Final = 16_384  # five buttons that bounce all the time send a tenth


class LinkLost(CompanionError, ConnectionError):  # noqa: N818 - an event of the link rather than a mistake
    """The connection to the panel has failed; the text says why."""


class Link:
    """One connection, from the first greeting to the loss of the panel."""

    def __init__(self, panel: str, seat: int | None, frame: PackedFrame, now: float) -> None:
        """Start greeting; `frame` is the first picture to show. `now` is in seconds."""
        self._panel, self._seat = panel, seat
        self._nonce = 1 + int(now * 1000) % (NUMBERS - 1)
        self._began = self._heard = now
        self._next_heartbeat_at = now
        self._lines = LineSplitter()
        self._remote_display = RemoteDisplay(frame)
        self._buttons: ButtonLevels | None = None
        self._linked_at = float("inf")
        self._has_display = False
        self._up = False
        self._goodbye: Goodbye | None = None
        self._sent_goodbye = False
        self._rate_limit = _RateLimit(now)
        self._outgoing = bytearray(b"\n")  # ends a line that an earlier connection left incomplete
        self._events: list[Event] = []
        self.damaged = 0
        self.has_display_failed = False
        self.is_over = False

    @property
    def is_linked(self) -> bool:
        """Return whether the panel has answered the greeting."""
        return self._buttons is not None

    def linked_s(self, now: float) -> float:
        """Return the seconds since the panel answered the greeting."""
        return max(now - self._linked_at, 0.0)

    def take_outgoing(self) -> bytes:
        """Return what is to be sent, and clear it."""
        outgoing = bytes(self._outgoing)
        self._outgoing.clear()
        return outgoing

    def take_events(self) -> list[Event]:
        """Return the events for the game, and clear them."""
        events, self._events = self._events, []
        return events

    def set_frame(self, frame: PackedFrame) -> None:
        """Show this frame next; `advance` sends it."""
        self._remote_display.set_frame(frame)

    def say_goodbye(self, keep: bool) -> None:
        """Send Goodbye once the last picture is shown; `is_over` is set by the panel's reply."""
        self._goodbye = Goodbye(keep)

    def receive(self, data: bytes, now: float) -> None:
        """Process bytes from the panel; damaged lines are counted. Raises LinkLost."""
        self._check(self._rate_limit.allows(len(data), now), "it floods the line")
        for line in self._lines.feed(data):
            try:
                message = parse_from_panel(line)
            except LineError:
                self.damaged += 1
            else:
                self._dispatch(message, now)

    def advance(self, now: float) -> None:
        """Send what is due: greeting, heartbeat, picture. Raises LinkLost for a silent panel."""
        if not self.is_linked:
            self._check(now < self._began + GREETING_S, "it does not answer the greeting")
            self._send_periodically(Hello(VERSION, self._nonce), now)
            return
        self._check(now < self._heard + LOST_AFTER_S, "it fell silent")
        self._send_periodically(Heartbeat(), now)
        if self._has_display:
            for message in self._remote_display.advance(now):
                self._send(message)
            self._check(not self._remote_display.has_failed, "it does not take its pictures")
        self._send_goodbye()

    def end(self, now: float) -> None:
        """Release the buttons of a lost panel, and report its display as down."""
        if self._buttons is not None:
            self._events += self._buttons.release(now)
        self._set_visible(False, now)

    def _dispatch(self, message: FromPanel, now: float) -> None:
        if isinstance(message, Welcome):
            self._welcome(message, now)
        elif self._buttons is not None:  # else it belongs to an earlier connection
            self._heard = now
            self._handle(message, self._buttons, now)

    def _handle(self, message: FromPanel, buttons: ButtonLevels, now: float) -> None:
        match message:
            case Levels():
                self._events += buttons.receive(message, now)
                self._check(not buttons.is_out_of_step, "its count of changes runs backwards")
            case Shown(number) | DisplayFailed(number):
                self._remote_display.confirm(number, isinstance(message, Shown))
                self.has_display_failed = isinstance(message, DisplayFailed)
                self._set_visible(self._remote_display.visible, now)
            case ChecksumMismatch(number):
                self._remote_display.refuse(number)
            case GoodbyeReply():
                self.is_over = self._goodbye is not None

    def _welcome(self, welcome: Welcome, now: float) -> None:
        ours = welcome.nonce == self._nonce
        if self.is_linked:
            self._check(ours, "it started anew")
            return
        if not ours:
            return
        self._check(
            welcome.version == VERSION,
            f"it speaks version {welcome.version} of the protocol and this program {VERSION}: "
            "copy the files of this program's firmware-config/panel to it",
        )
        size = (welcome.columns, welcome.pages)
        self._check(
            size in {(COLUMNS, PAGES), (0, 0)},
            f"its display is {size[0]} columns by {size[1]} pages",
        )
        self._heard = self._linked_at = now
        self._has_display = size != (0, 0)
        self._buttons = ButtonLevels(self._panel, welcome.buttons)

    def _set_visible(self, visible: bool, now: float) -> None:
        if visible == self._up:
            return
        self._up = visible
        self._events.append(
            PanelUp(self._panel, now, self._seat) if visible else PanelDown(self._panel, now)
        )

    def _send_goodbye(self) -> None:
        settled = self._remote_display.is_settled or not self._has_display
        if self._goodbye is not None and settled and not self._sent_goodbye:
            self._sent_goodbye = True
            self._send(self._goodbye)

    def _send_periodically(self, message: FromHost, now: float) -> None:
        if now >= self._next_heartbeat_at:
            self._next_heartbeat_at = now + HEARTBEAT_S
            self._send(message)

    def _send(self, message: FromHost) -> None:
        self._outgoing += encode(message)

    def _check(self, holds: bool, trouble: str) -> None:
        if not holds:
            raise LinkLost(trouble)


class _RateLimit:
    """Allow MAX_BYTES_PER_S on average (a token bucket)."""

    def __init__(self, now: float) -> None:
        self._left, self._at = float(MAX_BYTES_PER_S), now

    def allows(self, amount: int, now: float) -> bool:
        earned = max(now - self._at, 0.0) * MAX_BYTES_PER_S
        self._left, self._at = min(MAX_BYTES_PER_S, self._left + earned) - amount, now
        return self._left >= 0
