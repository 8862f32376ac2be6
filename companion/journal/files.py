"""An open store: one connection and the second witness, written in one order."""

from __future__ import annotations

import errno
import logging
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.app.journal_entries import StorageFault
from companion.journal.examine import has_row
from companion.journal.faults import fault
from companion.journal.schema import COLUMNS, append, connect, drop_after, migrate, row_of
from companion.journal.snapshot import DATABASE
from companion.journal.witness import NAME, Witness

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.journal.row import Row

log = logging.getLogger(__name__)

_AFTER = f"SELECT {COLUMNS} FROM entries WHERE seq > ? ORDER BY seq"  # noqa: S608 - a constant


class OpenStore:
    """The database and the witness of one store, from the making of this object to `close`.

    All but `close` raise sqlite3.Error and OSError (a JournalError is one).
    """

    def __init__(self, store: Path, steps: Sequence[tuple[str, ...]]) -> None:
        """Open a store that was examined; an older schema is brought up to date."""
        self._path = store / DATABASE
        self._witness: Witness | None = None
        self._is_alone = False
        self.db = connect(self._path, create=False)
        try:
            self._identity = _identity(self._path)
            migrate(self.db, steps)
        except BaseException:
            self.close()
            raise

    @property
    def is_witnessed(self) -> bool:
        """Tell whether the witness took the last row."""
        return self._witness is not None

    def has(self, seq: int, seal: str) -> bool:
        """Tell whether that very row is there."""
        return has_row(self.db, seq, seal)

    def rows_after(self, seq: int) -> list[Row]:
        """Read all rows after one."""
        found = self.db.execute(_AFTER, (seq,))
        try:
            return [row_of(values) for values in found]
        except (TypeError, ValueError) as error:
            raise sqlite3.DatabaseError(f"a row cannot be read: {error}") from error

    def commit(self, rows: Sequence[Row]) -> None:
        """Append rows in one commit, in the place of any that stand there already.

        Such rows are those of a failed commit which nobody was told of.
        """
        self._check_place()
        self.db.execute("BEGIN IMMEDIATE")
        if self.rows_after(rows[0].seq - 1):
            drop_after(self.db, rows[0].seq - 1)
        append(self.db, rows)
        self.db.execute("COMMIT")
        self._check_place()

    def write_back(self) -> None:
        """Put the log's commits into the database, freshly written and synced.

        After a sync that failed, or a process that was killed before it, what is read back from
        the log may be in memory only: then this is what makes it last.
        """
        busy, *_ = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError("the log cannot be written back: the database is busy")

    def witness(self, rows: Sequence[Row] = ()) -> None:
        """Tell the witness of rows just committed; a witness that lags is first brought up to date.

        No OSError comes out: the database has the rows. One is tried over at once on a file opened
        anew, and then with the next call, from what the witness's file then says.
        """
        fault: OSError | None = None
        for _ in range(2):
            try:
                self._tell(rows)
            except OSError as error:
                self._close_witness()
                fault = error
            else:
                fault = None
                break
        self._say_whether_alone(fault)

    def _say_whether_alone(self, fault: OSError | None) -> None:
        """Log it once when only one copy is being kept, and once when there are two again."""
        if fault is not None and not self._is_alone:
            log.error("only one copy of the games is being kept, %s fails: %s", NAME, fault)
        if fault is None and self._is_alone:
            log.warning("two copies of the games are being kept again")
        self._is_alone = fault is not None

    def _tell(self, rows: Sequence[Row]) -> None:
        if self._witness is not None and not self._witness.is_in_place():
            self._close_witness()  # deleted or replaced: it would vanish with the process
        if self._witness is None:
            self._witness = Witness(self._path.parent / NAME)
            tail = self._witness.tail()
            if tail.last is not None and not self.has(tail.last.seq, tail.last.seal):
                raise OSError(errno.ESTALE, "it tells of another history")
            missing = self.rows_after(tail.last.seq if tail.last else 0)
            if missing or tail.total > tail.size:
                self._witness.append(missing, tail.size)
        elif rows:
            self._witness.append(rows)

    def close(self) -> None:
        """Write the log back and close both. Never raises."""
        self._close_witness()
        with suppress(sqlite3.Error):
            self.db.close()

    def _check_place(self) -> None:
        """Refuse a file that was deleted or replaced under us: it would vanish with the process."""
        if _identity(self._path) != self._identity:
            raise fault(StorageFault.DAMAGED, self._path, "another file stands there")

    def _close_witness(self) -> None:
        if self._witness is not None:
            with suppress(OSError):
                self._witness.close()
            self._witness = None


def _identity(path: Path) -> tuple[int, int]:
    facts = path.stat()
    return facts.st_dev, facts.st_ino
