"""Play: on the pins of a board, on a page, or in this terminal.

Each way has its own module (`play_board`, `play_page`, `play_terminal`, `play_text`); only one is
imported.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, cast

from companion.cli.shared_options import DEFAULT_PORT, add_play_options
from hardware.is_pi import is_pi

if TYPE_CHECKING:
    import argparse

add_arguments = add_play_options


def run(options: argparse.Namespace) -> int:
    """Play and return the exit status."""
    if options.port is None:
        options.port = DEFAULT_PORT
    module = importlib.import_module(f"companion.cli.play_{_way(options)}")
    return cast("int", module.run(options))


def _way(options: argparse.Namespace) -> str:
    if options.terminal or options.text:
        is_text = options.text or can_only_print(os.environ.get("TERM", ""))
        return "text" if is_text else "terminal"
    return "board" if options.config or is_pi() else "page"


def can_only_print(terminal: str) -> bool:
    """Return whether a terminal of this type (TERM) can only print lines."""
    return terminal in {"", "dumb", "unknown"}
