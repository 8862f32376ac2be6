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

from companion.config.configuration import DisplayChip
from hardware.frames import BLANK, PAGES, WHOLE, WIDTH, Window, cut, find_changes, split_pages
from hardware.line import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.line import Interface

COLUMN_OFFSET: Final = {DisplayChip.SSD1306: 0, DisplayChip.SH1106: 2}
"""Where the visible columns begin in the usual panels' memory; some SH1106 begin at 0."""
CONTRAST: Final = {DisplayChip.SSD1306: 0xCF, DisplayChip.SH1106: 0x7F}
"""The light that luma gives each chip."""

_DISPLAY_OFF: Final = 0xAE
_COLUMNS: Final = 0x21
_PAGES: Final = 0x22
_PAGE: Final = 0xB0
_HIGH_COLUMN: Final = 0x10
_RUN_THROUGH: Final = (0x20, 0x00)
_PAGE_BY_PAGE: Final = (0x20, 0x02)


class Light(IntEnum):
    """How bright a panel is, as in `companion.ports.Picture.brightness`."""

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
        self,
        chip: DisplayChip,
        open_bus: Callable[[], Interface],
        care: Care,
        now: Callable[[], float],
    ) -> None:
        """Build the device; no bus is touched before the first `paint`."""
        self._chip = chip
        self._open_bus = open_bus
        self._care = care
        self._now = now
        self._line = Line()
        device = _Ssd1306 if chip is DisplayChip.SSD1306 else _Sh1106
        self._device: _Device = device(self._line)
        # Set after the construction, which resets it (luma.lcd#83): `close` says what stays.
        self._device.persist = True
        self._start = self._line.start[:-1]  # without the last command, which lights the panel
        self._shown = BLANK
        self._light = Light.DARK
        self._runs_through = False  # the SSD1306's way through its memory; it starts by one whole
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
        if windows == [WHOLE] and self._chip is DisplayChip.SSD1306:
            self._send_through(frame)
        elif windows:
            self._send_pages(windows, frame)
        if windows:
            self._probed = self._now()
        self._shown = frame

    def _send_through(self, frame: bytes) -> None:
        """Send a whole frame in one run: only the SSD1306 goes on to the next page by itself."""
        left = self._care.column_offset
        columns, pages = (_COLUMNS, left, left + WIDTH - 1), (_PAGES, 0, PAGES - 1)
        self._device.command(*_RUN_THROUGH, *columns, *pages)
        self._device.data(list(frame))
        self._runs_through = True

    def _send_pages(self, windows: Sequence[Window], frame: bytes) -> None:
        """Fill each window page by page: page and column are the least that can be said of a place.

        Both chips know it (data sheets, "Page Addressing Mode"); the SSD1306 is set to it first.
        """
        page = None
        for row in (row for window in windows for row in split_pages(window)):
            column = row.left + self._care.column_offset
            command = [column & 0x0F, _HIGH_COLUMN | column >> 4]
            if row.top != page:
                command.insert(0, _PAGE | row.top)
            if self._runs_through:
                command = [*_PAGE_BY_PAGE, *command]
                self._runs_through = False
            self._device.command(*command)
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
