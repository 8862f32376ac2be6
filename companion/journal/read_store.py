"""Read both copies of the journal without changing them, and find out whether they are whole."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.config.regular_file import check_regular_files, copy_regular
from companion.journal import database
from companion.journal.backup_log import LogContent, read_log, size_of
from companion.journal.head import Head
from companion.journal.paths import BACKUP_LOG, DATABASE, FILES, WAL
from companion.journal.rows import InvalidRowError, Row

if TYPE_CHECKING:
    from collections.abc import Iterable

_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - the copy gets a folder of its own there


@dataclass(frozen=True, slots=True)
class StoreContent:
    """The rows that both copies give together, what they come to, and the database's schema.

    `log_end`: the rows up to that number stand in the log, in so many bytes. `fault` says why the
    store must be recovered ("" if it is whole), `is_short` that rows stood after the last of
    `rows`, `is_foreign` that the database is another program's.
    """

    rows: tuple[Row, ...] = ()
    head: Head = field(default_factory=Head)
    schema: int = 0
    log_end: tuple[int, int] = (0, 0)
    fault: str = ""
    is_short: bool = False
    is_foreign: bool = False

    def up_to(self, number: int) -> StoreContent:
        """Return it without the rows after that number."""
        rows, head = join(self.rows[:number])
        logged, size = self.log_end
        size -= size_of(self.rows[number:logged])
        return replace(self, rows=rows, head=head, log_end=(min(number, logged), size))


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
        stored = _read_database(copy / DATABASE)
        content = _compared(stored, read_log(copy / BACKUP_LOG, stored.rows))
    if errors and not content.rows:
        raise errors[0]
    return replace(content, fault=f"{errors[0]}") if errors else content


class _DatabaseContent(NamedTuple):
    """What the database holds. `last_batch` is the number of the first row of its last commit.

    `fault` says why it is not whole ("" if it is); `is_foreign`: it is not a journal.
    """

    rows: tuple[Row, ...] = ()
    schema: int = 0
    last_batch: int = 1
    fault: str = ""
    is_foreign: bool = False


def join(*copies: Iterable[Row]) -> tuple[tuple[Row, ...], Head]:
    """Go through the row numbers, and take of each the row that follows the last one taken.

    The rows end at the number of which no copy has such a row. Where two rows follow, that of the
    first copy is taken.
    """
    rows: list[Row] = []
    head = Head()
    for row in sorted(chain(*copies), key=attrgetter("number")):
        try:
            head.take(row)
        except InvalidRowError:
            continue
        rows.append(row)
    return tuple(rows), head


def _copied(store: Path, folder: Path, name: str) -> OSError | None:
    """Copy a file if it is there; return the error where it cannot be read twice."""
    try:
        try:
            copy_regular(store / name, folder / name)
        except OSError:
            copy_regular(store / name, folder / name)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        (folder / name).unlink(missing_ok=True)
        return error
    return None


def _compared(stored: _DatabaseContent, log: LogContent | None) -> StoreContent:
    lines = log or LogContent()
    rows, head = join(stored.rows, lines.others)
    # A power cut may tear the lines of the last commit, and leaves no more bytes than they have.
    unsynced = rows[lines.shared :]
    is_longer = lines.size > lines.shared_size + size_of(unsynced)
    last = max((row.number for row in (*stored.rows[-1:], *lines.others)), default=0)
    is_short = last > len(rows) or is_longer or (bool(stored.fault) and not rows)
    fault = stored.fault
    if fault:
        pass
    elif rows != stored.rows:
        fault = f"{DATABASE} lacks rows, or has rows that were not written"
    elif log is None:
        fault = f"{BACKUP_LOG} is missing"
    elif is_longer or not set(lines.others).issubset(unsynced):
        fault = f"{BACKUP_LOG} has lines that were not written"
    elif lines.shared < stored.last_batch - 1:
        fault = f"{BACKUP_LOG} is whole up to row {lines.shared}, {DATABASE} up to row {len(rows)}"
    log_end = lines.shared, lines.shared_size
    return StoreContent(rows, head, stored.schema, log_end, fault, is_short, stored.is_foreign)


def _read_database(path: Path) -> _DatabaseContent:
    if not path.exists():
        return _DatabaseContent(fault=f"{DATABASE} is missing")
    version, is_foreign = 0, False
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            version = database.schema_version(db)
            database.check_integrity(db)
            rows = tuple(database.rows_after(db, 0))
            return _DatabaseContent(rows, version, database.last_batch(db))
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter: its message has rotted
            fault = str(error)
            is_foreign = isinstance(error, database.ForeignDatabaseError)
        # A text that has rotted is read all the same; the row's hash shows it.
        db.text_factory = partial(str, encoding="utf-8", errors="replace")
        rows = tuple(database.readable_rows(db, most=path.stat().st_size))
        return _DatabaseContent(rows, version, fault=fault, is_foreign=is_foreign)
