"""The loop: take an event, update, save, replace the session, show it."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app import update as app
from companion.app.events import Advised, Tick
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.app.session import UpdateResult
from companion.app.states.text_screens import SavingScreen
from companion.app.thought_requests import thought_request
from companion.ports import SILENCE
from companion.shell.logged_record import logged_record
from companion.shell.saved_game_reader import SavedGameReader
from companion.shell.saving import Saving

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.app.events import Event
    from companion.app.journal_entries import SavedState
    from companion.app.session import ReadRequest, Session
    from companion.app.thought_requests import AdviceAnswer
    from companion.app.view import View
    from companion.ports import Display, Inbox, Journal, Picture, Speaker, Thinker

log = logging.getLogger(__name__)


class Loop:
    """One running companion: its session and everything that it is connected to."""

    def __init__(
        self,
        start: Callable[[SavedState], Session],
        inbox: Inbox,
        journal: Journal,
        displays: Sequence[Display] = (),
        make_thinker: Callable[[], Thinker] | None = None,
        reader: SavedGameReader | None = None,
    ) -> None:
        """Connect the parts and read the journal.

        `start` makes the first session of what is stored, `make_thinker` the companion, once there
        is something to think about. Raises JournalError where another process holds the journal.
        """
        self.displays = list(displays)
        self.signals = SILENCE
        self.speakers: list[Speaker] = []
        self._drawn: dict[str, tuple[View, Picture]] = {}
        self._inbox = inbox
        self._make_thinker = make_thinker
        self._thinker: Thinker | None = None
        self._reader = reader or SavedGameReader(journal)
        self._beat: Callable[[], object] = lambda: None
        self._beat_s: float | None = None
        self.saving = Saving(
            journal, start, self._update, inbox.now, self._show_saving, self._draw_ahead
        )
        self.session = self.saving.open()

    def beat(self, often: Callable[[], object], beat_s: float | None) -> None:
        """Call `often` after each event, at least every `beat_s` seconds (the watchdog)."""
        self._beat, self._beat_s = often, beat_s

    def run(self) -> Session:
        """Play until the session ends; return it."""
        self.show()
        while self.session.ending is None:
            self.turn(self._inbox.take(self.deadline()))
            self._beat()
        self.saving.close()
        return self.session

    def deadline(self) -> float | None:
        """Return until when to wait: the next change by time alone, or the next heartbeat.

        While there is something to think about, nothing is waited for.
        """
        times = [app.due(self.session)]
        if self._beat_s is not None:
            times.append(self._inbox.now() + self._beat_s)
        if self._is_thinking():
            times.append(self._inbox.now())
        return min((time for time in times if time is not None), default=None)

    def turn(self, event: Event) -> None:
        """Take in one event, then take the thought that the session waits for a step further."""
        if not self._changes_nothing(event):
            self._take_in(event)
        if self._is_thinking():
            self._think()

    def _changes_nothing(self, event: Event) -> bool:
        """Return whether an event only gives time to think."""
        due = app.due(self.session)
        return isinstance(event, Tick) and self._is_thinking() and (due is None or event.at < due)

    def _is_thinking(self) -> bool:
        return self._make_thinker is not None and thought_request(self.session) is not None

    def _think(self) -> None:
        try:
            answer = self._step_of_thought()
        except Exception:
            log.exception("fault in a thought; the game is kept:\n%s", logged_record(self.session))
            self.session = app.fault(self.session, self._inbox.now())
            self.show()
        else:
            if answer is not None:
                self._take_in(Advised(answer, self._inbox.now()))

    def _step_of_thought(self) -> AdviceAnswer | None:
        request = thought_request(self.session)
        if request is None or self._make_thinker is None:
            return None
        if self._thinker is None:
            self._thinker = self._make_thinker()
        return self._thinker.step(request)

    def _take_in(self, event: Event) -> None:
        """Update the session: what an event decides is saved before it counts and is shown."""
        result = self._update(self.session, event)
        if result.entries:
            result = self.saving.save(self.session, result)
        if result.reload:
            result = replace(result, session=self.saving.reopen(self.session, result.session))
        self.session = result.session
        if result.reads is not None:
            self._read(result.reads)
        self.show()

    def _read(self, request: ReadRequest) -> None:
        """Read saved games; the answer comes as an event, after those already queued."""
        read = partial(self._reader.read, request, self.session.resources, self._inbox.now())
        try:
            self._inbox.put(self.saving.read(read))
        except Exception:
            log.exception(
                "fault in a saved game; this one is kept:\n%s", logged_record(self.session)
            )
            self.session = app.fault(self.session, self._inbox.now())

    def show(self) -> None:
        """Hand every panel its picture."""
        for display in self.displays:
            display.show(self._picture(display.panel))
        if self.session.sound:
            self._sound(self.session.sound, is_on=self.session.settings.sound)
        self.signals.turn(_turn_colour(self.session))

    def _sound(self, sound: str, *, is_on: bool) -> None:
        if is_on:
            self.signals.sound(sound)
        for speaker in self.speakers:
            speaker.play(sound, is_on=is_on)

    def _picture(self, panel: str) -> Picture:
        try:
            return self._draw(self.session, panel)
        except Exception:
            screen, record = self.session.screen, logged_record(self.session)
            log.exception("fault in the picture of %s; the game is kept:\n%s", screen, record)
            self.session = app.fault(self.session, self.session.now)
            return self._draw(self.session, panel)

    def _draw_ahead(self, session: Session) -> None:
        """Draw the pictures of a session that is being saved, for `show`.

        What fails here fails again when it is shown, and is handled there.
        """
        with suppress(Exception):
            for display in self.displays:
                self._draw(session, display.panel)

    def _draw(self, session: Session, panel: str) -> Picture:
        """Draw what a panel shows of a session, unless that was drawn last."""
        shown = view(session, panel)
        last = self._drawn.get(panel)
        if last is None or last[0] != shown:
            last = self._drawn[panel] = shown, render(shown)
        return last[1]

    def _update(self, session: Session, event: Event) -> UpdateResult:
        try:
            return app.update(session, event)
        except Exception:
            log.exception("fault at %s; the game is kept:\n%s", event, logged_record(session))
            return UpdateResult(app.fault(session, event.at))

    def _show_saving(self) -> None:
        """Show that the storage is slow, and feed the watchdog."""
        saving = replace(self.session, stack=(*self.session.stack, SavingScreen()))
        for display in self.displays:
            display.show(self._draw(saving, display.panel))
        self._beat()


def _turn_colour(session: Session) -> str | None:
    """Name the colour whose turn it is; None outside a game."""
    game = session.game
    if game is None or game.state.turn is None:
        return None
    return game.setup.colours[game.state.turn]
