"""Build stores: an empty one at the first start, and a whole one out of a damaged one's rows."""

from __future__ import annotations

import errno
import logging
from functools import partial
from typing import TYPE_CHECKING

from companion.app.journal_entries import (
    REPORT,
    RecoveryKind,
    RecoveryReport,
    SetValue,
    report_text,
)
from companion.config.regular_file import make_folder, sync_folder
from companion.journal import database, paths
from companion.journal.backup_log import BackupLog
from companion.journal.paths import BACKUP_LOG
from companion.journal.read_store import read_store

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.journal.read_store import StoreContent
    from companion.journal.rows import Row

log = logging.getLogger(__name__)


def build_first(state: Path) -> None:
    """Make an empty store where there is none. Raises OSError, sqlite3.Error."""
    _build(state / paths.FRESH, ())
    paths.put_in_place(state)


def recover(state: Path, content: StoreContent) -> None:
    """Put the damaged store aside, and one with the rows of `content` and a report in its place.

    Raises OSError, sqlite3.Error; the damaged store is then still in its place.
    """
    name = paths.next_damaged_name(state)
    report = content.head.copy().append(SetValue(REPORT, report_text(_report(content, name))))
    rows = (*content.rows, report)
    fresh = state / paths.FRESH
    _build(fresh, rows)
    built = read_store(fresh)
    if built.fault or built.rows != rows:
        raise OSError(errno.EIO, "what was written is not what is read", str(fresh))
    paths.put_in_place(state, aside=name)
    log.warning(
        "the saves were damaged (%s): the first %d rows were recovered%s; all files are kept in %s",
        content.fault,
        len(content.rows),
        ", those after them were not" if content.is_short else "",
        name,
    )


def _report(content: StoreContent, name: str) -> RecoveryReport:
    current = content.head.current
    turns = 0 if current is None else content.head.games[current].turns
    is_foreign = content.is_foreign and not content.rows
    kind = RecoveryKind.FOREIGN if is_foreign else RecoveryKind.DAMAGED
    return RecoveryReport(kind, name, current, turns, content.is_short)


def _build(folder: Path, rows: Sequence[Row]) -> None:
    """Write a complete store, synced, and close it."""
    make_folder(folder)
    db = database.connect(folder / paths.DATABASE, create=True)
    try:
        database.migrate(db)
        db.execute("BEGIN IMMEDIATE")
        for row in rows:  # each as a commit of its own: the log has every one of them, too
            database.insert(db, (row,))
        db.execute("COMMIT")
        BackupLog(folder / BACKUP_LOG, partial(database.rows_after, db)).append(rows)
    finally:
        db.close()
    sync_folder(folder)
