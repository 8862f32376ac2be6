"""Play in this terminal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.terminal_loop import TerminalLoop
from hardware.text_terminal import run_text

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Play until the session or the terminal ends and return the exit status."""
    loop = TerminalLoop(options)
    run_text(loop.inbox, loop.run)
    return loop.finish()
