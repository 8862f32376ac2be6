"""The journal: decisions in, one commit each, and everything that is known out again."""

from __future__ import annotations

import logging
import sqlite3
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.app.journal_entries import JournalEntry, SavedGame, SavedState, StorageFault
from companion.journal import opening, place, story
from companion.journal.absence import Absence
from companion.journal.examine import (
    DamagedStoreError,
    Findings,
    NewerStoreError,
    check_none_missing,
    memory_of,
    rows_of_game,
)
from companion.journal.faults import explained, fault
from companion.journal.lock import Lock
from companion.journal.point import Point, point_of, rows_from, tells_the_same
from companion.journal.replay import accepted
from companion.journal.row import HOUSE, Row
from companion.journal.schema import STEPS
from companion.journal.snapshot import database_bytes, opened
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from companion.journal.files import OpenStore
    from companion.journal.salvage import Replays

log = logging.getLogger(__name__)

_UNWRITABLE = frozenset({StorageFault.FULL, StorageFault.READ_ONLY, StorageFault.NO_PERMISSION})


class SqliteJournal:
    """The journal in a state folder. Nothing is touched before `load` or the first `keep`.

    Calls must not overlap, but may come from different threads.
    """

    def __init__(
        self,
        state: Path,
        *,
        replays: Replays = accepted,
        steps: Sequence[tuple[str, ...]] = STEPS,
    ) -> None:
        """Name the state folder; `replays` and `steps` are for tests that need other ones."""
        self._house = opening.House(state, replays, steps)
        self._lock: Lock | None = None
        self._files: OpenStore | None = None
        self._point: Point | None = None  # what this process knows to be kept
        self._card = Point()  # where the card stood when it was last opened
        self._flight: tuple[JournalEntry, ...] = ()  # what a failed commit tried to keep ...
        self._flight_rows: tuple[Row, ...] = ()  # ... and as which rows
        # The latest rows that this process read or wrote itself: a third witness.
        self._own: deque[Row] = deque(maxlen=1000)
        self._is_suspect = False
        self._absence = Absence(state)
        self._is_beyond = False  # the store was put aside for another that did not help

    @property
    def current(self) -> int | None:
        """The number of the current game."""
        return self._point.current if self._point else None

    @property
    def is_witnessed(self) -> bool:
        """Tell whether the second witness keeps up; the database alone is enough to go on."""
        return self._files is not None and self._files.is_witnessed

    def load(self) -> SavedState:
        """Open (or open again) and read what is known. Raises JournalError; may be tried again.

        Where the card can be read but takes no writes, what it holds is told all the same, and
        `keep` raises the cause.
        """
        self._close_files()
        self._point, self._flight, self._flight_rows = None, (), ()
        try:
            return self._loaded()
        except JournalError as error:
            self._close_files()
            if error.cause not in _UNWRITABLE:
                raise
            return self._read_only(error)
        except Exception:
            self._close_files()
            raise

    def game(self, number: int) -> SavedGame:
        """Read a saved game whole. Raises JournalError, KeyError for an unknown number.

        After the cause DAMAGED the next call of whatever kind mends the store first.
        """
        if self._is_suspect:
            self._reopen()
        rows = self._stored(number) if number != HOUSE else ()
        if not rows:
            raise KeyError(number)
        return story.saved_game(rows)

    def keep(self, *decisions: JournalEntry) -> None:
        """Keep all of them in one commit, or none. Raises JournalError, BadDecisionError.

        After an error the same decisions may be handed over again, alone or followed by more:
        those that had reached the card after all are not appended twice. Other decisions in their
        place take back what nobody was told of.
        """
        left = decisions
        if self._files is None and self._reopen():
            known = len(self._flight)
            if decisions[:known] == self._flight:
                left = decisions[known:]
                self._land()
        if left:
            self._write(left)

    def close(self) -> None:
        """Write all back and give the store free. Never raises."""
        self._close_files()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _loaded(self) -> SavedState:
        with explained(self._house.store):
            place.make_folder(self._house.state)
            self._take_lock()
            opening.prepare(self._house)
            try:
                findings = self._inspected()
            except NewerStoreError:
                return memory_of(opening.look_at_newer(self._house), newer=True)
            self._files = opening.open_store(self._house)
            self._absence.end()
        self._tell_witness()
        self._point = self._card
        self._know(findings)
        self._is_beyond = False
        return memory_of(findings)

    def _read_only(self, error: JournalError) -> SavedState:
        try:
            return memory_of(opening.look(self._house))
        except (DamagedStoreError, NewerStoreError, OSError):
            raise error from None

    def _reopen(self) -> bool:
        """Open anew after an error; True where the decisions of the failed `keep` are there.

        Raises JournalError while it still fails.
        """
        self._close_files()
        if self._point is None:
            self._loaded()
            return False
        try:
            with self._watched():
                return self._found_again(self._point)
        except JournalError:
            self._close_files()
            raise

    def _found_again(self, point: Point) -> bool:
        """Open what should be there, and look for the rows of the failed commit in it.

        Where another store is there it is put aside, and one with what is known takes its place.
        """
        self._absence.bear()
        self._take_lock()
        opening.restore(self._house, self._own)
        findings = self._inspected(point)
        self._files = files = opening.open_store(self._house)
        files.write_back()
        self._absence.end()
        if point.seq and not files.has(point.seq, point.seal):
            self._start_over(findings)
            return False
        flight = self._flight_rows
        if flight and files.has(flight[-1].seq, flight[-1].seal):
            return True
        self._land()
        return False

    def _start_over(self, findings: Findings) -> None:
        """Go on from a store whose rows are counted anew, if it tells the game as it was."""
        if not tells_the_same(findings.stream, self._own, self.current):
            self._is_beyond = True
            raise fault(
                StorageFault.DAMAGED, self._house.store, "the game is not there as it was kept"
            )
        self._point, self._flight, self._flight_rows = self._card, (), ()
        self._know(findings)
        self._tell_witness()

    def _know(self, findings: Findings) -> None:
        self._own.clear()
        self._own.extend((*findings.house, *findings.stream))

    def _inspected(self, point: Point | None = None) -> Findings:
        told = None if point is None or self._is_beyond else (point.seq, point.seal)
        findings = opening.inspect(self._house, self._own, fully=self._is_suspect, told=told)
        self._is_suspect = False
        self._card = point_of(findings)
        return findings

    def _write(self, decisions: tuple[JournalEntry, ...]) -> None:
        files, point = self._files, self._point
        if files is None or point is None:
            cause = StorageFault.DAMAGED if self._is_suspect else StorageFault.NEWER
            raise fault(cause, self._house.store)
        rows, after = rows_from(point, decisions, self._stored)
        self._flight, self._flight_rows = decisions, rows
        try:
            with explained(self._house.store):
                files.commit(rows)
        except JournalError as error:
            self._is_suspect = error.cause is StorageFault.DAMAGED
            if not self._is_there():
                raise
            self._land()
            return
        self._advance(after, rows)
        self._tell_witness(rows)

    def _is_there(self) -> bool:
        """Read back after an error: only what is found on the card counts as kept."""
        try:
            return self._reopen()
        except JournalError:
            return False

    def _land(self) -> None:
        """Take over all rows that the card has beyond the known point."""
        files, point = self._files, self._point
        if files is None or point is None:
            return
        with self._watched():
            rows = files.rows_after(point.seq)
        self._advance(self._card, rows)
        self._tell_witness()

    def _tell_witness(self, rows: Sequence[Row] = ()) -> None:
        """Tell the witness; what is then found to have rotted is mended with the next call.

        It never fails: what was committed would be handed over again, and kept twice.
        """
        try:
            if self._files is not None:
                self._files.witness(rows)
        except sqlite3.Error as error:
            log.error("the database does not tell what it holds: %s", error)  # noqa: TRY400 - its sentence says it all
            self._suspect()

    def _advance(self, point: Point, rows: Sequence[Row]) -> None:
        self._point = point
        self._own.extend(rows)
        self._flight, self._flight_rows = (), ()

    def _stored(self, game: int) -> tuple[Row, ...]:
        """Read a game's rows, without those of a failed commit that had arrived after all.

        Nobody was told of them, and the next decision may take their place. () for no game.
        """
        point = self._point
        with self._watched(), self._reading() as db:
            check_none_missing(db, *((point.seq, point.seal) if point else ()))
            is_there = db.execute(
                "SELECT 1 FROM entries WHERE game = ? LIMIT 1", (game,)
            ).fetchone()
            rows = rows_of_game(db, game) if is_there else ()
        if point is None:
            return rows
        rows = tuple(row for row in rows if row.seq <= point.seq)
        self._remember(game, rows)
        return rows

    def _remember(self, game: int, rows: Sequence[Row]) -> None:
        """Know a game that was opened as well as the one before; others make room where need be."""
        others = [row for row in self._own if row.game not in {HOUSE, game}]
        house = [row for row in self._own if row.game == HOUSE]
        self._own.clear()
        self._own.extend((*others, *house, *rows))

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Explain what fails at the open store; it is then closed, and damage mended by the next.

        Whatever reads of it or writes to it does so in here: a connection that once met a bad page
        would meet it for ever.
        """
        try:
            with explained(self._house.store):
                yield
        except DamagedStoreError as error:
            self._suspect()
            raise fault(StorageFault.DAMAGED, self._house.store, str(error)) from error
        except JournalError as error:
            if error.cause is StorageFault.DAMAGED or isinstance(error.__cause__, sqlite3.Error):
                self._suspect()
            raise

    def _suspect(self) -> None:
        self._is_suspect = True
        self._close_files()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        if self._files is not None:
            yield self._files.db
            return
        db = opened(database_bytes(self._house.store))
        try:
            yield db
        finally:
            db.close()

    def _take_lock(self) -> None:
        if self._lock is not None and not self._lock.is_in_place():
            self._lock.release()
            self._lock = None
        if self._lock is None:
            self._lock = Lock(self._house.state)

    def _close_files(self) -> None:
        if self._files is not None:
            self._files.close()
            self._files = None
