"""The command `bench`: measure speed, memory and bus traffic, as ratios."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from companion.cli.shared_options import folder_path
from companion.dev.bench import DEFAULT_GAMES, BenchError, run_bench
from hardware.bench import measure_bus

if TYPE_CHECKING:
    import argparse
    from types import ModuleType


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "folder",
        nargs="?",
        type=folder_path,
        metavar="FOLDER",
        help=f"a folder of records (*.jsonl) to measure with (default: {DEFAULT_GAMES})",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status. Raises BenchError outside a checkout."""
    return run_bench(options.folder, measure_bus, _reference)


def _reference() -> ModuleType:
    """Import the plain version of the rules, which only a checkout has."""
    try:
        return importlib.import_module("tests.reference")
    except ImportError as error:
        raise BenchError("tests/reference is not here: run this in a checkout") from error
