"""The command `export`: print a saved game as a record (spec/record.md)."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from companion.cli.saved_games import export
from companion.cli.shared_options import add_state, whole_number
from companion.config.user_folders import state_folder

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_state(parser)
    parser.add_argument(
        "game",
        nargs="?",
        type=whole_number(0),
        metavar="GAME",
        help="its number in `hare-companion games` (default: the latest game)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    return export(state_folder(options.state, os.environ), options.game, sys.stdout, sys.stderr)
