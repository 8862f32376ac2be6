"""An open store: a connection to the database, and the backup log, written in that order."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.app.journal_entries import StorageFault
from companion.journal import schema
from companion.journal.backup_log import BackupLog, size_of
from companion.journal.errors import fault
from companion.journal.paths import BACKUP_LOG, DATABASE, WAL

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.journal.rows import Row
    from companion.journal.verify import StoreContent

log = logging.getLogger(__name__)


class OpenStore:
    """Both files of a store, from the making of this object to `close`.

    All methods but `close` raise sqlite3.Error and OSError (a JournalError is one).
    """

    def __init__(self, store: Path, steps: schema.Steps, content: StoreContent) -> None:
        """Open a store that was read and is whole; rows after those of `content` are deleted.

        An older schema is brought up to date, and a log that lacks the last commit as well.
        """
        self._path = store / DATABASE
        self._log: BackupLog | None = None
        self._is_log_failing = False
        self.last = content.head.number  # the last row in the database
        # Up to here the log is known to be synced: the last row's number, and the size.
        self._synced = (0, 0)
        if content.log:
            surplus = content.log.rows[self.last : content.log.intact]
            size = content.log.intact_size - size_of(surplus)
            self._synced = (content.log.intact - len(surplus), size)
        has_wal = (store / WAL).exists() and (store / WAL).stat().st_size > 0
        self.db = schema.connect(self._path, create=False)
        try:
            self._identity = _identity(self._path)
            schema.migrate(self.db, steps)
            self.db.execute("DELETE FROM entries WHERE seq > ?", (self.last,))
            if has_wal:
                self._write_back()
            self.append_to_log()
        except BaseException:
            self.close()
            raise

    @property
    def has_backup(self) -> bool:
        """Return whether the log took the last row; the database alone is enough to go on."""
        return self._log is not None

    def rows(self) -> list[Row]:
        """Read all rows from the database."""
        return schema.rows_after(self.db, 0)

    def rows_of(self, games: Sequence[int]) -> list[Row]:
        """Read the rows of some games from the database."""
        return schema.rows_of(self.db, games)

    def commit(self, rows: Sequence[Row]) -> None:
        """Append rows in one commit."""
        self._check_place()
        self.db.execute("BEGIN IMMEDIATE")
        schema.insert(self.db, rows)
        self.db.execute("COMMIT")
        self._check_place()
        self.last = rows[-1].number

    def append_to_log(self, rows: Sequence[Row] = ()) -> None:
        """Append what was just committed; a log that has fallen behind gets all that it lacks.

        An OSError is not raised: the database has the rows, and the next call tries again.
        """
        error: OSError | None = None
        for _ in range(2):
            try:
                self._append_to_log(rows)
            except OSError as caught:
                self._close_log()
                error = caught
            else:
                error = None
                break
        if error is not None and not self._is_log_failing:
            log.error("only one copy of the games is being kept, %s fails: %s", BACKUP_LOG, error)
        if error is None and self._is_log_failing:
            log.warning("two copies of the games are being kept again")
        self._is_log_failing = error is not None

    def close(self) -> None:
        """Write the WAL back and close both files. Never raises."""
        self._close_log()
        with suppress(sqlite3.Error):
            self.db.close()

    def _append_to_log(self, rows: Sequence[Row]) -> None:
        if self._log is not None and not self._log.is_in_place():
            self._close_log()  # deleted or replaced: it would vanish with the process
            self._synced = (0, 0)
        if self._log is None:
            self._log = BackupLog(self._path.parent / BACKUP_LOG)
            if self._log.size < self._synced[1]:
                self._synced = (0, 0)
        number, size = self._synced
        if not rows or rows[0].number != number + 1:
            rows = schema.rows_after(self.db, number)
        if rows or self._log.size > size:
            self._synced = (self.last, self._log.append(rows, size))

    def _write_back(self) -> None:
        """Move the WAL's commits into the database, which writes and syncs them anew.

        After a failed sync, or a process that was killed before it, what is read from the WAL may
        be in memory only.
        """
        busy, *_ = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError("the WAL cannot be written back: the database is busy")

    def _check_place(self) -> None:
        """Raise JournalError if the file was deleted or replaced: it would vanish at the end."""
        if _identity(self._path) != self._identity:
            raise fault(StorageFault.DAMAGED, self._path, "another file stands there")

    def _close_log(self) -> None:
        if self._log is not None:
            with suppress(OSError):
                self._log.close()
            self._log = None


def _identity(path: Path) -> tuple[int, int]:
    facts = path.lstat()
    return facts.st_dev, facts.st_ino
