"""The loop of the child of `press`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.cli.play_common import save_status
from companion.shell.bootstrap import open_loop
from hardware.press.scripted_inbox import ScriptedInbox

if TYPE_CHECKING:
    import argparse

    from hardware.press.last_picture import LastPicture


def play(options: argparse.Namespace, display: LastPicture) -> int:
    """Play until the input ends and return the exit status."""
    inbox = ScriptedInbox(sys.stdin, sys.stdout, options.start, display)
    with open_loop(options.state, inbox, [inbox.display], seed=options.seed) as loop:
        session = loop.run()
        inbox.answer_until_closed()
    if session.save_failure and session.now <= options.start:
        return 1  # the saves cannot be opened, which the log says, and nothing was played
    return save_status(session, options)
