"""The loop: take an event, update, save, replace the session, show it."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app import update as app
from companion.app.presenter import view
from companion.app.render import render
from companion.app.session import UpdateResult
from companion.app.states.texts import SavingScreen
from companion.ports import SILENCE
from companion.shell.fault_log import record_text
from companion.shell.saving import Saving

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.app.events import Event
    from companion.app.journal_entries import SavedState
    from companion.app.session import Session
    from companion.ports import Display, Inbox, Journal, Picture

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

        `start` makes the first session of what is stored. Raises JournalError where another process
        holds the journal.
        """
        self.displays = list(displays)
        self.signals = SILENCE
        self._inbox = inbox
        self._beat: Callable[[], object] = lambda: None
        self._beat_s: float | None = None
        self.saving = Saving(journal, start, self._update, inbox.now, self._show_saving)
        self.session = self.saving.open()

    def beat(self, often: Callable[[], object], beat_s: float | None) -> None:
        """Call something once a turn, and at least every so many seconds (the watchdog)."""
        self._beat, self._beat_s = often, beat_s

    def run(self) -> Session:
        """Play until the session ends; return it."""
        self.show()
        while self.session.ending is None:
            self.turn(self._inbox.take(self._deadline()))
            self._beat()
        self.saving.close()
        return self.session

    def _deadline(self) -> float | None:
        """Return until when to wait: the next change by time alone, or the next heartbeat."""
        times = [app.due(self.session)]
        if self._beat_s is not None:
            times.append(self._inbox.now() + self._beat_s)
        return min((time for time in times if time is not None), default=None)

    def turn(self, event: Event) -> None:
        """Take in one event: what it decides is saved before it counts and is shown."""
        result = self._update(self.session, event)
        if result.entries:
            result = self.saving.save(self.session, result)
        if result.reload:
            result = replace(result, session=self.saving.reopen(self.session, result.session))
        self.session = result.session
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
            screen, record = self.session.screen, record_text(self.session)
            log.exception("fault in the picture of %s; the game is kept:\n%s", screen, record)
            self.session = app.fault(self.session, self.session.now)
            return render(view(self.session, panel))

    def _update(self, session: Session, event: Event) -> UpdateResult:
        try:
            return app.update(session, event)
        except Exception:
            log.exception("fault at %s; the game is kept:\n%s", event, record_text(session))
            return UpdateResult(app.fault(session, event.at))

    def _show_saving(self) -> None:
        """Show that the storage is slow; the watchdog learns that the loop lives."""
        saving = replace(self.session, stack=(*self.session.stack, SavingScreen()))
        for display in self.displays:
            display.show(render(view(saving, display.panel)))
        self._beat()


def _turn_colour(session: Session) -> str | None:
    """Name the colour whose turn it is; None outside a game."""
    game = session.game
    if game is None or game.state.turn is None:
        return None
    return game.setup.colours[game.state.turn]
