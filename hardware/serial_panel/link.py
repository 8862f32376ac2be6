"""The conversation with one panel: bytes and time in, bytes and events out; no port, no thread.

Whatever goes wrong for good is a LinkLost: the caller closes the port and starts a new Link later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion import CompanionError
from companion.app.events import PanelDown, PanelUp
from hardware.serial_panel.levels import ButtonLevels
from hardware.serial_panel.protocol import (
    COLUMNS,
    NUMBERS,
    PAGES,
    VERSION,
    Beat,
    Blind,
    Bye,
    Differs,
    FromHost,
    FromPanel,
    Gone,
    Hello,
    Levels,
    LineError,
    Lines,
    Shown,
    Welcome,
    encode,
    parse_from_panel,
)
from hardware.serial_panel.screen import Screen

if TYPE_CHECKING:
    from companion.app.events import Event
    from hardware.serial_panel.screen import Frame

BEAT_S: Final = 1.0  # between two signs of life, and between two greetings
SILENCE_S: Final = 3.5  # so long without a good line and the panel is lost
CALL_S: Final = 6.0  # so long a panel may take to start before it answers the greeting
FLOOD: Final = 16_384  # bytes a second; five buttons that bounce all the time make a tenth of it


class LinkLost(CompanionError, ConnectionError):  # noqa: N818 - a loss, named as what it is
    """The panel cannot be spoken with any longer; the text says why."""


class Link:
    """One conversation, from the first greeting to the loss of the panel."""

    def __init__(self, panel: str, seat: int | None, frame: Frame, now: float) -> None:
        """Begin to greet; `frame` is what the panel shall show first. `now` is in seconds."""
        self._panel, self._seat = panel, seat
        self._nonce = 1 + int(now * 1000) % (NUMBERS - 1)
        self._began = self._heard = now
        self._beat_at = now
        self._lines = Lines()
        self._screen = Screen(frame)
        self._buttons: ButtonLevels | None = None
        self._linked_at = float("inf")
        self._has_display = False
        self._up = False
        self._farewell: Bye | None = None
        self._said_farewell = False
        self._ration = _Ration(now)
        self._outgoing = bytearray(b"\n")  # ends whatever an earlier conversation left half said
        self._events: list[Event] = []
        self.damaged = 0
        self.is_blind = False
        self.is_over = False

    @property
    def is_linked(self) -> bool:
        """Tell whether the panel has answered the greeting."""
        return self._buttons is not None

    def held_s(self, now: float) -> float:
        """Tell for how many seconds the panel has been linked."""
        return max(now - self._linked_at, 0.0)

    def take_outgoing(self) -> bytes:
        """Take what is to be sent."""
        outgoing = bytes(self._outgoing)
        self._outgoing.clear()
        return outgoing

    def take_events(self) -> list[Event]:
        """Take what is to be told to the game."""
        events, self._events = self._events, []
        return events

    def want(self, frame: Frame) -> None:
        """Show this next; `advance` sends it."""
        self._screen.want(frame)

    def leave(self, keep: bool) -> None:
        """Say farewell once the last picture is there; `is_over` tells when the panel knows."""
        self._farewell = Bye(keep)

    def hear(self, data: bytes, now: float) -> None:
        """Take bytes from the panel in; damaged lines are counted. Raises LinkLost."""
        self._check(self._ration.allows(len(data), now), "it floods the line")
        for line in self._lines.feed(data):
            try:
                message = parse_from_panel(line)
            except LineError:
                self.damaged += 1
            else:
                self._take(message, now)

    def advance(self, now: float) -> None:
        """Do what is due: greet, beat, send a picture. Raises LinkLost for a silent panel."""
        if not self.is_linked:
            self._check(now < self._began + CALL_S, "it does not answer the greeting")
            self._beat(Hello(VERSION, self._nonce), now)
            return
        self._check(now < self._heard + SILENCE_S, "it fell silent")
        self._beat(Beat(), now)
        if self._has_display:
            for message in self._screen.advance(now):
                self._send(message)
            self._check(not self._screen.has_given_up, "it does not take its pictures")
        self._say_farewell()

    def end(self, now: float) -> None:
        """Tell the game that the panel is lost: its buttons are released, its picture is gone."""
        if self._buttons is not None:
            self._events += self._buttons.release(now)
        self._see(False, now)

    def _take(self, message: FromPanel, now: float) -> None:
        if isinstance(message, Welcome):
            self._welcome(message, now)
        elif self._buttons is not None:  # else it was said to an earlier conversation
            self._heard = now
            self._obey(message, self._buttons, now)

    def _obey(self, message: FromPanel, buttons: ButtonLevels, now: float) -> None:
        match message:
            case Levels():
                self._events += buttons.hear(message, now)
            case Shown(number) | Blind(number):
                self._screen.confirm(number, isinstance(message, Shown))
                self.is_blind = isinstance(message, Blind)
                self._see(self._screen.visible, now)
            case Differs(number):
                self._screen.refuse(number)
            case Gone():
                self.is_over = self._farewell is not None

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

    def _see(self, visible: bool, now: float) -> None:
        if visible == self._up:
            return
        self._up = visible
        self._events.append(
            PanelUp(self._panel, now, self._seat) if visible else PanelDown(self._panel, now)
        )

    def _say_farewell(self) -> None:
        settled = self._screen.is_settled or not self._has_display
        if self._farewell is not None and settled and not self._said_farewell:
            self._said_farewell = True
            self._send(self._farewell)

    def _beat(self, message: FromHost, now: float) -> None:
        if now >= self._beat_at:
            self._beat_at = now + BEAT_S
            self._send(message)

    def _send(self, message: FromHost) -> None:
        self._outgoing += encode(message)

    def _check(self, holds: bool, trouble: str) -> None:
        if not holds:
            raise LinkLost(trouble)


class _Ration:
    """Let a second's worth of bytes through each second, however they come (a leaky bucket)."""

    def __init__(self, now: float) -> None:
        self._left, self._at = float(FLOOD), now

    def allows(self, amount: int, now: float) -> bool:
        earned = max(now - self._at, 0.0) * FLOOD
        self._left, self._at = min(FLOOD, self._left + earned) - amount, now
        return self._left >= 0
