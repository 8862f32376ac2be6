"""Read both copies of the journal without changing them, and find out whether they are whole."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.journal import schema
from companion.journal.backup_log import LogContent, read_log, size_of
from companion.journal.head import Head
from companion.journal.paths import BACKUP_LOG, DATABASE, FILES, WAL
from companion.journal.regular_file import check_regular_files, copy_regular
from companion.journal.rows import InvalidRowError, Row

if TYPE_CHECKING:
    from collections.abc import Iterable

_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - the copy gets a folder of its own there


@dataclass(frozen=True, slots=True)
class DatabaseContent:
    """What the database holds. `last_batch` is the number of the first row of its last commit.

    `fault` says why it is not whole ("" if it is); `is_foreign`: it is not a journal.
    """

    rows: tuple[Row, ...] = ()
    schema: int = 0
    last_batch: int = 1
    fault: str = ""
    is_foreign: bool = False


@dataclass(frozen=True, slots=True)
class StoreContent:
    """Both copies, and the rows that they give together, up to the end in `head`.

    `fault` says why the store must be recovered ("" if it is whole), `is_short` that rows stood
    after the last of `rows`.
    """

    database: DatabaseContent
    log: LogContent | None
    rows: tuple[Row, ...] = ()
    head: Head = field(default_factory=Head)
    fault: str = ""
    is_short: bool = False

    def cut(self, number: int) -> StoreContent:
        """Return it without the rows after that number."""
        rows, head = join(self.rows[:number])
        return replace(self, rows=rows, head=head)


def read_store(store: Path) -> StoreContent:
    """Read the store in that folder, from a copy: opening it could already change it.

    A file that gives a read error twice counts as damaged; where the other one holds nothing
    either the error is raised. Raises any other OSError at once.
    """
    check_regular_files(store, FILES)
    memory = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="hare-companion-", dir=memory) as folder:
        copy = Path(folder)
        # The log first: a companion that runs at the same time writes it last.
        errors = [e for name in (BACKUP_LOG, DATABASE, WAL) if (e := _copied(store, copy, name))]
        content = _compared(_read_database(copy / DATABASE), read_log(copy / BACKUP_LOG))
    if errors and not content.rows:
        raise errors[0]
    return replace(content, fault=f"{errors[0]}") if errors else content


def join(*copies: Iterable[Row]) -> tuple[tuple[Row, ...], Head]:
    """Go through the row numbers, and take of each the row that follows the last one taken.

    Stop at the number of which no copy has such a row. Where two rows follow, that of the first
    copy is taken.
    """
    candidates: dict[int, list[Row]] = {}
    for candidate in chain(*copies):
        candidates.setdefault(candidate.number, []).append(candidate)
    rows: list[Row] = []
    head = Head()
    while row := _first_that_fits(head, candidates.get(head.number + 1, [])):
        rows.append(row)
    return tuple(rows), head


def _first_that_fits(head: Head, rows: Iterable[Row]) -> Row | None:
    for row in rows:
        try:
            head.take(row)
        except InvalidRowError:
            continue
        return row
    return None


def _compared(database: DatabaseContent, log: LogContent | None) -> StoreContent:
    logged = log or LogContent()
    rows, head = join(database.rows, logged.rows)
    lines = logged.rows[: logged.intact]
    # A power cut may tear the lines of the last commit, and leaves no more bytes than they have.
    is_longer = logged.size > logged.intact_size + size_of(rows[len(lines) :])
    last = max((row.number for row in (*database.rows, *logged.rows)), default=0)
    is_short = last > len(rows) or is_longer or (bool(database.fault) and not rows)
    fault = database.fault
    if fault:
        pass
    elif rows != database.rows:
        fault = f"{DATABASE} lacks rows, or has rows that were not written"
    elif log is None:
        fault = f"{BACKUP_LOG} is missing"
    elif is_longer or lines != rows[: len(lines)]:
        fault = f"{BACKUP_LOG} has lines that were not written"
    elif len(lines) < database.last_batch - 1:
        fault = f"{BACKUP_LOG} is whole up to row {len(lines)}, {DATABASE} up to row {len(rows)}"
    return StoreContent(database, log, rows, head, fault, is_short)


def _copied(store: Path, folder: Path, name: str) -> OSError | None:
    """Copy a file if it is there; return the error where it cannot be read twice."""
    error: OSError | None = None
    for _ in range(2):
        try:
            copy_regular(store / name, folder / name)
        except FileNotFoundError:
            return None
        except OSError as caught:
            if caught.errno != errno.EIO:
                raise
            (folder / name).unlink(missing_ok=True)
            error = caught
        else:
            return None
    return error


def _read_database(path: Path) -> DatabaseContent:
    if not path.exists():
        return DatabaseContent(fault=f"{DATABASE} is missing")
    version, is_foreign = 0, False
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        # A text that has rotted is read all the same; the row's hash shows it.
        db.text_factory = lambda text: text.decode(errors="replace")
        try:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            version = schema.version(db)
            schema.check_integrity(db)
            rows = tuple(schema.rows_after(db, 0))
            return DatabaseContent(rows, version, schema.last_batch(db))
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter: its message has rotted
            fault = str(error)
            is_foreign = isinstance(error, schema.ForeignDatabaseError)
        rows = tuple(schema.readable_rows(db, most=path.stat().st_size))
        return DatabaseContent(rows, version, fault=fault, is_foreign=is_foreign)
