"""What the ways of playing share: the inbox, the first picture, the end."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

from companion.app.events import Stop
from companion.cli.shared_options import DEFAULT_PORT
from companion.config.bounded_read import printable_name
from companion.config.user_folders import state_folder
from companion.shell.exit_message import exit_message
from companion.shell.inbox import EventQueue

if TYPE_CHECKING:
    import argparse

    from companion.app.session import Session


def inbox_with_signals() -> EventQueue:
    """Make the inbox; SIGTERM and SIGINT arrive in it as a Stop."""
    inbox = EventQueue()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: inbox.put(Stop(inbox.now())))
    return inbox


def save_status(session: Session, options: argparse.Namespace) -> int:
    """Return the exit status of a play: 1, with a sentence, where something was not saved."""
    if session.save_failure is None and not session.unsaved:
        return 0
    folder = state_folder(options.state, os.environ)
    print(
        f"{printable_name(folder)}: not everything that was played could be kept", file=sys.stderr
    )
    return 1


def finish(session: Session, options: argparse.Namespace) -> int:
    """Print where the games are and how to go on, and return the exit status."""
    status = save_status(session, options)
    if status == 0:
        folder = state_folder(options.state, os.environ)
        print(exit_message(folder, _repeated_options(options, str(folder))), flush=True)
    return status


def _repeated_options(options: argparse.Namespace, folder: str) -> list[str]:
    """Return the options that start the same play again."""
    again = ["--state", folder] if options.state else []
    again += ["--terminal"] if options.terminal else []
    again += ["--text"] if options.text else []
    again += ["--listen", options.listen] if options.listen else []
    again += ["--port", str(options.port)] if options.port not in {0, DEFAULT_PORT} else []
    again += ["--no-browser"] if options.no_browser else []
    return again
