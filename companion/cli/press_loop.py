"""The loop of the child of `press`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.shell.bootstrap import open_loop
from hardware.press.scripted_inbox import ScriptedInbox

if TYPE_CHECKING:
    import argparse

    from companion.app.session import Session
    from hardware.press.last_picture import LastPicture


def play(options: argparse.Namespace, display: LastPicture) -> Session:
    """Play until the input ends and return the last session."""
    inbox = ScriptedInbox(sys.stdin, sys.stdout, options.start, display)
    with open_loop(options.state, inbox, [inbox.display], seed=options.seed) as loop:
        session = loop.run()
        inbox.answer_until_closed()
    return session
