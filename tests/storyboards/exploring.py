"""Find the changes from screen to screen by pressing every button everywhere, and at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from companion.app.events import MAIN, BookRead, Button, GameRead, Opened, Tap
from companion.app.journal_entries import Choose, SavedGame
from companion.app.saved_games import library_of, load_game
from companion.app.session import ReadBook, Resources
from companion.app.states.ids import ScreenId
from companion.app.update import update
from companion.dev.gallery.book_screens import results
from companion.dev.gallery.fixtures import EDITIONS, FAMILY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.app.session import ReadRequest, Session
    from companion.dev.gallery.state import GalleryState

REST_S = 0.6
SOME = 3  # games of the family book

# Screens that only the shell opens, after a failure or for a phone.
OPENED_BY_THE_SHELL = frozenset(
    {
        *(ScreenId.CANNOT_SAVE, ScreenId.SAVING, ScreenId.DAMAGED, ScreenId.FAULT),
        *(ScreenId.PAIRING, ScreenId.NO_COMPANION),
    }
)

Edge = tuple[ScreenId, ScreenId]


@dataclass
class Explorer:
    """Presses buttons and notes the edges; `saved` is the game that any Choose opens."""

    saved: SavedGame
    edges: dict[Edge, str] = field(default_factory=dict)

    def press(self, session: Session, button: Button, where: str) -> Session:
        """Press once, and note the change of screen."""
        before = session.screen.id
        step = update(session, Tap(MAIN, button, session.now + REST_S))
        after = step.session
        if any(isinstance(keep, Choose) for keep in step.entries):
            after = update(after, Opened(self.saved, after.now)).session
        if step.reads is not None:
            after = update(after, self._answer(step.reads, after.now)).session
        edge = before, after.screen.id
        if edge[0] is not edge[1] and not OPENED_BY_THE_SHELL & set(edge):
            self.edges.setdefault(edge, f"{button} in {where}")
        return after

    def _answer(self, request: ReadRequest, at: float) -> BookRead | GameRead:
        """Answer as the shell does: with a book of some games, with the saved game."""
        if isinstance(request, ReadBook):
            return BookRead(results(FAMILY, SOME), 0, at)
        return GameRead(load_game(self.saved, library_of(Resources(EDITIONS))), at)

    def everywhere(self, states: Iterable[GalleryState], steps: int, seed: int = 1) -> None:
        """Press each button in each state, then buttons at random."""
        random = Random(seed)
        for state in states:
            for button in Button:
                self.press(state.session, button, state.name)
            session = state.session
            for _ in range(steps):
                session = self.press(session, random.choice(list(Button)), state.name)
