"""Play on a page that this computer serves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import MAIN
from companion.cli.page import open_page
from companion.cli.pairing import draw_pairing, pairing_info
from companion.cli.play_common import finish, inbox_with_signals
from companion.shell.bootstrap import open_loop

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Play until the session ends and return the exit status."""
    inbox = inbox_with_signals()
    pairing = draw_pairing(options)
    shown = pairing_info(options, pairing, MAIN)
    with open_loop(options.state, inbox, pairing_info=shown) as loop:
        page = open_page(options, inbox, pairing, session=lambda: loop.session)
        loop.displays.append(page)
        loop.speakers.append(page)
        session = loop.run()
        page.close()
    return finish(session, options)
