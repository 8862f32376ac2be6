"""Start the configured serial panels, each name and each port once."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.app.events import MAIN
from hardware.serial_panel.panel import SerialPanel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.ports import Inbox

_log = logging.getLogger(__name__)


class PanelSetting(Protocol):
    """A [[panel]] table of the configuration."""

    @property
    def port(self) -> str:
        """The device, best one of /dev/serial/by-id."""

    @property
    def name(self) -> str:
        """The name that the panel's events carry."""

    @property
    def seat(self) -> int | None:
        """The seat that it belongs to; None for the table's."""


def open_serial_panels(
    settings: Iterable[PanelSetting], inbox: Inbox, *, keep: bool = True
) -> tuple[SerialPanel, ...]:
    """Start every configured panel; `keep` leaves their last picture at the end.

    A second panel with the same name or device is left out and logged.
    """
    return tuple(
        SerialPanel(setting.port, setting.name, inbox, seat=setting.seat, keep=keep)
        for setting in _distinct(settings)
    )


def _distinct(settings: Iterable[PanelSetting]) -> Iterator[PanelSetting]:
    names, devices = {MAIN}, set[Path]()
    for setting in settings:
        device = Path(setting.port).resolve()
        if setting.name in names:
            _refuse(setting, "another panel has this name: give each [[panel]] its own")
        elif device in devices:
            _refuse(setting, "another [[panel]] has this port: name each device once")
        else:
            names.add(setting.name)
            devices.add(device)
            yield setting


def _refuse(setting: PanelSetting, reason: str) -> None:
    _log.warning("panel %s on %s is left out: %s", setting.name, setting.port, reason)
