"""Play on a page that this computer serves."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion.app.events import MAIN
from companion.cli.open_page import open_page
from companion.cli.pairing_code import new_pairing_code, pairing_info
from companion.cli.pairing_code_file import pairing_code_file
from companion.cli.play_common import finish, inbox_with_signals
from companion.config.user_folders import state_folder
from companion.shell.bootstrap import open_loop

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Play until the session ends and return the exit status."""
    inbox = inbox_with_signals()
    pairing = new_pairing_code(options)
    shown = pairing_info(options, pairing, MAIN)
    with open_loop(options.state, inbox, pairing_info=shown) as loop, ExitStack() as open_parts:
        page = open_page(options, inbox, pairing, session=lambda: loop.session)
        open_parts.callback(page.close)
        if pairing is not None and not sys.stdout.isatty():
            open_parts.enter_context(
                pairing_code_file(state_folder(options.state, os.environ), pairing.code)
            )
        loop.displays.append(page)
        loop.speakers.append(page)
        session = loop.run()
    return finish(session, options)
