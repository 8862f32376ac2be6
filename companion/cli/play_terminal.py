"""Play in this terminal, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.terminal_loop import TerminalLoop
from hardware.terminal.app import run_terminal

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Play until the session or the terminal ends and return the exit status."""
    loop = TerminalLoop(options)
    status = run_terminal(loop.inbox, loop.run)
    return max(status, loop.finish())
