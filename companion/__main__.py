"""The command line: `hare-companion COMMAND …`, or `python -m companion COMMAND …`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from companion.commands import Streams, run_editions, run_perft, run_replay

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        status = _run(chosen, Streams())
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output went away (`… | head`): say nothing more, also not at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _run(chosen: argparse.Namespace, streams: Streams) -> int:
    match chosen.command:
        case "replay":
            return run_replay(chosen.files, trace=chosen.trace, streams=streams)
        case "perft":
            return run_perft(chosen.file, chosen.depth, streams)
        case _:
            return run_editions(streams, chosen.files)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hare-companion")
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("replay", help="print the state a record ends in")
    replay.add_argument("--trace", action="store_true", help="print the state after each line")
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record, - for standard input")
    perft = commands.add_parser("perft", help="count the entry sequences that follow a record")
    perft.add_argument("file", metavar="FILE", help="a record, - for standard input")
    perft.add_argument("depth", type=_depth, metavar="DEPTH", help="their length, 0 or more")
    editions = commands.add_parser("editions", help="list the editions that can be played")
    editions.add_argument("files", nargs="*", metavar="FILE", help="a family's own edition file")
    return parser


def _depth(text: str) -> int:
    depth = int(text)
    if depth < 0:
        raise argparse.ArgumentTypeError("must be 0 or more")
    return depth


if __name__ == "__main__":
    sys.exit(main())
