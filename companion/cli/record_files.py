"""What the commands that read records share: their input, their JSON lines, their errors."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TextIO

from companion.cli.shared_options import file_name
from companion.config.bounded_read import (
    MOST_RECORD,
    printable_name,
    read_file,
    read_stream,
    refuse_marks,
)
from companion.rules.record import RecordError
from companion.rules.refusal_sentences import sentence

if TYPE_CHECKING:
    import argparse

STDIN: Final = "-"


@dataclass(frozen=True, slots=True)
class Streams:
    """Where a command reads and writes.

    Standard output gets one JSON object a line and nothing else; sentences for people go to
    standard error.
    """

    stdin: BinaryIO = field(default_factory=lambda: sys.stdin.buffer)
    stdout: TextIO = field(default_factory=lambda: sys.stdout)
    stderr: TextIO = field(default_factory=lambda: sys.stderr)


def add_record(parser: argparse.ArgumentParser) -> None:
    """Take the name of one record."""
    parser.add_argument(
        "file", type=file_name, metavar="FILE", help="a record; - reads standard input"
    )


def read_record(name: str, streams: Streams) -> bytes:
    """Read a file, or standard input for `-`.

    Raises RecordError with the code bad-setup where it cannot be read.
    """
    try:
        if name == STDIN:
            data = read_stream(streams.stdin, MOST_RECORD)
        else:
            data = read_file(Path(name), MOST_RECORD)
        refuse_marks(data)
    except (OSError, ValueError) as error:  # ValueError: a mark, a zero byte in the name
        why = getattr(error, "strerror", None) or str(error)
        raise RecordError("bad-setup", f"the file cannot be read: {why}", 1) from error
    return data


def print_refusal(name: str, error: RecordError, streams: Streams, *, as_json: bool = True) -> int:
    """Print why a record was refused, for people and as JSON, and return the exit status."""
    source = "standard input" if name == STDIN else printable_name(name)
    words = f"{source}, line {error.line}: {sentence(error)} ({error.code})"
    print(words.encode("utf-8", "backslashreplace").decode(), file=streams.stderr)
    if as_json:
        print_json({"error": {"line": error.line, "code": error.code}}, streams)
    return 1


def print_json(value: dict[str, Any], streams: Streams) -> None:
    """Print one JSON object as a line."""
    print(json.dumps(value), file=streams.stdout)
