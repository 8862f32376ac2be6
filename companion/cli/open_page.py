"""Open the page: serve it, print its address, open a browser where there is one."""

from __future__ import annotations

import os
import sys
import webbrowser
from typing import TYPE_CHECKING

from companion.app.events import MAIN
from companion.shell.shared_game_files import SharedGameFiles
from hardware.page.server import Page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from companion.app.session import Session
    from companion.shell.inbox import EventQueue
    from hardware.page.pairing import PairingCode


def open_page(
    options: argparse.Namespace,
    inbox: EventQueue,
    pairing: PairingCode | None,
    panel: str = MAIN,
    session: Callable[[], Session] | None = None,
) -> Page:
    """Serve the page as the panel of this name and print its address.

    It shares the game of what `session` returns.
    """
    address = options.listen or "127.0.0.1"
    share = None if session is None else SharedGameFiles(session)
    page = Page(inbox, address, options.port, pairing, panel, share)
    url = page.start()
    print(f"Play at {url}", flush=True)
    if pairing:
        # To people alone: what a service prints stands in the system's journal.
        if sys.stdout.isatty():
            print(f"The code for it: {pairing.code}", flush=True)
    elif not options.no_browser and _has_desktop():
        webbrowser.open(url)
    return page


def _has_desktop() -> bool:
    """Return whether a browser can open a window: macOS always has one, others name a display."""
    is_mac = sys.platform == "darwin"
    return is_mac or bool(os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"})
