"""What stands round the loop when nothing else shall: an inbox, a journal and a glass in memory."""

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
    StorageFault,
    Undo,
)
from companion.ports import JournalError, Picture

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random


class Ring:
    """An inbox that holds what the loop itself puts; its time is the hands'."""

    def __init__(self) -> None:
        self.time = 0.0
        self.events: list[Event] = []

    def put(self, event: Event) -> None:
        self.events.append(event)

    def now(self) -> float:
        return self.time

    def take(self, until: float | None) -> Event:
        return Tick(until or self.time)


@dataclass
class Kept:
    """One game as it stands on the shelf."""

    setup: NewGame
    past: list[str] = field(default_factory=list)
    future: list[str] = field(default_factory=list)
    finished: bool = False


@dataclass
class Shelf:
    """A journal in memory: it keeps as the real one does, all or nothing, and may refuse."""

    random: Random
    refusals: float = 0.0
    settings: dict[str, str] = field(default_factory=dict)
    games: dict[int, Kept] = field(default_factory=dict)
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

    def reopen(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def _may_refuse(self) -> None:
        if self.random.random() < self.refusals:
            raise JournalError(self.random.choice(list(StorageFault)), "a bad card", None)  # type: ignore[arg-type]

    def _append(self, decision: JournalEntry) -> None:
        match decision:
            case NewGame():
                self.current = len(self.games) + 1
                self.games[self.current] = Kept(decision)
            case Choose(number):
                assert number in self.games
                self.current = number
            case SetValue(key, value):
                self.settings[key] = value
            case _:
                assert self.current is not None
                _step(self.games[self.current], decision)


def _step(game: Kept, decision: JournalEntry) -> None:
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


class Glass:
    """A display that counts pictures by name."""

    panel = MAIN

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def show(self, picture: Picture) -> None:
        self.seen[picture.name] += 1

    def close(self) -> None:
        pass
