"""The command `press`: play a script of button presses, without a screen."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.cli.command_line import CHILD
from companion.cli.shared_options import (
    add_state,
    file_name,
    file_path,
    folder_path,
    whole_number,
)
from companion.config.bounded_read import printable_name, read_script
from hardware.press.runner import run as run_script
from hardware.press.script import check_film, parse_script

if TYPE_CHECKING:
    import argparse

# Spelt out because --state is required, but may also stand before the command.
USAGE = "%(prog)s [-h] --state DIR [--shots DIR] [--seed SEED] [--film FILE] [--scale SCALE] SCRIPT"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.usage = USAGE
    add = parser.add_argument
    add(
        "script", type=file_name, metavar="SCRIPT", help="a file of presses; - reads standard input"
    )
    add_state(parser, "the folder of the script's saved games (required)")
    add(
        "--shots",
        type=folder_path,
        metavar="DIR",
        help="the folder for the pictures (default: none)",
    )
    add("--seed", help="fixes the shuffles (default: drawn anew)")
    add(
        "--film",
        type=file_path,
        metavar="FILE",
        help="a GIF of what is shown from `shot film` to `shot cut` (default: none)",
    )
    add(
        "--scale",
        type=whole_number(1, 16),
        default=4,
        help="enlarges the pictures, 1 to 16 (default: 4)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if options.state is None:
        options.parser.error("press needs --state DIR: a folder of its own for the games")
    source = printable_name(options.script)
    lines = parse_script(read_script(options.script, sys.stdin.buffer), source)
    if options.film is not None:
        check_film(lines, source)
    # With = also what begins with a dash is a value.
    child = [sys.executable, "-P", "-m", "companion", CHILD, f"--state={options.state}"]
    if options.seed is not None:
        child.append(f"--seed={options.seed}")
    return run_script(lines, child, options.shots, options.scale, options.film)
