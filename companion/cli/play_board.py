"""Play on the pins of a Raspberry Pi: the panel shows its first picture before all else is loaded.

The imports inside functions here load what that picture does not need.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

from companion.cli.play_common import inbox_with_signals, save_status
from companion.cli.show_splash import show_splash
from companion.config.configuration import load_config
from companion.journal.lock import refuse_second
from companion.journal.paths import state_folder
from hardware import devices, is_pi, power, profiles, systemd_notify

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from companion.app.session import PairingInfo
    from companion.config.configuration import Config
    from companion.ports import Display
    from companion.shell.inbox import EventQueue
    from companion.shell.loop import Loop
    from hardware.page.pairing import PairingCode
    from hardware.page.server import Page

PAGE_PANEL: Final = "page"  # the name of the page's panel beside the board's own


def run(options: argparse.Namespace) -> int:
    """Play until the session ends and return the exit status."""
    config = load_config(options.config, profiles.load_all())
    is_pi.require_pi()
    refuse_second(state_folder(options.state, os.environ))
    inbox = inbox_with_signals()
    pairing, pairing_info = _pairing(options)
    with ExitStack() as open_parts:
        displays = [devices.open_display(config, inbox), *devices.open_panels(config, inbox)]
        for display in displays:
            open_parts.callback(display.close)
            show_splash(display)
        loop = open_parts.enter_context(_open_loop(options, config, inbox, displays, pairing_info))
        loop.show()
        controls = devices.open_controls(config, inbox)
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
    status = save_status(session, options)
    return power.switch_off() if session.ending == "power-off" else status


def _pairing(options: argparse.Namespace) -> tuple[PairingCode | None, PairingInfo | None]:
    if not options.listen:
        return None, None
    from companion.cli.pairing_code import new_pairing_code, pairing_info  # noqa: PLC0415 - needs aiohttp

    pairing = new_pairing_code(options)
    return pairing, pairing_info(options, pairing, PAGE_PANEL)


def _open_loop(
    options: argparse.Namespace,
    config: Config,
    inbox: EventQueue,
    displays: Sequence[Display],
    pairing_info: PairingInfo | None,
) -> AbstractContextManager[Loop]:
    from companion.shell.bootstrap import WiringSettings, open_loop  # noqa: PLC0415 - after the picture

    owners = {panel.name: panel.seat for panel in config.panels if panel.seat is not None}
    return open_loop(
        options.state,
        inbox,
        displays,
        defaults=config.table,
        pairing_info=pairing_info,
        wiring=WiringSettings(config.bounce_s, owners),
    )


def _open_page(
    options: argparse.Namespace, inbox: EventQueue, loop: Loop, pairing: PairingCode | None
) -> Page:
    from companion.cli.open_page import open_page  # noqa: PLC0415 - after the picture

    return open_page(options, inbox, pairing, PAGE_PANEL, lambda: loop.session)
