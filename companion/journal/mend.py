"""Build stores: an empty one at the first start, and one out of what a damaged one still proves.

What counts as proved: a row whose seal fits the row before it, in the database or in the second
witness or in what this process has read and written itself; and of each game the turns up to where
the rules still accept them.
"""

from __future__ import annotations

import errno
import json
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.app.keep import Put, Report, Trouble
from companion.journal import place, story
from companion.journal.row import (
    GENESIS,
    HOUSE,
    BadDecisionError,
    Kind,
    Row,
    kind_and_body,
    resealed,
    sealed,
    seed_and_setup,
)
from companion.journal.schema import STEPS, append, connect, migrate, row_of
from companion.journal.snapshot import DATABASE, database_bytes, opened
from companion.journal.witness import NAME, Witness, rows_in, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from companion.journal.examine import DamagedStoreError

    Replays = Callable[[str, tuple[str, ...]], int]
    """How many of a game's entries the rules accept, given its setup line and the entries."""

    Steps = Sequence[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Salvage:
    """What could be proved, ready to be written; `lost` where something is known to be missing."""

    rows: tuple[Row, ...]
    lost: bool


def build_first(state: Path, steps: Steps = STEPS) -> None:
    """Make the very first, empty store. Raises OSError, sqlite3.Error."""
    _build(state / place.FRESH, (), steps)
    place.move_in(state)


def mend(
    state: Path, found: DamagedStoreError, replays: Replays, own: Iterable[Row], steps: Steps
) -> None:
    """Put the store aside and build another one out of all that is proved.

    `own` are rows that this process knows to be true. Raises OSError, sqlite3.Error; also where
    the card gives all back at the second reading or nothing at all, for it may at another try.
    """
    sources, faults = _sources(state / place.STORE)
    rescued = salvaged([*sources, list(own)], replays, lost=found.lost)
    if found.unreadable and not (faults and rescued.rows):
        raise found.unreadable
    name = place.name_aside(state)
    report = _report(rescued, name, foreign=found.foreign)
    _build(state / place.FRESH, (*rescued.rows, _said(report, rescued.rows)), steps)
    place.put_aside(state, name)


def proved(store: Path) -> tuple[Row, ...]:
    """Read what a damaged store proves without the rules' judgement. Raises OSError."""
    sources, _ = _sources(store)
    return salvaged(sources, lambda _, entries: len(entries)).rows


def salvaged(sources: Sequence[Sequence[Row]], replays: Replays, *, lost: bool = False) -> Salvage:
    """Join what the sources prove, the longest first, and number it anew."""
    seals: dict[int, set[str]] = {0: {GENESIS}}
    for row in (row for rows in sources for row in rows):
        seals.setdefault(row.seq, set()).add(row.seal)
    proved = [{row.seq: row for row in rows if _is_proved(row, seals)} for rows in sources]
    joined: dict[int, Row] = {}
    for rows in sorted(proved, key=len):
        joined |= rows
    last = max(joined, default=0)
    holes = sorted(set(range(1, last + 1)) - joined.keys())
    whole = _without_gaps([joined[seq] for seq in sorted(joined)], holes)
    kept = _replayed(whole, replays)
    lost = lost or len(kept) < last or any(seq > last for seq in seals)
    return Salvage(tuple(resealed(kept)), lost)


def _is_proved(row: Row, seals: dict[int, set[str]]) -> bool:
    return any(row.is_sealed_to(before) for before in seals.get(row.seq - 1, ()))


def _without_gaps(rows: list[Row], holes: list[int]) -> list[Row]:
    """Cut each game at the first hole in it: nobody knows what stood there."""
    ends = {row.game: row.seq for row in rows}
    cuts: dict[int, int] = {}
    seen: set[int] = set()
    at = 0
    for row in rows:
        while at < len(holes) and holes[at] < row.seq:
            cuts |= {
                game: holes[at] for game in seen if game not in cuts and ends[game] > holes[at]
            }
            at += 1
        seen.add(row.game)
    far = len(rows) + len(holes) + 1
    return [row for row in rows if row.game == HOUSE or row.seq < cuts.get(row.game, far)]


def _replayed(rows: list[Row], replays: Replays) -> list[Row]:
    games: dict[int, list[Row]] = {}
    for row in rows:
        games.setdefault(row.game, []).append(row)
    kept: set[int] = set()
    for number, stream in games.items():
        good = stream if number == HOUSE else _accepted(stream, replays)
        kept |= {row.seq for row in good}
    alive = {row.game for row in rows if row.seq in kept and row.kind is Kind.NEW}
    chosen = (row for row in rows if row.seq in kept)
    return [row for row in chosen if row.kind is not Kind.CHOOSE or int(row.body) in alive]


def _accepted(stream: list[Row], replays: Replays) -> list[Row]:
    """Shorten one game's rows until what stands can be replayed; none without its setup."""
    while stream:
        try:
            story.track_of(stream)
            past, _ = story.standing(stream)
            _, setup = seed_and_setup(stream[0])
        except (BadDecisionError, ValueError):
            stream = stream[:-1]
            continue
        good = replays(setup, tuple(row.body for row in past))
        if good >= len(past):
            break
        stream = stream[: stream.index(past[good])]
    return stream


def _report(rescued: Salvage, name: str, *, foreign: bool) -> Report:
    rows = rescued.rows
    latest = next((r for r in reversed(rows) if r.kind in {Kind.NEW, Kind.CHOOSE}), None)
    current = story.current_of(latest)
    turns = next((r.depth for r in reversed(rows) if r.game == current), 0)
    trouble = Trouble.FOREIGN if foreign and not rows else Trouble.DAMAGED
    return Report(trouble, name, current, turns, rescued.lost)


def _said(report: Report, rows: tuple[Row, ...]) -> Row:
    facts = {
        "trouble": report.trouble,
        "folder": report.folder,
        "game": report.game,
        "turns": report.turns,
        "lost": report.lost,
    }
    kind, body = kind_and_body(Put("report", json.dumps(facts)))
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


def _sources(store: Path) -> tuple[list[list[Row]], list[OSError]]:
    """Read both witnesses, and tell which could not be read. Raises OSError but for that."""
    sources: list[list[Row]] = []
    faults: list[OSError] = []
    for read in (_rows_of_database, _rows_of_witness):
        try:
            sources.append(read(store))
        except NotADirectoryError:
            continue
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            faults.append(error)
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
