from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from companion.journal.snapshot import DATABASE, LOG, database_bytes, opened, with_log

if TYPE_CHECKING:
    from pathlib import Path


def test_the_log_is_read_as_sqlite_reads_it_however_it_was_cut(tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    with closing(sqlite3.connect(store / DATABASE, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(30):
            db.execute("INSERT INTO t VALUES (?, ?)", (number, "x" * number * 300))
            db.execute("DELETE FROM t WHERE id = ?", (number - 7,))
        content, log = (store / DATABASE).read_bytes(), (store / LOG).read_bytes()
    chance = random.Random(5)
    for turn in range(60):
        cut = bytearray(log[: chance.randrange(len(log) + 1)])
        if cut and turn % 3 == 0:
            cut[chance.randrange(len(cut))] ^= 16
        with closing(opened(with_log(content, bytes(cut)))) as db:
            ours = db.execute("SELECT * FROM t ORDER BY id").fetchall()
        assert ours == _as_sqlite(tmp_path / "copy", content, bytes(cut)), turn


def test_a_store_without_files_is_empty(tmp_path: Path) -> None:
    assert database_bytes(tmp_path) == b""


def _as_sqlite(folder: Path, content: bytes, log: bytes) -> list[tuple[int, str]]:
    folder.mkdir()
    (folder / DATABASE).write_bytes(content)
    (folder / LOG).write_bytes(log)
    with closing(sqlite3.connect(folder / DATABASE)) as db:
        rows = db.execute("SELECT * FROM t ORDER BY id").fetchall()
    shutil.rmtree(folder)
    return rows
