"""Play on the pins of a Raspberry Pi: the panel shows its first picture before all else is loaded.

The import inside a function loads what that picture does not need.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion.cli.play_common import inbox_with_signals
from companion.cli.show_splash import show_splash
from companion.config.configuration import load_config
from companion.config.user_folders import state_folder
from companion.journal.lock_file import refuse_second
from hardware import devices, is_pi, profiles

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Play until the session ends and return the exit status."""
    config = load_config(options.config, profiles.load_all())
    is_pi.require_pi()
    refuse_second(state_folder(options.state, os.environ))
    inbox = inbox_with_signals()
    with ExitStack() as open_displays:
        displays = [devices.open_display(config, inbox), *devices.open_panels(config, inbox)]
        for display in displays:
            open_displays.callback(display.close)
            show_splash(display)
        from companion.cli.board_loop import finish, play  # noqa: PLC0415 - after the picture

        session = play(options, config, inbox, displays)
    return finish(session, options)
