"""The command `replay`: print the state that a record ends in (spec/record.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.record_files import Streams, print_json, print_refusal, read_record
from companion.cli.shared_options import file_name
from companion.config.edition_files import find_edition
from companion.rules.record import RecordError
from companion.rules.replay import replay
from companion.rules.state_text import state_json

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from companion.rules.state import State


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--trace", action="store_true", help="print the state after each line")
    parser.add_argument(
        "files",
        nargs="+",
        type=file_name,
        metavar="FILE",
        help="a record; - reads standard input",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    return replay_files(options.files, trace=options.trace, streams=Streams())


def replay_files(files: Sequence[str], *, trace: bool, streams: Streams) -> int:
    """Print the last state of each file, or with `trace` every state, up to the first bad line.

    Returns the exit status: 1 where a file was refused or could not be read.
    """
    return max([_replay_file(name, trace=trace, streams=streams) for name in files], default=0)


def _replay_file(name: str, *, trace: bool, streams: Streams) -> int:
    state: State | None = None
    try:
        for step in replay(read_record(name, streams), find_edition):
            state = step.state
            if trace:
                print_json(state_json(state), streams)
    except RecordError as error:
        return print_refusal(name, error, streams)
    if state is not None and not trace:
        print_json(state_json(state), streams)
    return 0
