"""The loop: take an event, update, keep, then make it true, then show it."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from companion.app import update as app
from companion.app.events import Opened, Saved
from companion.app.journal_entries import Choose, SavedState, StorageFault
from companion.app.presenter import view
from companion.app.render import render
from companion.app.session import SaveFailure, Session, UpdateResult
from companion.app.states.texts import CannotSaveScreen, SavingScreen
from companion.ports import SILENCE, JournalError
from companion.rules import Seeded, apply, entry_of, record_of
from companion.shell.merge import Merge
from companion.shell.slow_write import SlowWrite

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.app.events import Event
    from companion.app.journal_entries import JournalEntry
    from companion.ports import Display, Inbox, Journal, Picture

T = TypeVar("T")

log = logging.getLogger(__name__)


class Loop:
    """One running companion: its session and everything that it is connected to."""

    def __init__(
        self,
        start: Callable[[SavedState], Session],
        inbox: Inbox,
        journal: Journal,
        displays: Sequence[Display] = (),
    ) -> None:
        """Connect the parts and read the journal.

        `start` makes the first session of what is kept. Raises JournalError where another process
        holds the journal.
        """
        self.displays = list(displays)
        self.signals = SILENCE
        self._inbox = inbox
        self._journal = journal
        self._beat: Callable[[], object] = lambda: None
        self._beat_s: float | None = None
        self._start = start
        self._patience = SlowWrite()
        self._blank: Session | None = None  # a start without the saves, until they are read
        self.session = self._open(journal.load, tries=0)

    def beat(self, often: Callable[[], object], beat_s: float | None) -> None:
        """Call something once a turn, and at least every so many seconds (the watchdog)."""
        self._beat, self._beat_s = often, beat_s

    def run(self) -> Session:
        """Play until the session ends; return it."""
        self.show()
        while self.session.ending is None:
            self.turn(self._inbox.take(self._deadline()))
            self._beat()
        self._patience.close()
        return self.session

    def _deadline(self) -> float | None:
        """Tell until when to wait: the next change by time alone, or the next heartbeat."""
        times = [app.due(self.session)]
        if self._beat_s is not None:
            times.append(self._inbox.now() + self._beat_s)
        return min((time for time in times if time is not None), default=None)

    def turn(self, event: Event) -> None:
        """Take one event through the house."""
        step = self._update(self.session, event)
        if step.entries:
            step = self._keep(step)
        self.session = self._reopen(step.session) if step.reload else step.session
        self.show()

    def show(self) -> None:
        """Hand every panel its picture."""
        for display in self.displays:
            display.show(self._picture(display.panel))
        if self.session.sound:
            self.signals.sound(self.session.sound)
        self.signals.turn(_turn_colour(self.session))

    def _picture(self, panel: str) -> Picture:
        try:
            return render(view(self.session, panel))
        except Exception:
            screen, record = self.session.screen, _record(self.session)
            log.exception("fault in the picture of %s; the game is kept:\n%s", screen, record)
            self.session = app.fault(self.session, self.session.now)
            return render(view(self.session, panel))

    def _open(self, load: Callable[[], SavedState], tries: int) -> Session:
        """Read the journal: its session, or the screen that says why it cannot be read."""
        try:
            session = self._start(load())
        except JournalError as error:
            if error.cause is StorageFault.LOCKED and not tries:
                raise
            log.error("cannot open the saves: %s", error)  # noqa: TRY400 - its sentence says it all
            return self._unopened(error.cause, tries)
        except Exception as error:  # noqa: BLE001 - what is kept may be of any shape and size
            log.error("cannot read the saves: %s: %s", type(error).__name__, error)  # noqa: TRY400 - ditto
            return self._unopened(StorageFault.DAMAGED, tries)
        self._blank = None
        return session

    def _unopened(self, cause: StorageFault, tries: int) -> Session:
        self._blank = wanted = self._start(SavedState({}))
        trouble = SaveFailure(cause, tries + 1, wanted, ())
        return replace(wanted, stack=(CannotSaveScreen(),), save_failure=trouble)

    def _reopen(self, present: Session) -> Session:
        """Read the journal once more; the panels and the fingers are as they are."""
        tries = self.session.save_failure.tries if self.session.save_failure else 1
        opened = self._open(partial(self._patiently, self._journal.load), tries)
        return replace(
            opened,
            panels=present.panels,
            gestures=present.gestures,
            ok_after=max(present.ok_after, self._inbox.now()),
        )

    def _update(self, session: Session, event: Event) -> UpdateResult:
        try:
            return app.update(session, event)
        except Exception:
            log.exception("fault at %s; the game is kept:\n%s", event, _record(session))
            return UpdateResult(app.fault(session, event.at))

    def _keep(self, step: UpdateResult) -> UpdateResult:
        """Keep a step's decisions, or say why that is not possible and change nothing."""
        try:
            step = self._joined(step)
            whole = self._with_chosen(step)
            self._write(*whole.entries)
        except JournalError as error:
            log.error("cannot keep: %s", error)  # noqa: TRY400 - its sentence says it all
            return UpdateResult(self._trouble(step, error))
        except Exception:
            log.exception("fault while keeping; nothing was:\n%s", _record(self.session))
            return UpdateResult(app.fault(self.session, step.session.now))
        kept = replace(whole.session, unsaved=(), save_failure=None)
        return self._update(kept, Saved(self._inbox.now()))

    def _joined(self, step: UpdateResult) -> UpdateResult:
        """Read the saves that could not be opened so far; what was played without joins them.

        Else its games would have the numbers of others, and its settings would replace the kept.
        """
        if self._blank is None:
            return step
        memory = self._patiently(self._journal.load)
        joining = Merge(self._blank, self._start(memory), memory)
        self.session = joining.session(self.session)
        self._blank = None
        return replace(
            step, session=joining.session(step.session), entries=joining.entries(step.entries)
        )

    def _with_chosen(self, step: UpdateResult) -> UpdateResult:
        """Open the saved game that a step chooses, before the choice is kept.

        Else a game that cannot be opened would take the decisions of the one that is seen.
        """
        for keep in step.entries:
            if isinstance(keep, Choose):
                self._write()  # what is unsaved belongs to the game that is left
                game = self._patiently(partial(self._journal.game, keep.game))
                opened = app.update(step.session, Opened(game, self._inbox.now()))
                return replace(opened, entries=(*step.entries, *opened.entries))
        return step

    def _write(self, *keeps: JournalEntry) -> None:
        """Keep what is still unsaved, and this."""
        decisions = (*self.session.unsaved, *keeps)
        if decisions:
            self._patiently(partial(self._journal.keep, *decisions))
            self.session = replace(self.session, unsaved=())

    def _patiently(self, work: Callable[[], T]) -> T:
        """Have the journal do something, however slow the card is."""
        return self._patience.run(work, self._say_saving)

    def _say_saving(self) -> None:
        """Say that the card is slow; the watchdog knows that the loop lives."""
        saving = replace(self.session, stack=(*self.session.stack, SavingScreen()))
        for display in self.displays:
            display.show(render(view(saving, display.panel)))
        self._beat()

    def _trouble(self, step: UpdateResult, error: JournalError) -> Session:
        before = self.session
        if before.unsaved and not any(isinstance(keep, Choose) for keep in step.entries):
            return replace(step.session, unsaved=(*before.unsaved, *step.entries))
        tries = before.save_failure.tries + 1 if before.save_failure else 1
        wanted = before.save_failure.wanted if before.save_failure else step.session
        trouble = SaveFailure(error.cause, tries, wanted, step.entries)
        stack = before.stack if before.save_failure else (*before.stack[:1], CannotSaveScreen())
        return replace(before, stack=stack, save_failure=trouble, now=step.session.now)


def _turn_colour(session: Session) -> str | None:
    """Name the colour whose turn it is; None outside a game."""
    game = session.game
    if game is None or game.state.turn is None:
        return None
    return game.setup.colours[game.state.turn]


def _record(session: Session) -> str:
    """Write the record that leads to a session, for the log: a bug report contains it."""
    if session.game is None:
        return "(no game)"
    entries, state = [], session.game.opening
    chance = Seeded(session.game.seed)  # the same cards and rolls as when it was played
    for ply in session.game.past:
        entries.append(entry_of(ply.action, apply(state, ply.action, chance)))
        state = ply.state
    return record_of(session.game.setup, entries).decode()
