"""The backup log: every row once more, as a line of text in a file beside the database.

A row is written here after the database's commit, and synced: the log never has a row that the
database lacks, unless the database has lost it. `body` is the last key, so that a game's record
can be cut out of the file with any tool that reads JSON Lines.
"""

from __future__ import annotations

import logging
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.config.regular_file import open_regular, sync_folder
from companion.journal.rows import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import BinaryIO

# The keys are called as schema 1 called them: `seq` is Row.number, `seal` is Row.hash.
_LINE = re.compile(
    rb'\{"seq":(\d{1,15}),"game":(\d{1,15}),"kind":"(\w+)","depth":(\d{1,15}),'
    rb'"seal":"(\w+)","body":(.*)\}\n'
)
_LONGEST_LINE = 1 << 20  # bytes
_MOST = 1 << 28  # bytes that are read in search of lines

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LogContent:
    """A log beside the database's rows: the first `shared` of them are its first lines.

    They take `shared_size` bytes of the file's `size`; `others` are the rows that can be read
    behind them.
    """

    shared: int = 0
    shared_size: int = 0
    others: tuple[Row, ...] = ()
    size: int = 0


def read_log(path: Path, rows: Iterable[Row]) -> LogContent | None:
    """Read the whole log beside the database's rows; None if it is missing. Raises OSError."""
    try:
        handle = open_regular(path)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        shared, shared_size = _shared(file, rows)
        file.seek(shared_size)
        return LogContent(shared, shared_size, tuple(_readable(file)), os.fstat(handle).st_size)


def line_of(row: Row) -> bytes:
    """Return a row as a line."""
    number, game, kind, depth, body, hash_ = row
    head = f'{{"seq":{number},"game":{game},"kind":"{kind}","depth":{depth}'
    return f'{head},"seal":"{hash_}","body":{body}}}\n'.encode()


def size_of(rows: Iterable[Row]) -> int:
    """Return the number of bytes that rows take in the log."""
    return sum(len(line_of(row)) for row in rows)


def _shared(file: BinaryIO, rows: Iterable[Row]) -> tuple[int, int]:
    """Return how many of the rows the file begins with, and their bytes."""
    count, size = 0, 0
    for row in rows:
        line = line_of(row)
        if file.read(len(line)) != line:
            break
        count, size = count + 1, size + len(line)
    return count, size


def _readable(file: BinaryIO) -> Iterator[Row]:
    while file.tell() < _MOST and (line := file.readline(_LONGEST_LINE)):
        match = _LINE.fullmatch(line)
        if match is not None:
            number, game, kind, depth, hash_, body = (
                part.decode(errors="replace") for part in match.groups()
            )
            yield Row(int(number), int(game), kind, int(depth), body, hash_)


class BackupLog:
    """The file, for appending. It is opened for each commit: it may be replaced in between."""

    def __init__(
        self,
        path: Path,
        rows_after: Callable[[int], Sequence[Row]],
        number: int = 0,
        size: int = 0,
    ) -> None:
        """Open nothing yet. The rows up to `number`, of `size` bytes, are synced there.

        `rows_after` reads the rows after a number from the database.
        """
        self._path = path
        self._rows_after = rows_after
        self._number = number
        self._size = size
        self._identity: tuple[int, int] | None = None

    def append(self, rows: Sequence[Row] = ()) -> None:
        """Append the rows of a commit, after those before them that the log lacks, and sync.

        What stands behind the synced rows is cut off. Raises OSError, sqlite3.Error.
        """
        is_new = not os.path.lexists(self._path)
        handle = open_regular(self._path, os.O_RDWR | os.O_CREAT)
        try:
            if is_new:
                sync_folder(self._path.parent)
            size = self._compared_size(handle)
            if not rows or rows[0].number != self._number + 1:
                rows = self._rows_after(self._number)
            if rows or size > self._size:
                self._write(handle, rows)
        finally:
            os.close(handle)

    def _compared_size(self, handle: int) -> int:
        """Return the size of the file; where it is not the one that was synced, begin anew."""
        facts = os.fstat(handle)
        identity = facts.st_dev, facts.st_ino
        if self._identity not in {None, identity} or facts.st_size < self._size:
            log.warning("%s was replaced or cut short: it is written anew", self._path)
            self._number = self._size = 0
        self._identity = identity
        return facts.st_size

    def _write(self, handle: int, rows: Sequence[Row]) -> None:
        os.ftruncate(handle, self._size)
        data, at = b"".join(map(line_of, rows)), self._size
        while data:
            written = os.pwrite(handle, data, at)
            data, at = data[written:], at + written
        os.fdatasync(handle)
        self._number, self._size = self._number + len(rows), at
