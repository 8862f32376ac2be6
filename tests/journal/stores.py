"""Stores that a killed companion leaves, and what can be done to their files."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from evening import STORE, evening, keep_all, whole

from companion.journal.backup_log import line_of, read_log
from companion.journal.paths import BACKUP_LOG, DATABASE
from companion.journal.sqlite_journal import SqliteJournal

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from pathlib import Path

    from companion.journal.rows import Row


def killed(state: Path) -> dict[str, object]:
    """Leave a store as a kill does, half in the database, half in its WAL; return its content."""
    journal = SqliteJournal(state)
    commits = evening()
    keep_all(journal, commits[:12])
    journal.close()
    keep_all(journal, commits[12:])
    copy = state.with_name("copy")
    shutil.copytree(state, copy)
    content = whole(journal)
    journal.close()
    shutil.rmtree(state)
    copy.rename(state)
    return content


def logged(state: Path) -> tuple[Row, ...]:
    """Return the rows of the backup log."""
    content = read_log(state / STORE / BACKUP_LOG, ())
    return content.others if content else ()


def change_database(state: Path, change: str) -> None:
    """Run a statement that the program would never run."""
    with closing(sqlite3.connect(state / STORE / DATABASE)) as db:
        db.execute(change)
        db.commit()


def rot_row(state: Path, number: int) -> None:
    """Change the body of a row in the database, as rot that no checksum of SQLite's sees."""
    change_database(state, f"UPDATE entries SET body = 'x' || body WHERE seq = {number}")


def rot_line(state: Path, number: int) -> None:
    """Change one byte in a row's line of the backup log."""
    path = state / STORE / BACKUP_LOG
    lines = path.read_bytes().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1][:-4] + b"#" + lines[number - 1][-3:]
    path.write_bytes(b"".join(lines))


def write_rows(state: Path, rows: Sequence[Row]) -> None:
    """Give both copies these rows."""
    with closing(sqlite3.connect(state / STORE / DATABASE)) as db:
        db.execute("DELETE FROM entries")
        for row in rows:
            values = (row.number, row.game, row.kind, row.depth, row.body, row.hash, 1)
            db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        db.commit()
    (state / STORE / BACKUP_LOG).write_bytes(b"".join(map(line_of, rows)))


def shorten(path: Path, chance: random.Random) -> None:
    os.truncate(path, chance.randrange(path.stat().st_size))


def flip(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def zero(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    at = chance.randrange(0, len(content), 512)
    content[at : at + 512] = bytes(len(content[at : at + 512]))
    path.write_bytes(content)
