"""An open store: a connection to the database, and the backup log, written in that order."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from companion.app.storage_fault import StorageFault
from companion.journal import database
from companion.journal.backup_log import BackupLog
from companion.journal.errors import fault
from companion.journal.paths import BACKUP_LOG, DATABASE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.journal.read_store import StoreContent
    from companion.journal.rows import Row

log = logging.getLogger(__name__)


class OpenStore:
    """Both files of a store, from the making of this object to `close`.

    All methods but `close` raise sqlite3.Error and OSError (a JournalError is one).
    """

    def __init__(self, store: Path, content: StoreContent) -> None:
        """Open a store that was read and is whole; rows after those of `content` are deleted.

        An older schema is brought up to date, and a log that lacks the last commit as well.
        """
        self._path = store / DATABASE
        self._is_log_failing = False
        self.db = database.connect(self._path, create=False)
        self._log = BackupLog(
            store / BACKUP_LOG, partial(database.rows_after, self.db), *content.log_end
        )
        try:
            self._identity = _identity(self._path)
            # After a failed sync, or in a process that was killed before it, what is read from the
            # WAL may be in memory only: moved into the database it is written and synced anew.
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.migrate(self.db)
            self.db.execute("DELETE FROM entries WHERE seq > ?", (len(content.rows),))
            self.append_to_log()
        except BaseException:
            self.close()
            raise

    def commit(self, rows: Sequence[Row]) -> None:
        """Append rows in one commit."""
        self.db.execute("BEGIN IMMEDIATE")
        database.insert(self.db, rows)
        self.db.execute("COMMIT")
        if _identity(self._path) != self._identity:  # deleted or replaced: the commit is nowhere
            raise fault(StorageFault.DAMAGED, self._path, "another file stands there")

    def append_to_log(self, rows: Sequence[Row] = ()) -> None:
        """Append what was just committed; a log that has fallen behind gets all that it lacks.

        An OSError is not raised: the database has the rows, and the next call tries again.
        """
        try:
            try:
                self._log.append(rows)
            except OSError:
                self._log.append(rows)
        except OSError as error:
            if not self._is_log_failing:
                log.error("only one copy of the games is being kept: %s", error)  # noqa: TRY400 - its sentence says it all
            self._is_log_failing = True
        else:
            if self._is_log_failing:
                log.warning("two copies of the games are being kept again")
            self._is_log_failing = False

    def close(self) -> None:
        """Write the WAL back and close the database. Never raises."""
        with suppress(sqlite3.Error):
            self.db.close()


def _identity(path: Path) -> tuple[int, int]:
    facts = path.lstat()
    return facts.st_dev, facts.st_ino
