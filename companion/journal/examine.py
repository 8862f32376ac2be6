"""Look at a store before anything is done with it: is it ours and whole, and what does it say."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion import CompanionError
from companion.app.journal_entries import RecoveryKind, RecoveryReport, SavedGame, SavedState
from companion.journal import story
from companion.journal.row import GENESIS, HOUSE, ODD, BadDecisionError, Kind, Row
from companion.journal.schema import APPLICATION_ID, COLUMNS, STEPS, row_of
from companion.journal.snapshot import opened
from companion.journal.witness import line_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.journal.witness import Tail

_ROWS = """
SELECT e.seq, e.game, e.kind, e.depth, e.body, e.seal, p.seal
FROM entries e LEFT JOIN entries p ON p.seq = e.seq - 1 """


class DamagedStoreError(CompanionError, ValueError):
    """What is there is not what was written.

    `foreign`: it never was ours; `lost`: more was there; `unreadable`: the card's own error.
    """

    def __init__(
        self,
        text: str,
        *,
        foreign: bool = False,
        lost: bool = False,
        unreadable: OSError | None = None,
    ) -> None:
        """Say what was found."""
        super().__init__(text)
        self.foreign = foreign
        self.lost = lost
        self.unreadable = unreadable


class NewerStoreError(CompanionError, ValueError):
    """A newer version wrote it: nothing may be written into it."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a whole store says. `head` is its last row, `games` are newest first.

    `house` and `stream` are the rows of no game and of the current game, all checked.
    """

    schema: int
    head: Row | None = None
    house: tuple[Row, ...] = ()
    games: tuple[SavedGame, ...] = ()
    stream: tuple[Row, ...] = ()

    @property
    def current(self) -> int | None:
        """The number of the current game."""
        return self.stream[0].game if self.stream else None


def examined(
    content: bytes,
    steps: Sequence[tuple[str, ...]] | None = STEPS,
    tail: Tail | None = None,
) -> Findings:
    """Read and check what a start needs: all settings, the list of games, the current game.

    Other games are checked when they are read. `tail` is the end of the second witness, which must
    agree; `steps` None takes any schema. Raises DamagedStoreError, NewerStoreError.
    """
    try:
        db = opened(content)
        try:
            findings = _read(db, _schema(db, steps))
            story.settings_of(findings.house)  # a sealed row may still be none of this version's
            if tail is not None:
                _compare(db, findings.head, tail)
        finally:
            db.close()
    except sqlite3.Error as error:
        raise DamagedStoreError(
            str(error), foreign=not content.startswith(b"SQLite format 3")
        ) from error
    except ODD as error:
        if isinstance(error, (DamagedStoreError, NewerStoreError)):
            raise
        raise DamagedStoreError(f"a row cannot be read: {error}") from error
    return findings


def rows_of_game(db: sqlite3.Connection, game: int) -> tuple[Row, ...]:
    """Read the rows of one game in order, each checked against the one before it in the journal.

    So is what stands after them: one of these may be the game's last row, and rotten so that it is
    of another game or of none. Any before it is missed by its depth. Raises DamagedStoreError.
    """
    rows = _checked(db, "WHERE e.game = ? ORDER BY e.seq", game)
    if game == HOUSE:
        return rows
    if not rows or rows[0].kind is not Kind.NEW:
        raise DamagedStoreError(f"game {game} has no setup")
    _checked(db, "WHERE e.seq > ? ORDER BY e.seq", rows[-1].seq)
    try:
        story.track_of(rows)
    except (BadDecisionError, ValueError) as error:
        raise DamagedStoreError(str(error)) from error
    return rows


def has_row(db: sqlite3.Connection, seq: int, seal: str) -> bool:
    """Tell whether that very row is there. Raises sqlite3.Error."""
    query = "SELECT 1 FROM entries WHERE seq = ? AND seal = ?"
    return db.execute(query, (seq, seal)).fetchone() is not None


def check_none_missing(db: sqlite3.Connection, seq: int = 0, seal: str = GENESIS) -> None:
    """Check that no row is missing before the last, and that a known one is among them.

    A page that rots may still be read, and tell of fewer rows than were written into it.
    Raises DamagedStoreError, sqlite3.Error.
    """
    count, last = db.execute("SELECT count(*), max(seq) FROM entries").fetchone()
    if count != (last or 0):
        raise DamagedStoreError(f"{last - count} rows of the journal are missing")
    if seq and not has_row(db, seq, seal):
        raise DamagedStoreError(f"row {seq}, which was kept, is not there")


def check_all(db: sqlite3.Connection) -> None:
    """Check every row, every page and every table. Raises DamagedStoreError."""
    try:
        (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise DamagedStoreError(str(verdict))
        rows = _checked(db, "WHERE e.seq > ? ORDER BY e.seq", 0)
    except (sqlite3.Error, TypeError) as error:
        raise DamagedStoreError(str(error)) from error
    for game in {row.game for row in rows}:
        try:
            story.track_of(row for row in rows if row.game == game)
        except (BadDecisionError, ValueError) as error:
            raise DamagedStoreError(str(error)) from error


def memory_of(findings: Findings, *, newer: bool = False) -> SavedState:
    """Tell what the application needs at its start."""
    settings = story.settings_of(findings.house)
    notice = report_from(settings.pop("report", "null"))
    games = list(findings.games)
    for index, game in enumerate(games):
        if game.number == findings.current:
            games[index] = story.saved_game(findings.stream)
    return SavedState(
        settings,
        tuple(games),
        findings.current,
        story.names_of(games),
        RecoveryReport(RecoveryKind.NEWER) if newer else notice,
    )


def report_from(text: str) -> RecoveryReport | None:
    """Read what a mending left to be said; None where it was said, or is no report."""
    match story.loaded(text):
        case {"trouble": str(trouble), "folder": str(folder), "game": game, **rest} if (
            trouble in tuple(RecoveryKind)  # a newer version may know others
        ):
            turns, lost = rest.get("turns"), rest.get("lost")
            number = game if isinstance(game, int) else None
            standing = turns if isinstance(turns, int) else 0
            return RecoveryReport(RecoveryKind(trouble), folder, number, standing, bool(lost))
        case _:
            return None


def _schema(db: sqlite3.Connection, steps: Sequence[tuple[str, ...]] | None) -> int:
    """Tell the schema's number. A store is built whole before it is named so: none is empty."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (identity,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables and not version and identity in {0, APPLICATION_ID}:
        raise DamagedStoreError("the database is empty", lost=True)
    if identity != APPLICATION_ID:
        raise DamagedStoreError("the database is not ours", foreign=True)
    (said,) = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone() or (0,)
    if said != version or version < 1:
        raise DamagedStoreError(f"the schema is {version} here and {said} there")
    if steps is not None and version > len(steps):
        raise NewerStoreError(f"schema {version} is newer than {len(steps)}")
    return int(version)


