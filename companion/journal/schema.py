"""The tables of the store, and how an older store becomes a present one.

`entries` is the journal: one row a decision, only ever appended. The other tables say the same
again for statistics; they are projected from it and can be made anew at any time.
"""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

from companion.journal.row import Kind, Row, key_and_value, seed_and_setup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

APPLICATION_ID = 0x48617265  # "Hare": tells our file from another program's

# Step n makes schema n out of schema n - 1 (0: an empty file), all of it in one transaction.
# A step that was released is never changed; tests/journal/fixtures holds a store of each.
STEPS: tuple[tuple[str, ...], ...] = (
    (
        f"PRAGMA application_id = {APPLICATION_ID}",
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        """CREATE TABLE entries (
             seq INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL,
             depth INTEGER NOT NULL, body TEXT NOT NULL, seal TEXT NOT NULL) STRICT""",
        """CREATE TABLE games (
             number INTEGER PRIMARY KEY, edition TEXT, players INTEGER NOT NULL,
             setup TEXT NOT NULL, finished INTEGER NOT NULL DEFAULT 0) STRICT""",
        """CREATE TABLE seats (
             game INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT, colour TEXT,
             PRIMARY KEY (game, seat)) STRICT, WITHOUT ROWID""",
        """CREATE TABLE results (
             game INTEGER NOT NULL, seat INTEGER NOT NULL, place INTEGER,
             carrots INTEGER NOT NULL, turns INTEGER NOT NULL,
             PRIMARY KEY (game, seat)) STRICT, WITHOUT ROWID""",
        "CREATE TABLE names (name TEXT PRIMARY KEY, last_game INTEGER NOT NULL) STRICT",
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    ),
)

COLUMNS = "seq, game, kind, depth, body, seal"  # of entries, in the order of Row
_ENTRY = f"INSERT INTO entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608 - a constant
_ALL = f"SELECT {COLUMNS} FROM entries ORDER BY seq"  # noqa: S608 - a constant
_SETTING = "INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)"
_RESULT = "INSERT INTO results (game, seat, place, carrots, turns) VALUES (?, ?, ?, ?, ?)"

PROJECTIONS = ("games", "seats", "results", "names", "settings")


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Open the database for writing, as every connection must be: WAL, and synced at each commit.

    Exclusive locking needs no shared-memory file; the lock on the folder keeps others out anyway.
    A checkpoint every 64 pages keeps the log short. Raises sqlite3.Error.
    """
    mode = "rwc" if create else "rw"
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=2, check_same_thread=False)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        (mode_now,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA wal_autocheckpoint = 64")
        if mode_now != "wal":
            raise sqlite3.OperationalError(f"journal_mode is {mode_now}, not wal")
    except sqlite3.Error:
        db.close()
        raise
    return db


def migrate(db: sqlite3.Connection, steps: Sequence[tuple[str, ...]] = STEPS) -> None:
    """Bring the store to the last schema, in one commit; nothing where it is there already."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version >= len(steps):
        return
    db.execute("BEGIN IMMEDIATE")
    for statement in (s for step in steps[version:] for s in step):
        db.execute(statement)
    db.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('schema', ?)", (len(steps),))
    db.execute(f"PRAGMA user_version = {len(steps)}")
    db.execute("COMMIT")


def append(db: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Add rows and what the other tables say of them, inside the caller's transaction."""
    for row in rows:
        values = (row.seq, row.game, row.kind.value, row.depth, row.body, row.seal)
        db.execute(_ENTRY, values)
        _project(db, row)


def drop_after(db: sqlite3.Connection, seq: int) -> None:
    """Take back rows that nobody was ever told of (a failed commit that had arrived after all)."""
    db.execute("DELETE FROM entries WHERE seq > ?", (seq,))
    for table in PROJECTIONS:
        db.execute(f"DELETE FROM {table}")  # noqa: S608 - a constant of this module
    for row in db.execute(_ALL).fetchall():
        _project(db, row_of(row))


def row_of(values: Sequence[object]) -> Row:
    """Read a row as the database holds it. Raises ValueError or TypeError where it is none."""
    seq, game, kind, depth, body, seal = values
    numbers = (seq, game, depth)
    if not all(isinstance(n, int) for n in numbers) or not isinstance(body, str):
        raise TypeError(f"not a row of the journal: {values!r}")
    if not isinstance(kind, str) or not isinstance(seal, str):
        raise TypeError(f"not a row of the journal: {values!r}")
    return Row(seq, game, Kind(kind), depth, body, seal)  # type: ignore[arg-type] # checked above


def _project(db: sqlite3.Connection, row: Row) -> None:
    match row.kind:
        case Kind.NEW:
            _project_game(db, row)
        case Kind.PUT:
            db.execute(_SETTING, key_and_value(row))
        case Kind.FINISH:
            _project_results(db, row)
        case Kind.ENTRY | Kind.UNDO | Kind.REDO:  # whatever happens in a game reopens it
            db.execute("UPDATE games SET finished = 0 WHERE number = ? AND finished", (row.game,))
            db.execute("DELETE FROM results WHERE game = ?", (row.game,))
        case _:
            return


def _project_game(db: sqlite3.Connection, row: Row) -> None:
    _, setup = seed_and_setup(row)
    record = json.loads(setup)
    seats = record.get("seats") or []
    game = (row.game, record.get("edition"), len(seats), setup)
    db.execute("INSERT INTO games (number, edition, players, setup) VALUES (?, ?, ?, ?)", game)
    for number, seat in enumerate(seats):
        name = seat.get("name")
        values = (row.game, number, name, seat.get("colour"))
        db.execute("INSERT INTO seats (game, seat, name, colour) VALUES (?, ?, ?, ?)", values)
        if name:
            db.execute(
                "INSERT OR REPLACE INTO names (name, last_game) VALUES (?, ?)", (name, row.game)
            )


def _project_results(db: sqlite3.Connection, row: Row) -> None:
    db.execute("UPDATE games SET finished = 1 WHERE number = ?", (row.game,))
    db.execute("DELETE FROM results WHERE game = ?", (row.game,))
    for seat, place, carrots, turns in json.loads(row.body):
        values = (row.game, seat, place, carrots, turns)
        db.execute(_RESULT, values)
