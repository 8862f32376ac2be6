"""An inbox, a journal and a display in memory, to run the loop in a test."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.app.events import MAIN, Event, Tick
from companion.app.journal_entries import (
    Choose,
    Decision,
    Finish,
    JournalEntry,
    NewGame,
    Redo,
    SavedGame,
    SavedState,
    SetValue,
    Undo,
)
from companion.app.storage_fault import StorageFault
from companion.ports import JournalError, Picture
from tests.memory_inbox import MemoryInbox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random


class TickingInbox(MemoryInbox):
    """An inbox from which only time comes: what the loop itself puts is handed over by the test."""

    def take(self, until: float | None) -> Event:
        return Tick(until or self.time)


@dataclass
class StoredGame:
    """One game as the journal holds it."""

    setup: NewGame
    past: list[str] = field(default_factory=list)
    future: list[str] = field(default_factory=list)
    finished: bool = False


@dataclass
class MemoryJournal:
    """A journal in memory that appends all entries or none, and fails at the rate `refusals`."""

    random: Random
    refusals: float = 0.0
    settings: dict[str, str] = field(default_factory=dict)
    games: dict[int, StoredGame] = field(default_factory=dict)
    current: int | None = None
    commits: int = 0
    stall: Callable[[], object] = lambda: None

    def load(self) -> SavedState:
        games = tuple(self.game(number) for number in sorted(self.games, reverse=True))
        return SavedState(dict(self.settings), games, self.current)

    def append(self, *decisions: JournalEntry) -> int | None:
        self._may_refuse()
        self.stall()
        self.commits += 1
        for decision in decisions:
            self._append(decision)
        return self.current

    def game(self, number: int) -> SavedGame:
        self._may_refuse()
        kept = self.games[number]
        return SavedGame(
            number,
            kept.setup.record,
            kept.setup.seed,
            len(kept.past),
            kept.finished,
            True,
            tuple(kept.past),
            tuple(kept.future),
        )

    def finished(self) -> dict[int, str]:
        self._may_refuse()
        return {
            number: f"{number} {game.past}" for number, game in self.games.items() if game.finished
        }

    def read_games(self, numbers: Sequence[int]) -> tuple[SavedGame, ...]:
        return tuple(self.game(number) for number in numbers)

    def reopen(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def _may_refuse(self) -> None:
        if self.random.random() < self.refusals:
            raise JournalError(self.random.choice(list(StorageFault)), "a bad disk")

    def _append(self, decision: JournalEntry) -> None:
        match decision:
            case NewGame():
                self.current = len(self.games) + 1
                self.games[self.current] = StoredGame(decision)
            case Choose(number):
                assert number in self.games
                self.current = number
            case SetValue(key, value):
                self.settings[key] = value
            case _:
                assert self.current is not None
                _step(self.games[self.current], decision)


def _step(game: StoredGame, decision: JournalEntry) -> None:
    match decision:
        case Decision(body):
            game.past.append(body)
            game.future.clear()
        case Undo(count):
            cut = len(game.past) - count
            assert cut >= 0
            game.past, game.future = game.past[:cut], game.past[cut:] + game.future
            game.finished = False
        case Redo(count):
            assert count <= len(game.future)
            game.past, game.future = game.past + game.future[:count], game.future[count:]
        case Finish():
            game.finished = True


class MemoryDisplay:
    """A display that counts pictures by name."""

    panel = MAIN

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def show(self, picture: Picture) -> None:
        self.seen[picture.name] += 1

    def close(self) -> None:
        pass
