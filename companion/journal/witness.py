"""The second witness: every row once more as a line of text beside the database.

A line is written after the database's commit and synced as well, so a witness that knows more than
the database proves that the database has lost something. `body` is the last key, so that the game
record can be cut out of it with any tool that reads JSON Lines.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.journal.plain import open_plain
from companion.journal.row import Kind, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import BinaryIO

NAME = "record.jsonl"

_LINE = re.compile(
    rb'\{"seq":(\d{1,15}),"game":(\d{1,15}),"kind":"(\w+)","depth":(\d{1,15}),'
    rb'"seal":"(\w+)","body":(.*)\}'
)
_WINDOW = 1 << 16
_FAR = 1 << 24  # bytes; an end without any line in so many is no power cut's
_MOST = 1 << 28  # bytes that are read in search of lines
_LONG = 1 << 20  # bytes; no line of ours is as long


@dataclass(frozen=True, slots=True)
class Tail:
    """The end of the witness: its last good row, the bytes up to there, and all its bytes."""

    last: Row | None
    size: int
    total: int


class Witness:
    """The file, open for appending. Every method but `close` raises OSError."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it where it is missing."""
        is_new = not path.exists()
        self._path = path
        self._handle = open_plain(path, os.O_RDWR | os.O_CREAT)
        if is_new:
            sync_folder(path.parent)

    def is_in_place(self) -> bool:
        """Tell whether the open file is still the one that others would find."""
        try:
            return os.path.samestat(os.fstat(self._handle), self._path.stat())
        except FileNotFoundError:
            return False

    def tail(self) -> Tail:
        """Find the last good line."""
        return _tail(self._handle)

    def append(self, rows: Iterable[Row], size: int | None = None) -> None:
        """Write rows at the end (of the first `size` bytes, what follows is cut) and sync once."""
        if size is not None:
            os.ftruncate(self._handle, size)
        end = os.lseek(self._handle, 0, os.SEEK_END)
        data = b"".join(map(line_of, rows))
        while data:
            written = os.pwrite(self._handle, data, end)
            data, end = data[written:], end + written
        os.fdatasync(self._handle)

    def close(self) -> None:
        """Close the file; harmless when done twice."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def tail_in(path: Path) -> Tail:
    """Find the last good line of a file without touching it. Raises OSError."""
    try:
        handle = open_plain(path)
    except FileNotFoundError:
        return Tail(None, 0, 0)
    try:
        return _tail(handle)
    finally:
        os.close(handle)


def line_of(row: Row) -> bytes:
    """Write a row as a line."""
    head = f'{{"seq":{row.seq},"game":{row.game},"kind":"{row.kind}","depth":{row.depth}'
    return f'{head},"seal":"{row.seal}","body":{row.body}}}\n'.encode()


def row_from(line: bytes) -> Row | None:
    """Read a line without its end; None for what is no line of ours."""
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    seq, game, kind, depth, seal, body = match.groups()
    try:
        word = Kind(kind.decode())
        return Row(int(seq), int(game), word, int(depth), body.decode(), seal.decode())
    except ValueError:
        return None


def rows_in(path: Path) -> Iterator[Row]:
    """Read every line that can be read, good or not. Raises OSError but for a missing file."""
    try:
        handle = open_plain(path)
    except FileNotFoundError:
        return
    with os.fdopen(handle, "rb") as file:
        yield from (row for row in map(row_from, _lines(file)) if row is not None)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Give the lines without their ends, those that are too long in pieces that are none."""
    left = _MOST
    while left > 0 and (line := file.readline(_LONG)):
        left -= len(line)
        yield line.removesuffix(b"\n")


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _tail(handle: int) -> Tail:
    size = os.fstat(handle).st_size
    window = _WINDOW
    while True:
        start = max(0, size - window)
        tail = _tail_of(os.pread(handle, size - start, start), start)
        if tail.last is not None or start == 0 or window >= _FAR:
            return tail
        window *= 16


def _tail_of(data: bytes, start: int) -> Tail:
    end = data.rfind(b"\n") + 1
    while end:
        begin = data.rfind(b"\n", 0, end - 1) + 1
        row = row_from(data[begin : end - 1]) if begin or not start else None
        if row is not None:
            return Tail(row, start + end, start + len(data))
        end = begin
    return Tail(None, 0, start + len(data))
