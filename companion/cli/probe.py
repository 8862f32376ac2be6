"""The command `probe`: try the panel and each button of the box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.play_common import inbox_with_signals
from companion.cli.shared_options import add_config
from hardware import probe

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_config(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    return probe.run(options.config, inbox_with_signals())
