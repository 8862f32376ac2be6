"""The command `perft`: count the entry sequences that can follow a record (spec/record.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.cli.record_files import Streams, add_record, print_refusal, read_record
from companion.cli.shared_options import whole_number
from companion.config.edition_files import find_edition
from companion.rules.perft import perft
from companion.rules.record import RecordError
from companion.rules.replay import replay

if TYPE_CHECKING:
    import argparse

MAX_DEPTH: Final = 200  # entries; longer counts would never end


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_record(parser)
    parser.add_argument(
        "depth",
        type=whole_number(0, MAX_DEPTH),
        metavar="DEPTH",
        help=f"the length of the sequences, 0 to {MAX_DEPTH}",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    return count_sequences(options.file, options.depth, Streams())


def count_sequences(name: str, depth: int, streams: Streams) -> int:
    """Print how many entry sequences of this length can follow the file's last position."""
    try:
        *_, last = replay(read_record(name, streams), find_edition)
    except RecordError as error:
        return print_refusal(name, error, streams)
    print(perft(last.state, depth), file=streams.stdout)
    return 0
