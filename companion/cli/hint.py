"""The command `hint`: what the companion would do in a record's last position, and why.

With `--serve` it is an engine: each line of standard input is a record as a JSON array, each answer
a line of standard output (spec/record.md).
"""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from companion.cli.record_files import Streams, print_refusal, read_record
from companion.cli.shared_options import LEVELS, file_name
from companion.config.edition_files import find_edition
from companion.config.player_data_files import player_data
from companion.formats.json_text import JsonError, read_object
from companion.players.data_file import fingerprint
from companion.players.evaluation import Evaluator
from companion.players.hint import hint_of
from companion.players.levels import Level
from companion.players.thought import choose
from companion.rules.record import RecordError
from companion.rules.replay import replay

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO, TextIO

    from companion.players.data_file import PlayerData
    from companion.rules.edition import Edition
    from companion.rules.state import State

MOST_LINE = 2**20  # bytes of a line of --serve; a long game has some ten thousand
MOST_BOARDS = 8  # whose data is kept at a time


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="*",
        type=file_name,
        metavar="FILE",
        help="a record; - reads standard input (default: none)",
    )
    parser.add_argument(
        "--level",
        choices=LEVELS,
        default=LEVELS[-1],
        help="how well the companion plays (default: %(default)s)",
    )
    parser.add_argument(
        "--serve",
        action="store_true",
        help="answer each line of standard input, a record as a JSON array, instead of files",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if bool(options.files) == options.serve:
        options.parser.error("hint needs either files, or --serve")
    streams = Streams()
    if options.serve:
        return serve(streams.stdin, streams.stdout, options.level)
    return run_hint(options.files, options.level, streams)


class Adviser:
    """Gives hints; keeps the data of the boards it met last."""

    def __init__(self) -> None:
        """Start with no data of any board."""
        self._boards: OrderedDict[str, PlayerData] = OrderedDict()

    def hint(self, record: bytes, level: Level) -> dict[str, Any] | None:
        """Return the hint for a record's last position, None where the game is over.

        Raises RecordError at the first bad line.
        """
        *_, last = replay(record, find_edition)
        state: State = last.state
        if state.over:
            return None
        evaluator = Evaluator(self._data(state.setup.edition), state)
        return hint_of(choose(state, level, evaluator), evaluator).json()

    def _data(self, edition: Edition) -> PlayerData:
        board = fingerprint(edition)
        if board not in self._boards:
            self._boards[board] = player_data(edition)
        self._boards.move_to_end(board)
        while len(self._boards) > MOST_BOARDS:
            self._boards.popitem(last=False)
        return self._boards[board]


def run_hint(files: Sequence[str], level: str, streams: Streams) -> int:
    """Print the hint of each file's last position; the status is 1 where a record was refused."""
    adviser = Adviser()
    return max(_hint_file(adviser, name, Level(level), streams) for name in files)


def _hint_file(adviser: Adviser, name: str, level: Level, streams: Streams) -> int:
    try:
        hint = adviser.hint(read_record(name, streams), level)
    except RecordError as error:
        return print_refusal(name, error, streams)
    print(json.dumps(hint), file=streams.stdout)
    return 0


def serve(stdin: BinaryIO, stdout: TextIO, level: str) -> int:
    """Answer each line until the input ends; a bad line is answered with its error."""
    adviser = Adviser()
    for line in _lines(stdin):
        print(json.dumps(_answer(adviser, line, Level(level))), file=stdout, flush=True)
    return 0


def _answer(adviser: Adviser, line: bytes | None, level: Level) -> dict[str, Any] | None:
    try:
        return adviser.hint(_record(line), level)
    except RecordError as error:
        return {"error": {"line": error.line, "code": error.code}}


def _lines(stdin: BinaryIO) -> Iterator[bytes | None]:
    """Yield each line, None for one that is too long to be kept."""
    while line := stdin.readline(MOST_LINE):
        is_whole = line.endswith(b"\n") or len(line) < MOST_LINE
        yield line if is_whole else None
        while not is_whole:
            rest = stdin.readline(MOST_LINE)
            is_whole = not rest or rest.endswith(b"\n")


def _record(line: bytes | None) -> bytes:
    """Return a JSON array of objects as a record's lines; RecordError where it is none."""
    lines = _array(line or b"")
    if not lines:
        raise RecordError("bad-setup", "a JSON array of a record's lines is needed", 1)
    return "\n".join(json.dumps(each) for each in lines).encode()


def _array(line: bytes) -> list[Any] | None:
    """Read a JSON array as strictly as a record's lines: as the one value of an object."""
    try:
        whole = read_object(b'{"record":' + line.strip() + b"}")
    except JsonError:
        return None
    lines = whole["record"]
    return lines if len(whole) == 1 and isinstance(lines, list) else None
