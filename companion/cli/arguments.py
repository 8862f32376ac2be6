"""The words of the command line, and what each of them takes."""

from __future__ import annotations

import argparse
import ipaddress
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_PORT = 8128
MOST_DEEP: Final = 200  # entries; the count of a middle game's trees ends long before, by time
CHILD: Final = "press-child"  # what `press` starts: no command for people, so no help names it

LEVELS: Final = ("child", "easy", "good", "strong")  # rules.LEVELS, without importing the rules

# The options that stand before a command, and the commands that take them as well.
_BEFORE: Final = {
    "state": frozenset({"games", "export", "press", "doctor"}),
    "config": frozenset({"doctor", "probe"}),
    "terminal": frozenset[str](),
    "text": frozenset[str](),
    "page": frozenset[str](),
    "listen": frozenset[str](),
    "port": frozenset[str](),
    "no_browser": frozenset[str](),
}


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line; prints its help and exits with status 2 where it is wrong.

    Without a command the namespace's `command` is None: the companion is to be played.
    """
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == [CHILD]:
        return _child().parse_args(given[1:])
    parser = argparse.ArgumentParser(
        prog="hare-companion", description="Play the companion; or one of the commands below."
    )
    parser.add_argument("--version", action="version", version=f"hare-companion {__version__}")
    _add_playing(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_records(commands)
    _add_players(commands)
    _add_saves(commands)
    _add_seeing(commands)
    _add_board(commands)
    options = parser.parse_args(given)
    _check(parser, options)
    return options


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Refuse what stands before a command that does not take it, and a `press` without a folder."""
    if options.command:
        for name, takers in _BEFORE.items():
            value = getattr(options, name)
            is_given = value is not None and value is not False  # port 0 is a port
            if is_given and options.command not in takers:
                flag = name.replace("_", "-")
                parser.error(f"--{flag} says nothing to the command {options.command}")
    if options.command == "hint" and bool(options.files) == options.serve:
        parser.error("hint needs either files, or --serve")
    if options.command == "press" and options.state is None:
        parser.error("press needs --state DIR: a folder of its own for the games")
    if options.port is None:
        options.port = DEFAULT_PORT


def _add_playing(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--state", type=_folder, metavar="DIR", help="where the games are kept")
    add("--config", type=Path, metavar="FILE", help="the wiring of a board; plays on its pins")
    add("--terminal", action="store_true", help="play in this terminal")
    add("--text", action="store_true", help="with --terminal: in words, for screen readers")
    add("--page", action="store_true", help="serve the page also on a Pi")
    family = "serve the page to the family's network, with a code"
    add("--listen", type=_address, metavar="ADDRESS", help=family)
    add("--port", type=_whole(0, 65535), help=f"of the page (default {DEFAULT_PORT})")
    add("--no-browser", action="store_true", help="do not open a browser")


def _add_state(parser: argparse.ArgumentParser) -> None:
    """Take --state after the command, too; one that stands before it holds where there is none."""
    parser.add_argument(
        "--state",
        type=_folder,
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="where the games are kept",
    )


def _add_records(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    replay = commands.add_parser("replay", help="print the state a record ends in")
    replay.add_argument("--trace", action="store_true", help="print the state after each line")
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record, - for standard input")
    perft = commands.add_parser("perft", help="count the entry sequences that follow a record")
    perft.add_argument("file", metavar="FILE", help="a record, - for standard input")
    deep = _whole(0, MOST_DEEP)
    perft.add_argument("depth", type=deep, metavar="DEPTH", help=f"their length, 0 to {MOST_DEEP}")
    editions = commands.add_parser("editions", help="list the editions that can be played")
    own = "a family's own edition file, - for standard input"
    editions.add_argument("files", nargs="*", metavar="FILE", help=own)


def _add_players(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    hint = commands.add_parser("hint", help="say what the companion would do, and why")
    hint.add_argument("files", nargs="*", metavar="FILE", help="a record, - for standard input")
    hint.add_argument("--level", choices=LEVELS, default=LEVELS[-1], help="default %(default)s")
    hint.add_argument("--serve", action="store_true", help="answer each line of standard input")
    match = commands.add_parser("match", help="let the companion play against itself")
    match.add_argument("--seats", type=_levels, metavar="LEVEL,…", required=True)
    match.add_argument("--games", type=_whole(1), metavar="N", default=100)
    match.add_argument("--seed", type=_whole(0), metavar="S", default=1)
    match.add_argument("--edition", metavar="EDITION", default="ravensburger-1978")
    match.add_argument("--opening", type=_whole(0, 63), metavar="SQUARES", default=10)


def _levels(text: str) -> tuple[str, ...]:
    """Take the levels of two to six seats."""
    levels = tuple(text.split(","))
    if not set(levels) <= set(LEVELS) or not 2 <= len(levels) <= 6:
        raise argparse.ArgumentTypeError(f"two to six of {', '.join(LEVELS)} are needed here")
    return levels


def _add_saves(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    games = commands.add_parser("games", help="list the saved games")
    export = commands.add_parser("export", help="print a saved game as a record")
    export.add_argument("game", nargs="?", type=_whole(0), metavar="GAME", help="its number")
    for parser in (games, export):
        _add_state(parser)


def _add_seeing(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    press = commands.add_parser("press", help="play a script of presses, without a screen")
    press.add_argument("script", metavar="SCRIPT", help="a file, - for standard input")
    _add_state(press)
    press.add_argument("--shots", type=Path, metavar="DIR", help="for the pictures")
    press.add_argument("--seed", help="fixes the shuffles")
    press.add_argument(
        "--film", type=Path, metavar="FILE", help="a GIF of what is between the shots film and cut"
    )
    press.add_argument("--scale", type=_whole(1, 16), default=4, help="of the pictures (default 4)")
    bench = commands.add_parser("bench", help="measure speed and thrift, as ratios")
    bench.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="of records")
    gallery = commands.add_parser("gallery", help="draw every screen in every language")
    gallery.add_argument("--out", type=Path, metavar="DIR", required=True)


def _add_board(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    doctor = commands.add_parser("doctor", help="check the box, and say what to mend")
    probe = commands.add_parser("probe", help="try the panel and the buttons")
    for parser in (doctor, probe):
        parser.add_argument(
            "--config",
            type=Path,
            metavar="FILE",
            default=argparse.SUPPRESS,
            help="the wiring of the board",
        )
    _add_state(doctor)
    doctor.add_argument("--json", action="store_true", help="print the checks as JSON")


def _child() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"hare-companion {CHILD}")
    parser.set_defaults(command=CHILD)
    parser.add_argument("--state", required=True)
    parser.add_argument("--seed")
    parser.add_argument("start", type=float)
    return parser


def _folder(name: str) -> str:
    """Take a folder's name: an empty one (an unset variable) would stand for the family's own."""
    if not name:
        raise argparse.ArgumentTypeError("an empty name is no folder")
    return name


def _address(text: str) -> str:
    """Take an address or a name to listen at; none, or one for many, is where no phone comes."""
    mend = "0.0.0.0 stands for all of this computer's own"
    if not text:
        raise argparse.ArgumentTypeError(f"an empty address is none; {mend}")
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text  # a name
    if address.is_multicast or text == "255.255.255.255":
        raise argparse.ArgumentTypeError(f"{text!r} is for many computers at once; {mend}")
    return text


def _whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Make the reader of a whole number within bounds, whose error says what is wanted."""
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
