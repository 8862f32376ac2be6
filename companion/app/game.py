"""A game as it is played: the decisions, what was undone, and the position."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from companion.app.journal_entries import Decision, Redo, Undo
from companion.rules import (
    MARKS,
    Action,
    Applied,
    Consequence,
    Correction,
    Seeded,
    Setup,
    State,
    apply,
    entry_of,
    start,
)


@dataclass(frozen=True, slots=True)
class Ply:
    """One decision, what it did, the position after it, and its MARKS."""

    action: Action | Correction
    consequences: tuple[Consequence, ...]
    state: State
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Game:
    """A saved game: `number` of the save, `past` plies and the `future` that undo took back.

    `future` is in the order of play: its first ply is the one that redo brings back.
    """

    number: int
    setup: Setup
    seed: str
    opening: State
    past: tuple[Ply, ...] = ()
    future: tuple[Ply, ...] = ()

    @property
    def state(self) -> State:
        """The present position."""
        return self.past[-1].state if self.past else self.opening


def new_game(number: int, setup: Setup, seed: str) -> Game:
    """Return a new game; `seed` is the secret from which all its random values are derived."""
    return Game(number, setup, seed, start(setup))


def play(
    game: Game, action: Action | Correction, marks: frozenset[str] = frozenset()
) -> tuple[Game, Decision]:
    """Return the game after an action with its marks, and its journal entry.

    Raises rules.IllegalAction and changes nothing where the rules refuse it.
    """
    applied = apply(game.state, action, Seeded(game.seed))
    body = entry_of(action, applied, {mark: True for mark in MARKS if mark in marks})
    return with_ply(game, action, applied, marks), Decision(json.dumps(body))


def with_ply(
    game: Game,
    action: Action | Correction,
    applied: Applied,
    marks: frozenset[str] = frozenset(),
) -> Game:
    """Add an applied action; undone plies can then no longer be redone."""
    ply = Ply(action, applied.consequences, applied.state, marks)
    return replace(game, past=(*game.past, ply), future=())


def undo(game: Game, count: int = 1) -> tuple[Game, Undo]:
    """Undo the last `count` plies (at most as many as there are)."""
    left = max(0, len(game.past) - count)
    taken = game.past[left:]
    return replace(game, past=game.past[:left], future=taken + game.future), Undo(len(taken))


def redo(game: Game, count: int = 1) -> tuple[Game, Redo]:
    """Redo the first plies that were undone (at most as many as there are)."""
    back = game.future[:count]
    return replace(game, past=game.past + back, future=game.future[count:]), Redo(len(back))
