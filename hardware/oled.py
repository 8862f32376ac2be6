"""Draw on an SSD1306 or SH1106 through luma.oled, and send only what changed.

luma's `display` sends 1,034 bytes for every picture, also for an identical one. Here luma provides
the controller's start sequence and the bus, and `frames` computes which windows must be sent.
Only one thread may use an `Oled` (luma is not thread safe): see `oled_display.py`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from luma.oled import device as luma_devices

from hardware.frames import BLANK, PAGES, WHOLE, WIDTH, Window, cut, find_changes, split_pages
from hardware.reconnecting_bus import ReconnectingBus

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.config.configuration import DisplayChip
    from hardware.reconnecting_bus import Interface

_DISPLAY_OFF: Final = 0xAE
_COLUMNS: Final = 0x21
_PAGES: Final = 0x22
_PAGE: Final = 0xB0
_HIGH_COLUMN: Final = 0x10
_HORIZONTAL_ADDRESSING: Final = (0x20, 0x00)
_PAGE_ADDRESSING: Final = (0x20, 0x02)


class Brightness(IntEnum):
    """How bright a panel is, as in `companion.ports.Picture.brightness`."""

    DARK = 0
    DIM = 1
    FULL = 2


class RefreshPolicy(NamedTuple):
    """How a panel is driven, and how often it is refreshed; times in seconds, 0 for never.

    `probe_s`: period of checking whether an idle panel still answers. `refresh_s`: period of
    sending the whole picture again (noise corrupts display memory). `restart_s`: the same for the
    registers.
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


def luma_device(chip: DisplayChip) -> type[Any]:
    """Return luma's class of a chip."""
    found: type[Any] = getattr(luma_devices, chip.value)
    return found


def _device_class(chip: DisplayChip) -> type[Any]:
    """Return luma's class of a chip, without its full frames: `Oled` sends the pictures."""
    return type(chip.name, (luma_device(chip),), {"display": lambda _self, _image: None})


class Oled:
    """One panel: its present frame and brightness, and how to send the difference to the next.

    Every method may raise one of BUS_ERRORS; the panel is then lost, and the next `paint` opens the
    bus again, initialises the same device again and sends the whole picture.
    """

    def __init__(
        self,
        chip: DisplayChip,
        open_bus: Callable[[], Interface],
        policy: RefreshPolicy,
        now: Callable[[], float],
    ) -> None:
        """Build the device; no bus is opened before the first `paint`."""
        self._chip = chip
        self._open_bus = open_bus
        self._policy = policy
        self._now = now
        self._bus = ReconnectingBus()
        self._device: _Device = _device_class(chip)(self._bus)
        # Set after the construction, which resets it (luma.lcd#83): `close` says what stays.
        self._device.persist = True
        self._start = self._bus.start[:-1]  # without the last command, which lights the panel
        self._shown = BLANK
        self._brightness = Brightness.DARK
        self._is_horizontal = False
        self._probed = self._refreshed = self._started = 0.0

    @property
    def is_up(self) -> bool:
        """Return whether the panel accepted everything since it was opened."""
        return self._bus.bus is not None

    def paint(self, frame: bytes, brightness: Brightness) -> None:
        """Show a packed frame; an equal one sends nothing.

        Dark is a blank memory, then display off: some SH1106 are reported to show a picture when
        off.
        """
        lost = not self.is_up
        if lost:
            self._bus.bus = self._open_bus()
        with self._bus.batch():
            if lost:
                self._initialise()
            if brightness is Brightness.DARK and self._brightness is not Brightness.DARK:
                self._device.hide()
            self._send(BLANK if brightness is Brightness.DARK else frame, whole=lost)
            self._set_brightness(brightness, lost)

    def maintain(self) -> None:
        """Do what is due: check that the panel answers, refresh it, or initialise it again."""
        if not self.is_up:
            return
        now, policy = self._now(), self._policy
        with self._bus.batch():
            if _is_past(self._started, policy.restart_s, now):
                self._restart()
            elif _is_past(self._refreshed, policy.refresh_s, now):
                self._send(self._shown, whole=True)
            elif _is_past(self._probed, policy.probe_s, now):
                self._set_power()

    def due(self) -> float | None:
        """Return when `maintain` next has something to do (seconds); None for never."""
        policy = self._policy
        pairs = (
            (self._started, policy.restart_s),
            (self._refreshed, policy.refresh_s),
            (self._probed, policy.probe_s),
        )
        return min((then + period for then, period in pairs if period > 0), default=None)

    def close(self) -> None:
        """Close the bus and leave the panel as it is."""
        self._bus.cleanup()

    def _initialise(self) -> None:
        """Send the start sequence; the panel stays off, its memory is unknown."""
        for command in self._start:
            self._device.command(*command)
        self._brightness = Brightness.DARK
        self._started = self._now()

    def _restart(self) -> None:
        """Send the start sequence again, with the panel on, then the whole picture."""
        for number, command in enumerate(self._start):
            skipped = 1 if number == 0 and command[0] == _DISPLAY_OFF else 0
            self._device.command(*command[skipped:])
        self._started = self._now()
        self._send(self._shown, whole=True)
        self._set_brightness(self._brightness, lost=True)

    def _send(self, frame: bytes, *, whole: bool) -> None:
        windows = [WHOLE] if whole else find_changes(self._shown, frame, self._chip)
        if whole:
            self._refreshed = self._now()
        if windows == [WHOLE] and self._chip.has_horizontal_addressing:
            self._send_whole(frame)
        elif windows:
            self._send_pages(windows, frame)
        if windows:
            self._probed = self._now()
        self._shown = frame

    def _send_whole(self, frame: bytes) -> None:
        """Send a whole frame in one data message, in horizontal addressing mode."""
        left = self._policy.column_offset
        columns, pages = (_COLUMNS, left, left + WIDTH - 1), (_PAGES, 0, PAGES - 1)
        self._device.command(*_HORIZONTAL_ADDRESSING, *columns, *pages)
        self._device.data(list(frame))
        self._is_horizontal = True

    def _send_pages(self, windows: Sequence[Window], frame: bytes) -> None:
        """Send each window page by page, in page addressing mode, which has the shortest commands.

        All chips have it (data sheets, "Page Addressing Mode"); one that also has horizontal
        addressing must be set to it.
        """
        page = None
        for row in (row for window in windows for row in split_pages(window)):
            column = row.left + self._policy.column_offset
            command = [column & 0x0F, _HIGH_COLUMN | column >> 4]
            if row.top != page:
                command.insert(0, _PAGE | row.top)
            if self._is_horizontal:
                command = [*_PAGE_ADDRESSING, *command]
                self._is_horizontal = False
            self._device.command(*command)
            self._device.data(list(cut(frame, row)))
            page = row.top

    def _set_brightness(self, brightness: Brightness, lost: bool) -> None:
        """Set contrast and display on/off where they differ from the panel's."""
        before, self._brightness = self._brightness, brightness
        if brightness is not Brightness.DARK and (lost or brightness is not before):
            policy = self._policy
            self._device.contrast(
                policy.dimmed if brightness is Brightness.DIM else policy.contrast
            )
        if lost or (brightness is Brightness.DARK) != (before is Brightness.DARK):
            self._set_power()

    def _set_power(self) -> None:
        """Send display on or off; sent periodically, it also checks that the panel answers."""
        if self._brightness is Brightness.DARK:
            self._device.hide()
        else:
            self._device.show()
        self._probed = self._now()


def _is_past(then: float, period: float, now: float) -> bool:
    """Return whether `period` seconds have passed since `then`; False for a period of 0."""
    return period > 0 and now - then >= period
