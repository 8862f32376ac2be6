"""The way to an open store: made where there is none, examined, mended where it is damaged."""

from __future__ import annotations

import errno
import logging
import os
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.app.journal_entries import StorageFault
from companion.journal import place
from companion.journal.examine import DamagedStoreError, Findings, check_all, examined, has_row
from companion.journal.faults import fault
from companion.journal.files import OpenStore
from companion.journal.mend import build_first, mend
from companion.journal.salvage import salvaged
from companion.journal.schema import STEPS
from companion.journal.snapshot import LOG, database_bytes, opened
from companion.journal.witness import NAME, tail_in

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from companion.journal.row import Row
    from companion.journal.salvage import Replays
    from companion.journal.witness import Tail

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class House:
    """A state folder, and what judges the store in it: the rules, and the schema's steps."""

    state: Path
    replays: Replays
    steps: Sequence[tuple[str, ...]] = STEPS

    @property
    def store(self) -> Path:
        """The store's folder."""
        return self.state / place.STORE


def prepare(house: House) -> None:
    """See to it that there is a store: the old one, one whose mending was cut short, or a first.

    Raises OSError, sqlite3.Error.
    """
    place.make_folder(house.state)
    place.settle(house.state)
    if not os.path.lexists(house.store):
        build_first(house.state, house.steps)


def restore(house: House, own: Iterable[Row]) -> None:
    """Finish what was cut short; where there is no store any more, make one of what is known.

    Raises OSError, sqlite3.Error.
    """
    place.settle(house.state)
    if not os.path.lexists(house.store):
        rows = salvaged((), house.replays, own, steps=house.steps).rows
        log.warning(
            "the saves are gone from %s: %d known rows begin them anew", house.state, len(rows)
        )
        build_first(house.state, house.steps, rows)


def inspect(
    house: House,
    own: Iterable[Row] = (),
    *,
    fully: bool = False,
    told: tuple[int, str] | None = None,
) -> Findings:
    """Examine the store and mend it where that fails. `own` rows are known to be true.

    `told` is the number and the seal of a row without which it is another store.
    Raises OSError, sqlite3.Error, NewerStoreError, JournalError (DAMAGED: mending did not help).
    """
    try:
        return look(house, fully=fully, told=told)
    except DamagedStoreError as found:
        mend(house.state, found, house.replays, own, house.steps)
    try:
        return look(house, fully=fully)
    except DamagedStoreError as found:
        raise fault(StorageFault.DAMAGED, house.store, str(found)) from found


def look(house: House, *, fully: bool = False, told: tuple[int, str] | None = None) -> Findings:
    """Examine the store without touching it. Raises DamagedStoreError, NewerStoreError, OSError."""
    if not house.store.is_dir():
        raise DamagedStoreError(f"{house.store} is no folder", foreign=True)
    try:
        content, tail = database_bytes(house.store), _tail(house.store / NAME)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        raise DamagedStoreError(f"cannot be read: {error}", unreadable=error) from error
    findings = examined(content, house.steps, tail)
    if fully or told is not None:
        with closing(opened(content)) as db:
            _check(db, fully=fully, told=told)
    return findings


def _check(db: sqlite3.Connection, *, fully: bool, told: tuple[int, str] | None) -> None:
    if fully:
        check_all(db)
    if told is not None and told[0] and not has_row(db, *told):
        raise DamagedStoreError(f"row {told[0]}, which was kept, is not there")


def _tail(witness: Path) -> Tail | None:
    """Read the end of the witness; None where it cannot be used: the database is enough to go on.

    A card's own error is another matter: who cannot read one file now may have lost the other.
    """
    try:
        return tail_in(witness)
    except OSError as error:
        if error.errno == errno.EIO:
            raise
        return None  # that it takes no writes either is said where it is written


def look_at_newer(house: House) -> Findings:
    """Read of a newer version's store what this one understands: all, or nothing."""
    try:
        return examined(database_bytes(house.store), None)
    except DamagedStoreError:
        return Findings(0)


def open_store(house: House) -> OpenStore:
    """Open an inspected store. What a killed process left in the log is written back first.

    Raises OSError, sqlite3.Error.
    """
    log = house.store / LOG
    has_log = log.exists() and log.stat().st_size > 0
    files = OpenStore(house.store, house.steps)
    try:
        if has_log:
            files.write_back()
    except BaseException:
        files.close()
        raise
    return files
