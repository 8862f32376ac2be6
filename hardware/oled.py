"""Draw on an SSD1306 or SH1106 through luma.oled, sending only what changed.

luma's own `display` sends 1,034 bytes for every picture, an identical one included. Here luma gives
the controller's start sequence and the bus, and `frames` says which windows have to be sent.
One thread owns an `Oled` (luma is not thread safe): see `display.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Protocol

from luma.oled.device import sh1106, ssd1306

from companion.config import Chip
from hardware.frames import BLANK, WHOLE, Window, cut, find_changes, split_pages
from hardware.line import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.line import Interface

COLUMN_OFFSET: Final = {Chip.SSD1306: 0, Chip.SH1106: 2}
"""Where the visible columns begin in the usual panels' memory; some SH1106 begin at 0."""
CONTRAST: Final = {Chip.SSD1306: 0xCF, Chip.SH1106: 0x7F}
"""The light that luma gives each chip."""

_DISPLAY_OFF: Final = 0xAE
_COLUMNS: Final = 0x21
_PAGES: Final = 0x22
_PAGE: Final = 0xB0
_HIGH_COLUMN: Final = 0x10


class Light(IntEnum):
    """How bright a panel is, as in `companion.ports.Picture.light`."""

    DARK = 0
    DIM = 1
    FULL = 2


@dataclass(frozen=True, slots=True)
class Care:
    """How a panel is driven; times in seconds, 0 for never.

    `probe_s`: so often an idle panel is asked whether it is there. `refresh_s`: the whole picture
    is sent again (noise corrupts display memory). `restart_s`: the registers too.
    """

    column_offset: int = 0
    contrast: int = 0xCF
    dimmed: int = 0x10
    probe_s: float = 1.0
    refresh_s: float = 60.0
    restart_s: float = 600.0


class _Device(Protocol):
    """What is used of luma's devices, which publish no types."""

    persist: bool

    def command(self, *cmd: int) -> None: ...
    def data(self, data: Sequence[int]) -> None: ...
    def contrast(self, level: int) -> None: ...
    def hide(self) -> None: ...
    def show(self) -> None: ...


class _Ssd1306(ssd1306):
    """luma's device without its full frames."""

    def display(self, image: object) -> None:
        """Draw nothing: `Oled` does."""


class _Sh1106(sh1106):
    """luma's device without its full frames."""

    def display(self, image: object) -> None:
        """Draw nothing: `Oled` does."""


