"""Play in this terminal, as a picture or in words."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from companion.app.text.icons import spell_icons
from companion.cli.play_common import finish, inbox_with_signals
from companion.shell.bootstrap import open_loop
from hardware.text_view import is_wanted_by, run_text

if TYPE_CHECKING:
    import argparse

    from companion.app.session import Session
    from companion.ports import Display


def run(options: argparse.Namespace) -> int:
    """Play until the session or the terminal ends and return the exit status."""
    inbox = inbox_with_signals()
    ended: list[Session] = []

    def start_loop(display: Display) -> None:
        with open_loop(options.state, inbox, [display]) as loop:
            ended.append(loop.run())

    if options.text or is_wanted_by(os.environ.get("TERM", "")):
        run_text(inbox, start_loop, spell_icons)
        status = 0
    else:
        from hardware.terminal.app import run_terminal  # noqa: PLC0415 - words need no Textual

        status = run_terminal(inbox, start_loop, spell_icons)
    return max(status, *(finish(session, options) for session in ended), 0)
