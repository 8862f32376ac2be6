"""A journal whose commits fail at random, held against a model: nothing lost, nothing twice."""

from __future__ import annotations

import errno
import os
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

import pytest
from evening import entries, new_game

from companion.app.journal_entries import (
    Choose,
    Decision,
    Finish,
    JournalEntry,
    NewGame,
    Redo,
    SetValue,
    Undo,
)
from companion.journal.open_store import OpenStore
from companion.journal.sqlite_journal import SqliteJournal
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.app.journal_entries import SavedState
    from companion.journal.rows import Row

HOW: Final = (
    *["well"] * 4,
    *("before", "after", "before, twice", "after, twice", "before, unplugged", "after, unplugged"),
)


@dataclass
class GameModel:
    """A game as it must be read."""

    past: list[str] = field(default_factory=list)
    future: list[str] = field(default_factory=list)
    finished: bool = False

    def do(self, decision: JournalEntry) -> None:
        self.finished = isinstance(decision, Finish)
        match decision:
            case Decision(body):
                self.past.append(body)
                self.future.clear()
            case Undo(count):
                at = len(self.past) - count
                self.past, self.future = self.past[:at], self.past[at:] + self.future
            case Redo(count):
                self.past += self.future[:count]
                del self.future[:count]


@dataclass
class Model:
    """All that was saved."""

    games: list[GameModel] = field(default_factory=list)
    current: int = 0
    settings: dict[str, str] = field(default_factory=dict)

    def after(self, decisions: Sequence[JournalEntry]) -> Model:
        model = deepcopy(self)
        for decision in decisions:
            match decision:
                case NewGame():
                    model.games.append(GameModel())
                    model.current = len(model.games)
                case Choose(game):
                    model.current = game
                case SetValue(key, value):
                    model.settings[key] = value
                case _:
                    model.games[model.current - 1].do(decision)
        return model

    def decision(self, source: Random) -> JournalEntry:
        if not self.games or source.random() < 0.1:
            return new_game()
        game = self.games[self.current - 1]
        possible: list[JournalEntry] = [
            SetValue("a", str(source.randrange(9))),
            Finish(((0, 1, 3, 20),)),
        ]
        possible.append(Choose(source.randint(1, len(self.games))))
        possible += entries(1, len(game.past)) * 4
        possible += [Undo(source.randint(1, len(game.past)))] if game.past else []
        possible += [Redo(source.randint(1, len(game.future)))] if game.future else []
        return source.choice(possible)

    def batch(self, source: Random) -> tuple[JournalEntry, ...]:
        batch: tuple[JournalEntry, ...] = ()
        for _ in range(source.choice((1, 1, 2, 3))):
            batch += (self.after(batch).decision(source),)
        return batch

    def is_read_by(self, memory: SavedState, journal: SqliteJournal) -> bool:
        """Return whether a start reads this."""
        same = (memory.current or 0, memory.settings) == (self.current, self.settings)
        return same and len(memory.games) == len(self.games) and self.matches(journal)

    def matches(self, journal: SqliteJournal) -> bool:
        found = [journal.game(number) for number in range(1, len(self.games) + 1)]
        return self.games == [GameModel(list(g.past), list(g.future), g.finished) for g in found]


class Evening:
    """A journal on a stick that comes loose, and the models of what must and what may be there."""

    def __init__(self, state: Path, source: Random) -> None:
        self.state, self.source = state, source
        self.journal = SqliteJournal(state)
        self.journal.load()
        self.model = Model()
        self.failed: tuple[JournalEntry, ...] = ()  # not confirmed; it may be stored
        self.patch = pytest.MonkeyPatch()

    def go_on(self) -> None:
        """Append something: what failed, perhaps with more, or something in its place."""
        again = self.failed if self.source.random() < 0.6 else ()
        more = self.model.after(again).batch(self.source)
        decisions = again + more if not again or self.source.random() < 0.4 else again
        self._break(self.source.choice(HOW))
        try:
            self.journal.append(*decisions)
        except JournalError:
            self.failed = decisions
            self.patch.undo()
            self._plug_in()
        else:
            self.model, self.failed = self.model.after(decisions), ()
        self.patch.undo()

    def start(self) -> None:
        """Start anew: then what had failed is there or not, as a whole."""
        memory = self.journal.load()
        assert memory.notice is None
        possible = (self.model, self.model.after(self.failed))
        matching = [model for model in possible if model.is_read_by(memory, self.journal)]
        assert matching
        self.model, self.failed = matching[0], ()

    def _break(self, how: str) -> None:
        """Let the next commit fail, before or after it is stored, and perhaps the one after it."""
        commit = OpenStore.commit
        failures = 0 if how == "well" else 2 if how.endswith("twice") else 1

        def broken(files: OpenStore, rows: Sequence[Row]) -> None:
            nonlocal failures
            if not failures:
                commit(files, rows)
                return
            failures -= 1
            if how.startswith("after"):
                commit(files, rows)
            if how.endswith("unplugged"):
                self.state.rename(self.state.with_name("unplugged"))
            raise OSError(errno.EIO, how)

        self.patch.setattr(OpenStore, "commit", broken)

    def _plug_in(self) -> None:
        away = self.state.with_name("unplugged")
        if away.exists():
            with pytest.raises(JournalError):
                self.journal.append(*self.failed)
            away.rename(self.state)


def play(state: Path, seed: int, steps: int = 50) -> None:
    source = Random(seed)
    evening = Evening(state / "state", source)
    with closing(evening.journal):
        for _ in range(steps):
            match source.randrange(10):
                case 0:
                    evening.start()
                case 1:
                    assert evening.model.matches(evening.journal)
                case _:
                    evening.go_on()
        assert evening.model.matches(evening.journal)
        evening.start()
        assert evening.model.matches(evening.journal)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_fails_only_what_was_confirmed_is_read(ram: Path, seed: int) -> None:
    play(ram, seed)


# By hand, in full: EVENINGS=2000 pytest -n 0 -m torture tests/journal/test_failures.py -s
EVENINGS = int(os.environ.get("EVENINGS", "200"))


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_many_evenings_with_failures(ram: Path) -> None:
    first = int(os.environ.get("FAIL_SEED", Random().randrange(10**6)))
    print(f"FAIL_SEED={first}")
    for seed in range(first, first + EVENINGS):
        (ram / str(seed)).mkdir()
        play(ram / str(seed), seed)