class Oled:
    """One panel: what it shows, how bright it is, and how to tell it the difference.

    Every method may raise one of FAULTS; the panel then counts as lost, and the next `paint` opens
    the bus again, starts the same device again and sends the whole picture.
    """

    def __init__(
        self, chip: Chip, open_bus: Callable[[], Interface], care: Care, now: Callable[[], float]
    ) -> None:
        """Build the device; no bus is touched before the first `paint`."""
        self._chip = chip
        self._open_bus = open_bus
        self._care = care
        self._now = now
        self._line = Line()
        device = _Ssd1306 if chip is Chip.SSD1306 else _Sh1106
        self._device: _Device = device(self._line)
        # Set after the construction, which resets it (luma.lcd#83): `close` says what stays.
        self._device.persist = True
        self._start = self._line.start[:-1]  # without the last command, which lights the panel
        self._shown = BLANK
        self._light = Light.DARK
        self._probed = self._refreshed = self._started = 0.0

    @property
    def is_up(self) -> bool:
        """Tell whether the panel took all that was last sent."""
        return self._line.bus is not None

    def paint(self, frame: bytes, light: Light) -> None:
        """Show a packed frame; equal ones cost nothing. Dark is a blank memory, switched off.

        Switched off alone is reported to leave a picture on some SH1106.
        """
        lost = not self.is_up
        if lost:
            self._line.bus = self._open_bus()
        with self._line.together():
            if lost:
                self._begin()
            if light is Light.DARK and self._light is not Light.DARK:
                self._device.hide()
            self._send(BLANK if light is Light.DARK else frame, whole=lost)
            self._shine(light, lost)

    def tend(self) -> None:
        """Do what time alone asks for: ask the panel, send all again, start it again."""
        if not self.is_up:
            return
        now, care = self._now(), self._care
        with self._line.together():
            if _is_past(self._started, care.restart_s, now):
                self._restart()
            elif _is_past(self._refreshed, care.refresh_s, now):
                self._send(self._shown, whole=True)
            elif _is_past(self._probed, care.probe_s, now):
                self._switch()

    def due(self) -> float | None:
        """Tell when `tend` next has something to do; None for never."""
        care = self._care
        pairs = (
            (self._started, care.restart_s),
            (self._refreshed, care.refresh_s),
            (self._probed, care.probe_s),
        )
        return min((then + period for then, period in pairs if period > 0), default=None)

    def close(self) -> None:
        """Give the bus back, the panel as it is."""
        self._line.cleanup()

    def _begin(self) -> None:
        """Start the panel, still dark; its memory is unknown."""
        for command in self._start:
            self._device.command(*command)
        self._light = Light.DARK
        self._started = self._now()

    def _restart(self) -> None:
        """Start the lit panel again and send all: the registers first, without going dark."""
        for number, command in enumerate(self._start):
            skipped = 1 if number == 0 and command[0] == _DISPLAY_OFF else 0
            self._device.command(*command[skipped:])
        self._started = self._now()
        self._send(self._shown, whole=True)
        self._shine(self._light, lost=True)

    def _send(self, frame: bytes, *, whole: bool) -> None:
        windows = [WHOLE] if whole else find_changes(self._shown, frame, self._chip)
        if whole:
            self._refreshed = self._now()
        send = self._send_ssd1306 if self._chip is Chip.SSD1306 else self._send_sh1106
        if windows:
            send(windows, frame)
            self._probed = self._now()
        self._shown = frame

    def _send_ssd1306(self, windows: Sequence[Window], frame: bytes) -> None:
        """Fill each window; what it shares with the one before is not said again.

        A filled window leaves both pointers at its first byte (data sheet, 10.1.3).
        """
        offset, last = self._care.column_offset, None
        for window in windows:
            columns, pages = (window.left, window.right), (window.top, window.bottom)
            command: list[int] = []
            if last is None or (last.left, last.right) != columns:
                command += (_COLUMNS, window.left + offset, window.right + offset)
            if last is None or (last.top, last.bottom) != pages:
                command += (_PAGES, window.top, window.bottom)
            self._device.command(*command)
            self._device.data(list(cut(frame, window)))
            last = window

    def _send_sh1106(self, windows: Sequence[Window], frame: bytes) -> None:
        """Fill each window page by page: this chip knows a page and a column, no rectangles."""
        page = None
        for window in windows:
            for row in split_pages(window):
                column = row.left + self._care.column_offset
                place = (column & 0x0F, _HIGH_COLUMN | column >> 4)
                self._device.command(*(() if row.top == page else (_PAGE | row.top,)), *place)
                self._device.data(list(cut(frame, row)))
                page = row.top

    def _shine(self, light: Light, lost: bool) -> None:
        """Set contrast and power where they differ from what the panel has."""
        before, self._light = self._light, light
        if light is not Light.DARK and (lost or light is not before):
            care = self._care
            self._device.contrast(care.dimmed if light is Light.DIM else care.contrast)
        if lost or (light is Light.DARK) != (before is Light.DARK):
            self._switch()

    def _switch(self) -> None:
        """Say on or off; said again now and then it asks whether the panel is still there."""
        if self._light is Light.DARK:
            self._device.hide()
        else:
            self._device.show()
        self._probed = self._now()


def _is_past(then: float, period: float, now: float) -> bool:
    """Tell whether `period` seconds have gone by; a period of 0 never does."""
    return period > 0 and now - then >= period