def _read(db: sqlite3.Connection, schema: int) -> Findings:
    check_none_missing(db)
    (last,) = db.execute("SELECT max(seq) FROM entries").fetchone()
    if not last:
        return Findings(schema)
    head = _checked(db, "WHERE e.seq = ?", last)[0]
    chosen = "WHERE e.kind IN ('new', 'choose') AND e.seq > ? ORDER BY e.seq DESC LIMIT 1"
    latest = _checked(db, chosen, 0)
    current = story.current_of(latest[0] if latest else None)
    stream = rows_of_game(db, current) if current is not None else ()
    return Findings(schema, head, rows_of_game(db, HOUSE), _games(db), stream)


def _compare(db: sqlite3.Connection, head: Row | None, tail: Tail) -> None:
    """Hold the database against the witness, which is written after it and so never knows more.

    At a power cut it may know less, its last lines torn; but it is never longer than they are.
    """
    last = head.seq if head else 0
    told = tail.last.seq if tail.last else 0
    if told > last:
        raise DamagedStoreError(f"row {told} was kept, but only {last} are there")
    if tail.last:
        (seal,) = db.execute("SELECT seal FROM entries WHERE seq = ?", (told,)).fetchone()
        if seal != tail.last.seal:
            raise DamagedStoreError(f"row {told} differs between the database and the witness")
    later = db.execute(f"SELECT {COLUMNS} FROM entries WHERE seq > ?", (told,))  # noqa: S608 - constant
    if tail.total > tail.size + sum(len(line_of(row_of(values))) for values in later):
        raise DamagedStoreError(f"something was kept after row {last}", lost=True)


def _games(db: sqlite3.Connection) -> tuple[SavedGame, ...]:
    firsts = _checked(db, "WHERE e.kind = 'new' AND e.seq > ? ORDER BY e.game DESC", 0)
    ends = db.execute(
        "SELECT max(seq), game, kind, depth, body, seal FROM entries WHERE game > 0 GROUP BY game"
    )
    lasts = {row.game: row for row in map(row_of, ends)}
    if lasts.keys() != {row.game for row in firsts} or len(lasts) != len(firsts):
        raise DamagedStoreError("a game has no setup, or two")
    return tuple(story.listed_game(first, lasts[first.game]) for first in firsts)


def _checked(db: sqlite3.Connection, where: str, value: int) -> tuple[Row, ...]:
    rows: list[Row] = []
    for *values, before in db.execute(_ROWS + where, (value,)):
        try:
            row = row_of(values)
        except ODD as error:
            raise DamagedStoreError(f"a row cannot be read: {error}") from error
        linked = GENESIS if row.seq == 1 else before
        if not isinstance(linked, str) or not row.is_sealed_to(linked):
            raise DamagedStoreError(f"row {row.seq} of the journal is not what was written")
        rows.append(row)
    return tuple(rows)
