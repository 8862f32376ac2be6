"""The words of the command line, and what each of them takes."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion import __version__

DEFAULT_PORT = 8128


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line; prints its help and exits with status 2 where it is wrong.

    Without a command the namespace's `command` is None: the companion is to be played.
    """
    parser = argparse.ArgumentParser(
        prog="hare-companion", description="Play the companion; or one of the commands below."
    )
    parser.add_argument("--version", action="version", version=f"hare-companion {__version__}")
    _add_playing(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_records(commands)
    _add_saves(commands)
    _add_seeing(commands)
    _add_board(commands)
    return parser.parse_args(arguments)


def _add_playing(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--state", metavar="DIR", help="where the games are kept")
    add("--config", type=Path, metavar="FILE", help="the wiring of a board; plays on its pins")
    add("--terminal", action="store_true", help="play in this terminal")
    add("--page", action="store_true", help="serve the page also on a Pi")
    add("--listen", metavar="ADDRESS", help="serve the page to the family's network, with a code")
    add("--port", type=_port, default=DEFAULT_PORT, help="of the page (default %(default)s)")
    add("--no-browser", action="store_true", help="do not open a browser")


def _add_records(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    replay = commands.add_parser("replay", help="print the state a record ends in")
    replay.add_argument("--trace", action="store_true", help="print the state after each line")
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record, - for standard input")
    perft = commands.add_parser("perft", help="count the entry sequences that follow a record")
    perft.add_argument("file", metavar="FILE", help="a record, - for standard input")
    perft.add_argument("depth", type=_depth, metavar="DEPTH", help="their length, 0 or more")
    editions = commands.add_parser("editions", help="list the editions that can be played")
    editions.add_argument("files", nargs="*", metavar="FILE", help="a family's own edition file")


def _add_saves(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    games = commands.add_parser("games", help="list the saved games")
    export = commands.add_parser("export", help="print a saved game as a record")
    export.add_argument("game", nargs="?", type=int, metavar="GAME", help="its number")
    for parser in (games, export):
        parser.add_argument("--state", metavar="DIR", help="where the games are kept")


def _add_seeing(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    press = commands.add_parser("press", help="play a script of presses, without a screen")
    press.add_argument("script", metavar="SCRIPT", help="a file, - for standard input")
    press.add_argument("--state", metavar="DIR", required=True, help="where the games are kept")
    press.add_argument("--shots", type=Path, metavar="DIR", default=Path(), help="for the pictures")
    press.add_argument("--seed", help="fixes the shuffles")
    press.add_argument(
        "--film", type=Path, metavar="FILE", help="a GIF of what is between the shots film and cut"
    )
    press.add_argument("--scale", type=_scale, default=4, help="of the pictures (default 4)")
    child = commands.add_parser("press-child")
    child.add_argument("--state", required=True)
    child.add_argument("--seed")
    child.add_argument("start", type=float)
    bench = commands.add_parser("bench", help="measure speed and thrift, as ratios")
    bench.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="of records")
    gallery = commands.add_parser("gallery", help="draw every screen in every language")
    gallery.add_argument("--out", type=Path, metavar="DIR", required=True)


def _add_board(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    doctor = commands.add_parser("doctor", help="check the box, and say what to mend")
    probe = commands.add_parser("probe", help="try the panel and the buttons")
    for parser in (doctor, probe):
        parser.add_argument("--config", type=Path, metavar="FILE", help="the wiring of the board")
    doctor.add_argument("--state", metavar="DIR", help="where the games are kept")
    doctor.add_argument("--json", action="store_true", help="print the checks as JSON")


def _depth(text: str) -> int:
    depth = int(text)
    if depth < 0:
        raise argparse.ArgumentTypeError("must be 0 or more")
    return depth


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError("must be 0 to 65535")
    return port


def _scale(text: str) -> int:
    scale = int(text)
    if not 1 <= scale <= 16:
        raise argparse.ArgumentTypeError("must be 1 to 16")
    return scale
