"""Between the loop and the journal: what happens when storage is slow, or fails."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from companion.app import update as app
from companion.app.events import Opened, Saved
from companion.app.journal_entries import Choose, SavedState
from companion.app.saved_games import given_number, with_numbers
from companion.app.session import SaveFailure, Session, UpdateResult
from companion.app.states.text_screens import CannotSaveScreen
from companion.app.storage_fault import StorageFault
from companion.ports import JournalError
from companion.shell.logged_record import logged_record
from companion.shell.merge_unsaved_games import UnsavedGamesMerge
from companion.shell.slow_write import SlowWrite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.app.events import Event
    from companion.app.journal_entries import JournalEntry
    from companion.ports import Journal

    Update = Callable[[Session, Event], UpdateResult]

T = TypeVar("T")

log = logging.getLogger(__name__)


class Saving:
    """Reads the journal and appends to it, in a thread, so that slow storage stops no heartbeat.

    `start` makes the first session of what is stored, `update` the session after an event, `now`
    reads the clock, `while_slow` is called for as long as a write takes, and `draw_ahead` gets the
    session that is shown after a write while the storage is busy with it.
    """

    def __init__(
        self,
        journal: Journal,
        start: Callable[[SavedState], Session],
        update: Update,
        now: Callable[[], float],
        while_slow: Callable[[], None],
        draw_ahead: Callable[[Session], None],
    ) -> None:
        """Read nothing yet."""
        self._journal = journal
        self._start = start
        self._update = update
        self._now = now
        self._while_slow = while_slow
        self._draw_ahead = draw_ahead
        self._unmerged: Session | None = None  # a start without the saves, until they are read
        self._logged = ""
        self.slow_write = SlowWrite()

    def open(self) -> Session:
        """Read the journal: its session, or the screen that says why it cannot be read.

        Raises JournalError where another process holds the journal.
        """
        return self._open(self._journal.load, tries=0)

    def reopen(self, before: Session, after: Session) -> Session:
        """Read the journal once more; the panels and the pressed keys stay as they are."""
        tries = before.save_failure.tries if before.save_failure else 1
        opened = self._open(partial(self._run, self._journal.load), tries)
        return replace(
            opened,
            panels=after.panels,
            gestures=after.gestures,
            ok_after=max(after.ok_after, self._now()),
        )

    def save(self, before: Session, result: UpdateResult) -> UpdateResult:
        """Append the result's entries; where that fails, return the session that says why."""
        try:
            before, result = self._merged(before, result)
            if _chosen(result.entries):
                before, result = self._save_unsaved(before, result)
                result = self._with_chosen_game(result)
            current = self._append(
                (*before.unsaved, *result.entries), partial(self._draw_ahead, result.session)
            )
        except JournalError as error:
            log.error("cannot save: %s", error)  # noqa: TRY400 - its sentence says it all
            return UpdateResult(_failed(before, result, error))
        except Exception:
            log.exception("fault while saving; nothing was saved:\n%s", logged_record(before))
            return UpdateResult(app.fault(before, result.session.now))
        saved = replace(result.session, unsaved=(), save_failure=None)
        return self._update(saved, Saved(self._now(), current))

    def read(self, work: Callable[[], T]) -> T:
        """Read from the journal, in its thread."""
        return self._run(work)

    def close(self) -> None:
        """Let the thread end; a write that hangs is not waited for."""
        self.slow_write.close()

    def _open(self, load: Callable[[], SavedState], tries: int) -> Session:
        try:
            session = self._start(load())
        except JournalError as error:
            if error.cause is StorageFault.LOCKED and not tries:
                raise
            if str(error) != self._logged:  # OK tries again, and fails for the same reason
                log.error("cannot open the saves: %s", error)  # noqa: TRY400 - its sentence says it all
            self._logged = str(error)
            return self._without_saves(error.cause, tries)
        except Exception as error:  # noqa: BLE001 - what is stored may be of any shape and size
            log.error("cannot read the saves: %s: %s", type(error).__name__, error)  # noqa: TRY400 - ditto
            return self._without_saves(StorageFault.DAMAGED, tries)
        self._unmerged = None
        return session

    def _without_saves(self, cause: StorageFault, tries: int) -> Session:
        self._unmerged = wanted = self._start(SavedState({}))
        failure = SaveFailure(cause, tries + 1, wanted, ())
        return replace(wanted, stack=(CannotSaveScreen(),), save_failure=failure)

    def _merged(self, before: Session, result: UpdateResult) -> tuple[Session, UpdateResult]:
        """Read the saves that could not be opened so far, and merge what was played without them.

        Otherwise the settings of the start without them would replace theirs.
        """
        if self._unmerged is None:
            return before, result
        state = self._run(self._journal.load)
        merge = UnsavedGamesMerge(self._unmerged, self._start(state), state)
        self._unmerged = None
        entries, session = merge.entries(result.entries), merge.session(result.session)
        return merge.session(before), replace(result, session=session, entries=entries)

    def _save_unsaved(self, before: Session, result: UpdateResult) -> tuple[Session, UpdateResult]:
        """Append what is still unsaved: it belongs to the game that is left."""
        if not before.unsaved:
            return before, result
        current = self._append(before.unsaved)
        entries = tuple(
            Choose(given_number(before, entry.game, current))
            if isinstance(entry, Choose)
            else entry
            for entry in result.entries
        )
        session = with_numbers(result.session, current)
        before = replace(with_numbers(before, current), unsaved=())
        return before, replace(result, session=session, entries=entries)

    def _with_chosen_game(self, result: UpdateResult) -> UpdateResult:
        """Read the saved game that is chosen, before the choice is appended.

        Otherwise a game that cannot be opened would take the decisions of the one that is shown.
        """
        for choice in _chosen(result.entries):
            game = self._run(partial(self._journal.game, choice.game))
            opened = app.update(result.session, Opened(game, self._now()))
            return replace(opened, entries=(*result.entries, *opened.entries))
        return result

    def _append(
        self, entries: tuple[JournalEntry, ...], at_once: Callable[[], None] = lambda: None
    ) -> int | None:
        return self._run(partial(self._journal.append, *entries), at_once)

    def _run(self, work: Callable[[], T], at_once: Callable[[], None] = lambda: None) -> T:
        return self.slow_write.run(work, self._while_slow, at_once)


def _chosen(entries: Iterable[JournalEntry]) -> list[Choose]:
    return [entry for entry in entries if isinstance(entry, Choose)]


def _failed(before: Session, result: UpdateResult, error: JournalError) -> Session:
    """Return the session that says why, or that goes on without saving where it was said before.

    If stored decisions are missing, trying again reads the journal instead of appending to it.
    """
    failure = before.save_failure
    if before.unsaved and not _chosen(result.entries):
        return replace(result.session, unsaved=(*before.unsaved, *result.entries))
    if error.cause is StorageFault.DAMAGED:
        new = SaveFailure(error.cause, 1, result.session, ())
    elif failure:
        new = SaveFailure(error.cause, failure.tries + 1, failure.wanted, result.entries)
    else:
        new = SaveFailure(error.cause, 1, result.session, result.entries)
    stack = before.stack if failure else (*before.stack[:1], CannotSaveScreen())
    return replace(before, stack=stack, save_failure=new, now=result.session.now)
