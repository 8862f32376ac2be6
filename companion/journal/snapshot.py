"""Read a store without touching it: the database and its log, put together in memory.

Opening a database through SQLite may write: recovery, a checkpoint at closing, a shared-memory
file that then belongs to whoever looked. Reading must do none of that, neither beside a running
companion nor on a damaged store that is to be kept as it is, nor where nothing can be written.
The log's format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import sqlite3
import struct
from typing import TYPE_CHECKING

from companion.journal.plain import SANE, content_of

if TYPE_CHECKING:
    from pathlib import Path

DATABASE = "journal.db"
LOG = "journal.db-wal"

_TRIES = 20  # a companion that writes beside us pauses between two presses
_HEADER, _FRAME = struct.Struct(">8I"), struct.Struct(">6I")
_MAGIC = 0x377F0682  # its lowest bit says that checksums are big-endian
_MASK = 0xFFFFFFFF
_PAGE_SIZE, _PAGES = struct.Struct(">16xH"), struct.Struct(">28xI")
_MOST = 256 * 2**20  # bytes; the memory of the smallest board that all this runs on


def database_bytes(store: Path) -> bytes:
    """Give the database as it stands with its log's commits in it; b"" where there is none.

    Raises OSError.
    """
    for _ in range(_TRIES):
        before = _stamps(store)
        content, log = _database(store / DATABASE), content_of(store / LOG, SANE)
        if _stamps(store) == before:
            break
    return with_log(content, log)


def opened(content: bytes) -> sqlite3.Connection:
    """Open such bytes as a database in memory. Raises sqlite3.Error for what is none."""
    if len(content) >= 20:  # bytes 18 and 19 say "WAL", which a database in memory cannot have
        content = content[:18] + b"\x01\x01" + content[20:]
    db = sqlite3.connect(":memory:", isolation_level=None)
    if content:
        db.deserialize(content)
    return db


def with_log(content: bytes, log: bytes) -> bytes:
    """Apply the commits of a write-ahead log, as far as its checksums hold, to a database."""
    if len(log) < _HEADER.size:
        return content
    magic, _, page_size, _, salt1, salt2, sum1, sum2 = _HEADER.unpack_from(log)
    order = ">" if magic & 1 else "<"
    if magic & ~1 != _MAGIC or _summed((0, 0), log[:24], order) != (sum1, sum2):
        return content
    pages: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    count, running = 0, (sum1, sum2)
    for at in range(_HEADER.size, len(log) - page_size - _FRAME.size + 1, page_size + _FRAME.size):
        number, size, *salts, frame1, frame2 = _FRAME.unpack_from(log, at)
        page = log[at + _FRAME.size : at + _FRAME.size + page_size]
        running = _summed(_summed(running, log[at : at + 8], order), page, order)
        if salts != [salt1, salt2] or running != (frame1, frame2):
            break
        waiting[number] = page
        if size:  # the last frame of a commit tells the database's size in pages
            pages, waiting, count = pages | waiting, {}, size
    return _patched(content, pages, count, page_size) if count else content


def _patched(content: bytes, pages: dict[int, bytes], count: int, page_size: int) -> bytes:
    whole = bytearray(content[: count * page_size].ljust(count * page_size, b"\0"))
    for number, page in pages.items():
        if number <= count:
            whole[(number - 1) * page_size : number * page_size] = page
    return bytes(whole)


def _summed(start: tuple[int, int], data: bytes, order: str) -> tuple[int, int]:
    first, second = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for a, b in zip(words[::2], words[1::2], strict=True):
        first = (first + a + second) & _MASK
        second = (second + b + first) & _MASK
    return first, second


def _database(path: Path) -> bytes:
    """Read a database as far as it says itself that it goes, where that is more than is sane.

    A file is not longer for SQLite than its header says; https://www.sqlite.org/fileformat2.html
    """
    content = content_of(path, SANE)
    if len(content) < SANE:
        return content
    said = _said_size(content)
    return content_of(path, said) if SANE < said <= _MOST else content


def _said_size(content: bytes) -> int:
    (size,), (pages,) = _PAGE_SIZE.unpack_from(content), _PAGES.unpack_from(content)
    return int((0x10000 if size == 1 else size) * pages)


def _stamps(store: Path) -> list[tuple[int, int, int] | None]:
    return [_stamp(store / name) for name in (DATABASE, LOG)]


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        facts = path.stat()
    except FileNotFoundError:
        return None
    return facts.st_ino, facts.st_size, facts.st_mtime_ns
