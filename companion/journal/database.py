"""The database: its tables, how an older one becomes a present one, and its rows in and out."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from companion.journal.rows import FIRST_HASH, Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

APPLICATION_ID = 0x48617265  # "Hare": marks the file as ours

# Step n makes schema n out of schema n - 1 (0: an empty file), all steps in one transaction.
# A released step is never changed; tests/journal/fixtures holds a store of each schema.
STEPS: Sequence[tuple[str, ...]] = (
    (
        f"PRAGMA application_id = {APPLICATION_ID}",
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        """CREATE TABLE entries (
             seq INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL,
             depth INTEGER NOT NULL, body TEXT NOT NULL, seal TEXT NOT NULL) STRICT""",
    ),
    (
        # Schema 1 repeated the rows in these tables; nothing read them.
        "DROP TABLE IF EXISTS games",
        "DROP TABLE IF EXISTS seats",
        "DROP TABLE IF EXISTS results",
        "DROP TABLE IF EXISTS names",
        "DROP TABLE IF EXISTS settings",
        # The number of the first row of the same commit.
        "ALTER TABLE entries ADD COLUMN batch INTEGER",
    ),
)

# The columns are called as schema 1 called them: `seq` is Row.number, `seal` is Row.hash.
_COLUMNS = "seq, game, kind, depth, body, seal"
_INSERT = f"INSERT INTO entries ({_COLUMNS}, batch) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - a constant
_MOST_ROWS_OF_A_COMMIT = 8  # in schema 1, which did not store where a commit begins


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Open the database for writing, as every connection must be: WAL, and synced at each commit.

    Exclusive locking needs no shared-memory file; the lock on the folder keeps others out anyway.
    A checkpoint every 64 pages keeps the WAL short. Raises sqlite3.Error.
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


def migrate(db: sqlite3.Connection) -> None:
    """Bring the database to the last schema, in one commit. Raises sqlite3.Error."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version >= len(STEPS):
        return
    db.execute("BEGIN IMMEDIATE")
    for statement in (s for step in STEPS[version:] for s in step):
        db.execute(statement)
    db.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('schema', ?)", (len(STEPS),))
    db.execute(f"PRAGMA user_version = {len(STEPS)}")
    db.execute("COMMIT")


class ForeignDatabaseError(sqlite3.DatabaseError):
    """The database belongs to another program."""


def schema_version(db: sqlite3.Connection) -> int:
    """Return the number of the schema. Raises sqlite3.Error for a database that is not a journal.

    A store is complete before it gets its name, so its database is never empty.
    """
    try:
        (identity,) = db.execute("PRAGMA application_id").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
            raise
        raise ForeignDatabaseError(str(error)) from error
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables:
        raise sqlite3.DatabaseError("the database is empty")
    if identity != APPLICATION_ID:
        raise ForeignDatabaseError("the database belongs to another program")
    (stored,) = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone() or (0,)
    if stored != version or version < 1:
        raise sqlite3.DatabaseError(f"the schema is {version} in the header, {stored} in its table")
    return int(version)


def check_integrity(db: sqlite3.Connection) -> None:
    """Raise sqlite3.Error if a page or a table is damaged."""
    (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(str(verdict))


def insert(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Add the rows of one commit inside the caller's transaction. Raises sqlite3.Error."""
    db.executemany(_INSERT, ((*row, rows[0].number) for row in rows))


def rows_after(db: sqlite3.Connection, number: int) -> list[Row]:
    """Return all rows after one. Raises sqlite3.Error."""
    return list(_select(db, "WHERE seq > ? ORDER BY seq", number))


def valid_rows_of(db: sqlite3.Connection, games: Sequence[int]) -> list[Row]:
    """Return those rows of some games that follow the rows before them. Raises sqlite3.Error."""
    places = ", ".join("?" * len(games))
    query = f"""SELECT {_COLUMNS}, (SELECT seal FROM entries WHERE seq = this.seq - 1)
                FROM entries AS this WHERE game IN ({places}) ORDER BY seq"""  # noqa: S608 - constants
    found = ((Row(*row), previous) for *row, previous in db.execute(query, games))
    return [row for row, previous in found if row.follows(previous or FIRST_HASH)]


def readable_rows(db: sqlite3.Connection, most: int) -> list[Row]:
    """Return every row that can be read, with a number up to `most`, in the order of numbers.

    A damaged page stops a scan: then rows are read from both ends, and one by one.
    """
    scans = chain(_until_error(db, "ORDER BY seq"), _until_error(db, "ORDER BY seq DESC"))
    rows = {row.number: row for row in scans if 0 < row.number <= most}
    for number in range(1, max(rows, default=0)):
        if number not in rows:
            rows |= {row.number: row for row in _until_error(db, "WHERE seq = ?", number)}
    return [rows[number] for number in sorted(rows)]


def last_batch(db: sqlite3.Connection) -> int:
    """Return the number of the first row of the last commit. Raises sqlite3.Error."""
    columns = {name for _, name, *_ in db.execute("PRAGMA table_info(entries)")}
    unknown = f"seq - {_MOST_ROWS_OF_A_COMMIT - 1}"
    batch = f"coalesce(batch, {unknown})" if "batch" in columns else unknown
    query = f"SELECT {batch} FROM entries ORDER BY seq DESC LIMIT 1"  # noqa: S608 - constants
    (number,) = db.execute(query).fetchone() or (1,)
    return int(number)


def _select(db: sqlite3.Connection, which: str, *values: int) -> Iterator[Row]:
    query = f"SELECT {_COLUMNS} FROM entries {which}"  # noqa: S608 - constants
    yield from map(Row._make, db.execute(query, values))


def _until_error(db: sqlite3.Connection, which: str, *values: int) -> Iterator[Row]:
    with suppress(sqlite3.Error, UnicodeDecodeError):  # the latter: an error's message has rotted
        yield from _select(db, which, *values)
