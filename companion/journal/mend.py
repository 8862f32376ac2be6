"""Build stores: an empty one at the first start, and one out of what a damaged one still proves."""

from __future__ import annotations

import errno
import json
import logging
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from companion import CompanionError
from companion.app.journal_entries import RecoveryKind, RecoveryReport, SavedGame, SetValue
from companion.journal import place, story
from companion.journal.examine import check_all, examined
from companion.journal.plain import content_of
from companion.journal.row import (
    GENESIS,
    HOUSE,
    ODD,
    BadDecisionError,
    Kind,
    Row,
    kind_and_body,
    sealed,
)
from companion.journal.salvage import Salvage, salvaged
from companion.journal.schema import STEPS, append, connect, migrate, row_of
from companion.journal.snapshot import DATABASE, database_bytes, opened
from companion.journal.witness import NAME, Witness, line_of, rows_in, sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from companion.journal.examine import DamagedStoreError
    from companion.journal.salvage import Replays, Steps

log = logging.getLogger(__name__)

_NO_FILE = frozenset({errno.ENOTDIR, errno.EISDIR, errno.ENXIO})  # nothing of ours is in there


def build_first(state: Path, steps: Steps = STEPS, rows: tuple[Row, ...] = ()) -> None:
    """Make a store where there is none: empty, or of known rows. Raises OSError, sqlite3.Error."""
    _build(state / place.FRESH, rows, steps)
    place.move_in(state)


def mend(
    state: Path, found: DamagedStoreError, replays: Replays, own: Iterable[Row], steps: Steps
) -> None:
    """Put the store aside and build another one out of all that is proved.

    `own` are rows that this process knows to be true. Raises OSError, sqlite3.Error; also where
    the card gives all back at the second reading or nothing at all, for it may at another try.
    """
    sources, faults = _sources(state / place.STORE)
    rescued = salvaged(sources, replays, own, lost=found.lost, steps=steps)
    if found.unreadable and not (faults and rescued.rows):
        raise found.unreadable
    name = place.name_aside(state)
    rows = _with_report(rescued, name, found, steps)
    fresh = state / place.FRESH
    _build(fresh, rows, steps)
    if not _gives_back(fresh, rows):
        raise OSError(errno.EIO, "what was written is not what is read", str(fresh))
    place.put_aside(state, name)
    _log_what_is_gone(sources, rows, name)


def proved(store: Path) -> tuple[Row, ...]:
    """Read what a damaged store proves without the rules' judgement. Raises OSError."""
    sources, _ = _sources(store)
    return salvaged(sources, lambda _, entries: len(entries)).rows


def readable_games(store: Path) -> list[tuple[SavedGame, int]]:
    """List the games of which a store says anything, proved or not, each with its last turn.

    Raises OSError.
    """
    sources, _ = _sources(store)
    rows = [row for part in sources for row in part]
    turns = story.depths(rows)
    begun: dict[int, SavedGame] = {}
    for row in rows:
        if row.kind is Kind.NEW and row.game > HOUSE:
            with suppress(BadDecisionError):
                begun[row.game] = story.listed_game(row, row)
    return [(begun[number], turns[number]) for number in sorted(begun)]


def _with_report(
    rescued: Salvage, name: str, found: DamagedStoreError, steps: Steps
) -> tuple[Row, ...]:
    """Add what is to be said; all that is left where the rows would not open again.

    The salvage has left out what it knows to be odd. This is the net below: a store that does not
    open is never put in the place of another.
    """
    rows = (*rescued.rows, _said(_report(rescued, name, foreign=found.foreign), rescued.rows))
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
            migrate(db, steps)
            append(db, rows)
            examined(db.serialize(), steps)
            check_all(db)
    except (CompanionError, sqlite3.Error, *ODD) as error:
        log.error("what %s proves cannot be read again, so it is only kept: %s", name, error)  # noqa: TRY400 - its sentence says it all
        report = RecoveryReport(RecoveryKind.DAMAGED, name, lost=True)
        return (_said(report, ()),)
    return rows


