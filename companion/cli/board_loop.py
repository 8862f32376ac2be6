"""The loop on the pins of a Raspberry Pi, with its buttons, signals, page and watchdog."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

from companion.cli.pairing_code import new_pairing_code, pairing_info
from companion.cli.play_common import save_status
from companion.shell.bootstrap import WiringSettings, open_loop
from hardware import power, systemd_notify
from hardware.controls import open_controls

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from companion.app.session import Session
    from companion.config.configuration import Config
    from companion.ports import Display
    from companion.shell.inbox import EventQueue
    from companion.shell.loop import Loop
    from hardware.page.pairing import PairingCode
    from hardware.page.server import Page

PAGE_PANEL: Final = "page"  # the name of the page's panel beside the board's own


def play(
    options: argparse.Namespace, config: Config, inbox: EventQueue, displays: Sequence[Display]
) -> Session:
    """Play on the open displays until the session ends; return it."""
    pairing = new_pairing_code(options)
    with ExitStack() as open_parts:
        loop = open_parts.enter_context(
            open_loop(
                options.state,
                inbox,
                displays,
                defaults=config.table,
                pairing_info=pairing_info(options, pairing, PAGE_PANEL),
                wiring=_wiring(config),
            )
        )
        loop.show()
        controls = open_controls(config, inbox)
        open_parts.callback(controls.close)
        loop.signals = controls
        parts: list[Any] = [*displays, *controls.parts]
        if options.page or options.listen:
            page = _open_page(options, inbox, loop, pairing)
            open_parts.callback(page.close)
            loop.displays.append(page)
            loop.speakers.append(page)
            parts.append(page)
        watchdog = systemd_notify.Watchdog(parts)
        loop.beat(lambda: watchdog.feed(inbox.now()), watchdog.period)
        systemd_notify.notify(systemd_notify.READY)
        session = loop.run()
        systemd_notify.notify(systemd_notify.STOPPING)
    return session


def finish(session: Session, options: argparse.Namespace) -> int:
    """Switch the computer off where the session asks for it, and return the exit status.

    It is called when the displays are closed: they have shown the last picture.
    """
    status = save_status(session, options)
    return power.switch_off() if session.ending == "power-off" else status


def _wiring(config: Config) -> WiringSettings:
    owners = {panel.name: panel.seat for panel in config.panels if panel.seat is not None}
    return WiringSettings(config.bounce_s, owners)


def _open_page(
    options: argparse.Namespace, inbox: EventQueue, loop: Loop, pairing: PairingCode | None
) -> Page:
    from companion.cli.open_page import open_page  # noqa: PLC0415 - needs aiohttp

    return open_page(options, inbox, pairing, PAGE_PANEL, lambda: loop.session)
