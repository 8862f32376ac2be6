"""The command `doctor`: check the box and name the fix of every fault."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from companion.cli.shared_options import add_config, add_state
from companion.config.user_folders import state_folder
from companion.journal.paths import BACKUP_LOG, STORE
from hardware import doctor

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_config(parser)
    add_state(parser)
    parser.add_argument("--json", action="store_true", help="print the checks as JSON")


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    folder = state_folder(options.state, os.environ)
    log = folder / STORE / BACKUP_LOG
    return doctor.run(options.config, folder, log, as_json=options.json)
