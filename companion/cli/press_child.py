"""The child of `press`: play with presses and time from standard input.

The import inside a function loads what the first picture does not need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.text.icons import spell_icons
from companion.cli.show_splash import show_splash
from hardware.press.last_picture import LastPicture

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--state", required=True)
    parser.add_argument("--seed")
    parser.add_argument("start", type=float)


def run(options: argparse.Namespace) -> int:
    """Play until the input ends and return the exit status."""
    display = LastPicture(spell_icons)
    show_splash(display)
    print("{}", flush=True)  # tells the parent that the first picture is there
    from companion.cli.press_loop import play  # noqa: PLC0415 - after the picture

    return play(options, display)
