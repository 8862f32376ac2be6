"""The backup log: every row once more, as a line of text in a file beside the database.

A row is written here after the database's commit, and synced: the log never has a row that the
database lacks, unless the database has lost it. `body` is the last key, so that a game's record
can be cut out of the file with any tool that reads JSON Lines.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.journal.regular_file import open_regular, sync_folder
from companion.journal.rows import Kind, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import BinaryIO

# The keys are called as schema 1 called them: `seq` is Row.number, `seal` is Row.hash.
_LINE = re.compile(
    rb'\{"seq":(\d{1,15}),"game":(\d{1,15}),"kind":"(\w+)","depth":(\d{1,15}),'
    rb'"seal":"(\w+)","body":(.*)\}'
)
_LONGEST_LINE = 1 << 20  # bytes
_MOST = 1 << 28  # bytes that are read in search of lines


@dataclass(frozen=True, slots=True)
class LogContent:
    """All rows that can be read, and the size of the file in bytes.

    `intact` rows, of `intact_size` bytes, stand before the first line that cannot be read.
    """

    rows: tuple[Row, ...] = ()
    intact: int = 0
    intact_size: int = 0
    size: int = 0


class BackupLog:
    """The file, open for appending. Every method but `close` raises OSError."""

    def __init__(self, path: Path) -> None:
        """Open the file; make it if it is missing."""
        is_new = not os.path.lexists(path)
        self._path = path
        self._handle = open_regular(path, os.O_RDWR | os.O_CREAT)
        if is_new:
            sync_folder(path.parent)

    @property
    def size(self) -> int:
        """Return the size of the file in bytes."""
        return os.fstat(self._handle).st_size

    def is_in_place(self) -> bool:
        """Return whether the path still leads to the open file."""
        try:
            return os.path.samestat(os.fstat(self._handle), self._path.lstat())
        except FileNotFoundError:
            return False

    def append(self, rows: Iterable[Row], at: int) -> int:
        """Write rows at the byte `at`, cut off what stands after it, sync; return the end."""
        if self.size > at:
            os.ftruncate(self._handle, at)
        data = b"".join(map(line_of, rows))
        while data:
            written = os.pwrite(self._handle, data, at)
            data, at = data[written:], at + written
        os.fdatasync(self._handle)
        return at

    def close(self) -> None:
        """Close the file; harmless when done twice."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def read_log(path: Path) -> LogContent | None:
    """Read the whole log; None if it is missing. Raises OSError."""
    try:
        handle = open_regular(path)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        return _content(file, os.fstat(handle).st_size)


def line_of(row: Row) -> bytes:
    """Return a row as a line."""
    head = f'{{"seq":{row.number},"game":{row.game},"kind":"{row.kind}","depth":{row.depth}'
    return f'{head},"seal":"{row.hash}","body":{row.body}}}\n'.encode()


def size_of(rows: Sequence[Row]) -> int:
    """Return the number of bytes that rows take in the log."""
    return sum(len(line_of(row)) for row in rows)


def _row_of(line: bytes) -> Row | None:
    """Read a line; None for one that is not a whole line of this log."""
    match = _LINE.fullmatch(line.removesuffix(b"\n")) if line.endswith(b"\n") else None
    if match is None:
        return None
    number, game, kind, depth, hash_, body = match.groups()
    try:
        word = Kind(kind.decode())
        return Row(int(number), int(game), word, int(depth), body.decode(), hash_.decode())
    except ValueError:
        return None


def _content(file: BinaryIO, size: int) -> LogContent:
    rows: list[Row] = []
    at, lines, intact, intact_size = 0, 0, 0, 0
    while at < _MOST and (line := file.readline(_LONGEST_LINE)):
        at, lines = at + len(line), lines + 1
        row = _row_of(line)
        if row is not None:
            rows.append(row)
            if len(rows) == lines:
                intact, intact_size = lines, at
    return LogContent(tuple(rows), intact, intact_size, size)
