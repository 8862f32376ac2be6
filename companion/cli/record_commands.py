"""The commands that speak the record: `replay`, `perft`, `editions` (spec/record.md).

Each is a function of its arguments and the streams, and returns the exit status: 0, or 1 where a
record was refused or could not be read. On standard output stands one JSON object a line and
nothing else; sentences for people go to standard error.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from companion.cli.refusal_messages import sentence
from companion.config.bounded_read import MOST_RECORD, read_file, read_stream, refuse_marks
from companion.config.edition_files import (
    EditionFileError,
    KnownEdition,
    find_edition,
    known_editions,
    parse_edition_file,
    read_edition_file,
)
from companion.rules.perft import perft
from companion.rules.record import RecordError
from companion.rules.replay import replay
from companion.rules.state_text import state_json
from companion.rules.toml_text import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.rules.state import State

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Streams:
    """Where a command reads and writes."""

    stdin: BinaryIO = field(default_factory=lambda: sys.stdin.buffer)
    stdout: TextIO = field(default_factory=lambda: sys.stdout)
    stderr: TextIO = field(default_factory=lambda: sys.stderr)


def run_replay(files: Sequence[str], *, trace: bool, streams: Streams) -> int:
    """Print the last state of each file, or with `trace` every state, up to the first bad line."""
    return max([_replay_file(name, trace=trace, streams=streams) for name in files], default=0)


def run_perft(name: str, depth: int, streams: Streams) -> int:
    """Print how many entry sequences of this length follow the file's last position."""
    try:
        state = _last_state(name, streams)
    except RecordError as error:
        return print_refusal(name, error, streams)
    print(perft(state, depth), file=streams.stdout)
    return 0


def run_editions(
    streams: Streams, paths: Sequence[str] = (), folders: Iterable[Path] | None = None
) -> int:
    """Print each edition that can be played, the files named by path last.

    The faults of files that cannot be used go to standard error, and the status is then 1.
    """
    known, errors = known_editions(folders)
    for name in paths:
        try:
            known.append(_edition_file(name, streams))
        except EditionFileError as error:
            errors.append(error)
    for each in known:
        _print_json(_edition_json(each), streams)
    for fault in errors:
        print(fault, file=streams.stderr)
    return 1 if errors else 0


def _edition_file(name: str, streams: Streams) -> KnownEdition:
    if name != STDIN:
        return read_edition_file(Path(name))
    return parse_edition_file(Path(name), lambda: read_stream(streams.stdin, MOST_BYTES))


def _replay_file(name: str, *, trace: bool, streams: Streams) -> int:
    state: State | None = None
    try:
        for step in replay(read_record(name, streams), find_edition):
            state = step.state
            if trace:
                _print_json(state_json(state), streams)
    except RecordError as error:
        return print_refusal(name, error, streams)
    if state is not None and not trace:
        _print_json(state_json(state), streams)
    return 0


def _last_state(name: str, streams: Streams) -> State:
    *_, last = replay(read_record(name, streams), find_edition)
    return last.state


def read_record(name: str, streams: Streams) -> bytes:
    """Read a file, or standard input for `-`; one that cannot be read is a bad setup."""
    try:
        stream = streams.stdin
        is_stdin = name == STDIN
        data = read_stream(stream, MOST_RECORD) if is_stdin else read_file(Path(name), MOST_RECORD)
        refuse_marks(data)
    except (OSError, ValueError) as error:  # ValueError: a mark, a zero byte in the name
        why = getattr(error, "strerror", None) or str(error)
        raise RecordError("bad-setup", f"the file cannot be read: {why}", 1) from error
    return data


def print_refusal(name: str, error: RecordError, streams: Streams) -> int:
    """Print the error and a sentence for people, and return the exit status."""
    place = "standard input" if name == STDIN else name
    words = f"{place}, line {error.line}: {sentence(error)} ({error.code})"
    print(words.encode("utf-8", "backslashreplace").decode(), file=streams.stderr)
    _print_json({"error": {"line": error.line, "code": error.code}}, streams)
    return 1


def _edition_json(known: KnownEdition) -> dict[str, Any]:
    edition = known.edition
    return {
        "id": edition.id,
        "title": edition.title,
        "hare": "chart" if edition.chart else "deck",
        "cards": sum(edition.deck.values()),
        "file": str(known.path) if known.path else None,
    }


def _print_json(value: dict[str, Any], streams: Streams) -> None:
    print(json.dumps(value), file=streams.stdout)
