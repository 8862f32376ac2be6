"""The command `games`: list the saved games (spec/record.md)."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from companion.cli.saved_games import games
from companion.cli.shared_options import add_state
from companion.config.user_folders import state_folder

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_state(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    return games(state_folder(options.state, os.environ), sys.stdout, sys.stderr)
