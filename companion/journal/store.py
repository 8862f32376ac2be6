"""The journal: entries in, one commit each call, and everything that is stored out again."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from companion.app.journal_entries import (
    RecoveryKind,
    RecoveryReport,
    SavedState,
    StorageFault,
)
from companion.journal import paths
from companion.journal.errors import explained, fault
from companion.journal.lock import Lock
from companion.journal.open_store import OpenStore
from companion.journal.projection import by_game, saved_game, saved_state
from companion.journal.recovery import build_first, recover
from companion.journal.rows import NO_GAME
from companion.journal.schema import STEPS
from companion.journal.verify import join, read_store
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.app.journal_entries import JournalEntry, SavedGame
    from companion.journal.head import Head
    from companion.journal.rows import Row
    from companion.journal.schema import Steps
    from companion.journal.verify import StoreContent

T = TypeVar("T")

_UNWRITABLE = frozenset({StorageFault.FULL, StorageFault.READ_ONLY, StorageFault.NO_PERMISSION})


class SqliteJournal:
    """The journal in a state folder. Nothing is touched before `load` or the first `append`.

    Calls must not overlap, but may come from different threads.
    """

    def __init__(self, state: Path, *, steps: Steps = STEPS) -> None:
        """Name the state folder; `steps` is for tests that need another schema."""
        self._state = state
        self._store = state / paths.STORE
        self._steps = steps
        self._lock: Lock | None = None
        self._files: OpenStore | None = None
        self._head: Head | None = None  # the last row that a call has confirmed

    @property
    def has_backup(self) -> bool:
        """Return whether the backup log is being written, too."""
        return self._files is not None and self._files.has_backup

    def load(self) -> SavedState:
        """Open (or open again) and read what is stored. Raises JournalError; may be tried again.

        Where the storage can be read but not written, what it holds is returned all the same, and
        `append` raises the cause.
        """
        self.close()
        self._head = None
        try:
            return self._load()
        except JournalError as error:
            self._close_files()
            if error.cause not in _UNWRITABLE:
                raise
            return self._look(error)

    def game(self, number: int) -> SavedGame:
        """Read a saved game whole. Raises JournalError, KeyError for an unknown number."""
        stream = by_game(self._twice(self._rows)).get(number, [])
        if number == NO_GAME or not stream:
            raise KeyError(number)
        return saved_game(stream)

    def finished(self) -> dict[int, str]:
        """Return the finished games by number, each with a text that changes when the game does.

        Raises JournalError.
        """
        if self._head is None:
            with explained(self._store):
                return read_store(self._store).head.ends
        return dict(self._head.ends)

    def read_games(self, numbers: Sequence[int]) -> tuple[SavedGame, ...]:
        """Read some saved games whole, unknown numbers left out. Raises JournalError.

        Their rows were verified when the journal was opened; they are not verified again.
        """
        streams = by_game(self._twice(partial(self._rows_of, numbers)))
        return tuple(saved_game(streams[number]) for number in numbers if streams.get(number))

    def append(self, *entries: JournalEntry) -> int | None:
        """Append all of them in one commit, or none; return the number of the current game.

        Raises JournalError, InvalidRowError. After the former the same entries may be handed over
        again, alone or followed by more, or others in their place: what had been stored after all
        is replaced by them, in one commit.
        """
        self._twice(partial(self._append, entries))
        return self._head.current if self._head else None

    def close(self) -> None:
        """Write all back and release the lock. Never raises."""
        self._close_files()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _twice(self, work: Callable[[], T]) -> T:
        """Do it, and after a failure once more on files opened anew, which recovers damage."""
        try:
            return work()
        except JournalError:
            self._close_files()
        try:
            return work()
        except JournalError:
            self._close_files()
            raise

    def _load(self) -> SavedState:
        with explained(self._store):
            paths.make_folder(self._state)
            self._lock = self._lock or Lock(self._state)
            paths.finish_renames(self._state)
            if not os.path.lexists(self._store):
                build_first(self._state, self._steps)
            content = read_store(self._store)
            if content.database.schema > len(self._steps):
                return _as_newer(content)
            content = self._recovered(content)
            self._files = OpenStore(self._store, self._steps, content)
        self._head = content.head
        return saved_state(content.rows)

    def _look(self, error: JournalError) -> SavedState:
        """Read a store that cannot be written. Raises `error` if it is damaged."""
        try:
            content = read_store(self._store)
        except OSError:
            raise error from None
        if content.database.schema > len(self._steps):
            return _as_newer(content)
        if content.fault:
            raise error
        return saved_state(content.rows)

    def _append(self, entries: Sequence[JournalEntry]) -> None:
        if self._files is None:
            self._reopen(entries)
        files, head = self._files, self._head
        if files is None or head is None:
            raise fault(StorageFault.NEWER, self._store)
        head, rows = _after(head, entries)
        # Rows are the same whenever they are made of the same entries: those stored by a call
        # that failed are known by that, and not stored again.
        missing = [row for row in rows if row.number > files.last]
        with explained(self._store):
            if missing:
                files.commit(missing)
                files.append_to_log(missing)
        self._head = head

    def _reopen(self, entries: Sequence[JournalEntry] = ()) -> None:
        """Open the store after an error; keep its unconfirmed rows if they are of these entries.

        Raises JournalError, with cause DAMAGED if confirmed rows are missing; `load` recovers.
        """
        head = self._head
        if head is None:
            self._load()
            return
        with explained(self._store):
            content = self._present_content()
            if head.number and not _has_row(content, head):
                detail = f"{len(content.rows)} of {head.number} rows are there as they were stored"
                raise fault(StorageFault.DAMAGED, self._store, detail)
            if content.fault:
                content = self._recovered(content.cut(head.number))
                self._head = content.head
            else:
                _, rows = _after(head, entries)
                if content.rows[head.number :] != tuple(rows):
                    content = content.cut(head.number)
            self._files = OpenStore(self._store, self._steps, content)

    def _present_content(self) -> StoreContent:
        """Read the store that was open before. Raises OSError, JournalError if it is gone."""
        if not self._state.is_dir():
            raise fault(StorageFault.GONE, self._state)
        paths.finish_renames(self._state)
        if not os.path.lexists(self._store):
            raise fault(StorageFault.GONE, self._store)
        return read_store(self._store)

    def _recovered(self, content: StoreContent) -> StoreContent:
        if not content.fault:
            return content
        recover(self._state, content, self._steps)
        return read_store(self._store)

    def _rows(self) -> Sequence[Row]:
        """Read the confirmed rows. Raises JournalError, after damage with cause DAMAGED."""
        if self._head is None:
            with explained(self._store):
                return read_store(self._store).rows
        if self._files is None:
            self._reopen()
        with explained(self._store):
            rows, head = join(self._files.rows() if self._files else ())
        if (head.number, head.hash) != (self._head.number, self._head.hash):
            raise fault(StorageFault.DAMAGED, self._store, f"row {head.number + 1} is wrong")
        return rows

    def _rows_of(self, games: Sequence[int]) -> Sequence[Row]:
        if self._files is None:
            return [row for row in self._rows() if row.game in games]
        with explained(self._store):
            return self._files.rows_of(games)

    def _close_files(self) -> None:
        if self._files is not None:
            self._files.close()
            self._files = None


def _after(head: Head, entries: Sequence[JournalEntry]) -> tuple[Head, list[Row]]:
    """Return the rows of entries, and the head after them. Raises InvalidRowError."""
    head = head.copy()
    return head, [head.append(entry) for entry in entries]


def _has_row(content: StoreContent, head: Head) -> bool:
    return [row.hash for row in content.rows[head.number - 1 : head.number]] == [head.hash]


def _as_newer(content: StoreContent) -> SavedState:
    return replace(saved_state(content.rows), notice=RecoveryReport(RecoveryKind.NEWER))
