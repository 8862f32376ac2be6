"""Types and options that several commands share."""

from __future__ import annotations

import argparse
import ipaddress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_PORT: Final = 8128
LEVELS: Final = ("child", "easy", "good", "strong")  # rules.LEVELS, without importing the rules
STATE_HELP: Final = "the folder of the saved games (default: $STATE_DIRECTORY, else the user's own)"


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """Take the options of playing, some of which may also stand before a command."""
    add = parser.add_argument
    add("--state", type=folder_name, metavar="DIR", help=STATE_HELP)
    add(
        "--config",
        type=file_path,
        metavar="FILE",
        help="the configuration of the box; plays on its pins"
        " (default on a Pi: /etc/hare-companion/config.toml)",
    )
    add("--terminal", action="store_true", help="play in this terminal")
    add("--text", action="store_true", help="play in this terminal in words, for screen readers")
    add("--page", action="store_true", help="serve the page also on a Pi (default: elsewhere only)")
    add(
        "--listen",
        type=listen_address,
        metavar="ADDRESS",
        help="serve the page to the home network at this address, with a code"
        " (default: this computer only)",
    )
    add(
        "--port",
        type=whole_number(0, 65535),
        help=f"the port of the page; 0 takes a free one (default: {DEFAULT_PORT})",
    )
    add("--no-browser", action="store_true", help="do not open a browser")


def add_state(parser: argparse.ArgumentParser, text: str = STATE_HELP) -> None:
    """Take --state after a command too; without it the one before the command holds."""
    parser.add_argument(
        "--state", type=folder_name, metavar="DIR", default=argparse.SUPPRESS, help=text
    )


def add_config(parser: argparse.ArgumentParser) -> None:
    """Take --config after a command too; without it the one before the command holds."""
    parser.add_argument(
        "--config",
        type=file_path,
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="the configuration of the box (default: /etc/hare-companion/config.toml)",
    )


def folder_name(name: str) -> str:
    """Accept a folder's name; an empty one (an unset variable) would mean the default folder."""
    if not name:
        raise argparse.ArgumentTypeError("an empty name is no folder")
    return name


def folder_path(name: str) -> Path:
    """Accept the path of a folder, as `folder_name` does."""
    return Path(folder_name(name))


def file_name(name: str) -> str:
    """Accept a file's name; an empty one would mean the current folder."""
    if not name:
        raise argparse.ArgumentTypeError("an empty name is no file")
    return name


def file_path(name: str) -> Path:
    """Accept the path of a file, as `file_name` does."""
    return Path(file_name(name))


def listen_address(text: str) -> str:
    """Accept an address or a host name to listen at; refuse an empty or a multicast one."""
    fix = "0.0.0.0 stands for all of this computer's own"
    if not text:
        raise argparse.ArgumentTypeError(f"an empty address is none; {fix}")
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text  # a name
    if address.is_multicast or text == "255.255.255.255":
        raise argparse.ArgumentTypeError(f"{text!r} is for many computers at once; {fix}")
    return text


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return the parser of a whole number within bounds; its error names the bounds."""
    bounds = f"{least} to {most}" if most is not None else f"{least} or more"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{text[:20]!r} is no whole number, {bounds}")
        return number

    return read