def _log_what_is_gone(sources: list[list[Row]], rows: tuple[Row, ...], name: str) -> None:
    """Say of each game how many of its turns only the store that was put aside may still have."""
    log.warning("the saves were damaged: all files as they were are kept in %s", name)
    there, kept = story.depths(row for part in sources for row in part), story.depths(rows)
    for game, turns in sorted(there.items()):
        if game > HOUSE and (game not in kept or kept[game] < turns):
            log.warning("game %d: %d of %d turns are proved", game, kept.get(game, 0), turns)


def _report(rescued: Salvage, name: str, *, foreign: bool) -> RecoveryReport:
    rows = rescued.rows
    latest = next((r for r in reversed(rows) if r.kind in {Kind.NEW, Kind.CHOOSE}), None)
    current = story.current_of(latest)
    turns = next((r.depth for r in reversed(rows) if r.game == current), 0)
    trouble = RecoveryKind.FOREIGN if foreign and not rows else RecoveryKind.DAMAGED
    return RecoveryReport(trouble, name, current, turns, rescued.lost)


def _said(report: RecoveryReport, rows: tuple[Row, ...]) -> Row:
    facts = {
        "trouble": report.kind,
        "folder": report.folder,
        "game": report.game,
        "turns": report.turns,
        "lost": report.lost,
    }
    kind, body = kind_and_body(SetValue("report", json.dumps(facts)))
    before = rows[-1].seal if rows else GENESIS
    return sealed(before, len(rows) + 1, HOUSE, kind, 0, body)


def _build(folder: Path, rows: tuple[Row, ...], steps: Steps) -> None:
    """Write a whole store, synced, and close it."""
    place.make_folder(folder)
    db = connect(folder / DATABASE, create=True)
    try:
        migrate(db, steps)
        db.execute("BEGIN IMMEDIATE")
        append(db, rows)
        db.execute("COMMIT")
    finally:
        db.close()
    witness = Witness(folder / NAME)
    try:
        witness.append(rows)
    finally:
        witness.close()
    sync_folder(folder)


def _gives_back(store: Path, rows: tuple[Row, ...]) -> bool:
    """Tell whether both files of a store that was just built are what was written."""
    written = b"".join(map(line_of, rows))
    told = content_of(store / NAME, len(written) + 1)
    return told == written and _rows_of_database(store) == [*rows]


def _sources(store: Path) -> tuple[list[list[Row]], list[OSError]]:
    """Read both witnesses, and tell which could not be read. Raises OSError but for that.

    What may not be read by this user is not worth less than what may: it can be given to him.
    """
    sources: list[list[Row]] = []
    faults: list[OSError] = []
    for read in (_rows_of_database, _rows_of_witness):
        try:
            sources.append(read(store))
        except OSError as error:
            if error.errno == errno.EIO:
                faults.append(error)
            elif error.errno not in _NO_FILE:
                raise
    return sources, faults


def _rows_of_database(store: Path) -> list[Row]:
    """Read what can be read, from both ends, since a bad page stops SQLite."""
    try:
        db = opened(database_bytes(store))
    except sqlite3.Error:
        return []
    try:
        rows = _rows_until_fault(db, "ASC")
        return list({row.seq: row for row in rows + _rows_until_fault(db, "DESC")}.values())
    finally:
        db.close()


def _rows_until_fault(db: sqlite3.Connection, order: str) -> list[Row]:
    rows: list[Row] = []
    try:
        query = f"SELECT seq, game, kind, depth, body, seal FROM entries ORDER BY seq {order}"  # noqa: S608 - ASC or DESC
        for values in db.execute(query):
            try:
                rows.append(row_of(values))
            except (TypeError, ValueError):
                continue
    except (sqlite3.Error, ValueError):
        pass
    return rows


def _rows_of_witness(store: Path) -> list[Row]:
    return list(rows_in(store / NAME))
