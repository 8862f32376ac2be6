"""The journal: entries in, one commit each call, and everything that is stored out again."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from companion.app.journal_entries import RecoveryKind, RecoveryReport
from companion.app.storage_fault import StorageFault
from companion.config.regular_file import make_folder
from companion.journal import database, paths
from companion.journal.errors import explained, fault
from companion.journal.lock import Lock
from companion.journal.open_store import OpenStore
from companion.journal.read_store import read_store
from companion.journal.recovery import build_first, recover
from companion.journal.saved_state import by_game, saved_state, whole_game
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.app.journal_entries import JournalEntry, SavedGame, SavedState
    from companion.journal.head import Head
    from companion.journal.read_store import StoreContent

T = TypeVar("T")

# Causes with which the store can be read all the same.
_UNWRITABLE = (
    *(StorageFault.FULL, StorageFault.READ_ONLY, StorageFault.NO_PERMISSION),
    StorageFault.NEWER,
)


class SqliteJournal:
    """The journal in a state folder. Nothing is touched before `load` or the first `append`.

    Calls must not overlap, but may come from different threads.
    """

    def __init__(self, state: Path) -> None:
        """Name the state folder."""
        self._state = state
        self._store = state / paths.STORE
        self._lock: Lock | None = None
        self._files: OpenStore | None = None
        self._head: Head | None = None  # the last row that a call has confirmed

    def load(self) -> SavedState:
        """Open (or open again) and read what is stored. Raises JournalError; may be tried again.

        Where the storage can be read but not written, what it holds is returned all the same, and
        `append` raises the cause.
        """
        self.close()
        self._head = None
        try:
            _, content = self._open()
        except JournalError as error:
            if error.cause not in _UNWRITABLE:
                raise
            return self._read_only(error)
        return saved_state(content.rows, content.head)

    def game(self, number: int) -> SavedGame:
        """Read a saved game whole. Raises JournalError, KeyError for an unknown number."""
        for game in self.read_games((number,)):
            return game
        raise KeyError(number)

    def finished(self) -> dict[int, str]:
        """Return the finished games by number, each with a text that changes when the game does.

        Raises JournalError.
        """
        with explained(self._store):
            head = self._head or read_store(self._store).head
        return {number: game.finish for number, game in head.games.items() if game.finish}

    def read_games(self, numbers: Sequence[int]) -> tuple[SavedGame, ...]:
        """Read some saved games whole, unknown numbers left out. Raises JournalError."""
        return self._twice(partial(self._read_games, numbers))

    def append(self, *entries: JournalEntry) -> int | None:
        """Append all of them in one commit, or none; return the number of the current game.

        Raises JournalError, InvalidRowError. After the former the same entries may be handed over
        again, alone or followed by more, or others in their place: what had been stored after all
        is replaced by them.
        """
        return self._twice(partial(self._append, entries))

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

    def _opened(self) -> tuple[OpenStore, Head]:
        """Return the open files and the last confirmed row. Raises JournalError."""
        if self._files is not None and self._head is not None:
            return self._files, self._head
        files, content = self._open()
        return files, content.head

    def _open(self) -> tuple[OpenStore, StoreContent]:
        """Open the store for writing, recovered if it is damaged.

        Rows that no call has confirmed are left out. Raises JournalError, with cause DAMAGED if
        confirmed rows are missing; then only `load` recovers.
        """
        with explained(self._store):
            self._make_or_find()
            content = read_store(self._store)
            if content.schema > len(database.STEPS):
                raise fault(StorageFault.NEWER, self._store)
            if self._head is not None:
                content = self._confirmed(content, self._head)
            if content.fault:
                recover(self._state, content)
                content = read_store(self._store)
            self._files = OpenStore(self._store, content)
        self._head = content.head
        return self._files, content

    def _make_or_find(self) -> None:
        """Make the store if there is none; one that was open before must still be there."""
        if self._head is None:
            make_folder(self._state)
            self._lock = self._lock or Lock(self._state)
        paths.finish_renames(self._state)
        if os.path.lexists(self._store):
            return
        if self._head is not None:
            raise fault(StorageFault.GONE, self._store)
        build_first(self._state)

    def _confirmed(self, content: StoreContent, head: Head) -> StoreContent:
        confirmed = content.up_to(head.number)
        if confirmed.head.hash != head.hash:
            detail = f"{len(content.rows)} of {head.number} rows are there as they were stored"
            raise fault(StorageFault.DAMAGED, self._store, detail)
        return confirmed

    def _append(self, entries: Sequence[JournalEntry]) -> int | None:
        files, head = self._opened()
        head = head.copy()
        rows = [head.append(entry) for entry in entries]
        with explained(self._store):
            files.commit(rows)
            files.append_to_log(rows)
        self._head = head
        return head.current

    def _read_games(self, numbers: Sequence[int]) -> tuple[SavedGame, ...]:
        """Read games. Raises JournalError, with cause DAMAGED where a row is not as it was."""
        with explained(self._store):
            if self._head is None:
                content = read_store(self._store)
                head, rows = content.head, list(content.rows)
            else:
                files, head = self._opened()
                rows = database.valid_rows_of(files.db, numbers)
        streams = by_game(rows)
        known = [number for number in numbers if number in head.games]
        for number in known:
            if len(streams.get(number, ())) != head.games[number].rows:
                raise fault(StorageFault.DAMAGED, self._store, f"game {number} lacks rows")
        return tuple(whole_game(streams[number]) for number in known)

    def _read_only(self, error: JournalError) -> SavedState:
        """Read a store that cannot be written because of `error`; raise that if it is damaged."""
        is_newer = error.cause is StorageFault.NEWER
        try:
            content = read_store(self._store)
        except OSError:
            raise error from None
        if content.fault and not is_newer:
            raise error
        state = saved_state(content.rows, content.head)
        return replace(state, notice=RecoveryReport(RecoveryKind.NEWER)) if is_newer else state

    def _close_files(self) -> None:
        if self._files is not None:
            self._files.close()
            self._files = None
