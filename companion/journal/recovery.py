"""Build stores: an empty one at the first start, and a whole one out of a damaged one's rows."""

from __future__ import annotations

import errno
import logging
from typing import TYPE_CHECKING

from companion.app.journal_entries import RecoveryKind, RecoveryReport, SetValue
from companion.journal import paths, schema
from companion.journal.backup_log import BackupLog
from companion.journal.paths import BACKUP_LOG
from companion.journal.projection import REPORT, report_text
from companion.journal.regular_file import sync_folder
from companion.journal.verify import read_store

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.journal.rows import Row
    from companion.journal.verify import StoreContent

log = logging.getLogger(__name__)


def build_first(state: Path, steps: schema.Steps) -> None:
    """Make an empty store where there is none. Raises OSError, sqlite3.Error."""
    _build(state / paths.FRESH, (), steps)
    paths.move_in(state)


def recover(state: Path, content: StoreContent, steps: schema.Steps) -> None:
    """Put the damaged store aside, and one with the rows of `content` and a report in its place.

    Raises OSError, sqlite3.Error; the damaged store is then still in its place.
    """
    name = paths.next_damaged_name(state)
    head = content.head.copy()
    report = head.append(SetValue(REPORT, report_text(_report(content, name))))
    rows = (*content.rows, report)
    fresh = state / paths.FRESH
    _build(fresh, rows, steps)
    built = read_store(fresh)
    if built.fault or built.rows != rows:
        raise OSError(errno.EIO, "what was written is not what is read", str(fresh))
    paths.put_aside(state, name)
    log.warning(
        "the saves were damaged (%s): the first %d rows were recovered%s; all files are kept in %s",
        content.fault,
        len(content.rows),
        ", those after them were not" if content.is_short else "",
        name,
    )


def _report(content: StoreContent, name: str) -> RecoveryReport:
    head = content.head
    turns = 0 if head.current is None else head.depths[head.current].standing
    is_foreign = content.database.is_foreign and not content.rows
    kind = RecoveryKind.FOREIGN if is_foreign else RecoveryKind.DAMAGED
    return RecoveryReport(kind, name, head.current, turns, content.is_short)


def _build(folder: Path, rows: Sequence[Row], steps: schema.Steps) -> None:
    """Write a complete store, synced, and close it."""
    paths.make_folder(folder)
    db = schema.connect(folder / paths.DATABASE, create=True)
    try:
        schema.migrate(db, steps)
        db.execute("BEGIN IMMEDIATE")
        for row in rows:  # each for itself: the log has every one of them, too
            schema.insert(db, (row,))
        db.execute("COMMIT")
    finally:
        db.close()
    backup = BackupLog(folder / BACKUP_LOG)
    try:
        backup.append(rows, 0)
    finally:
        backup.close()
    sync_folder(folder)
