"""The command `gallery`: draw every screen in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.shared_options import folder_path
from companion.dev.gallery import write_gallery

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--out",
        type=folder_path,
        metavar="DIR",
        required=True,
        help="the folder for the pictures, one folder and one contact sheet for each language",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    return write_gallery(options.out)
