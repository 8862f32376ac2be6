"""Positions and data that the players' tests share."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.config.edition_files import find_edition
from companion.config.player_data_files import player_data
from companion.players.evaluation import Evaluator
from companion.players.levels import Level
from companion.players.rules_access import (
    COLOURS,
    Seeded,
    apply,
    make_setup,
    opening_deck,
    start,
)
from companion.players.thought import choose

if TYPE_CHECKING:
    from companion.players.data_file import PlayerData
    from companion.players.rules_access import Edition, State

EDITIONS = ("ravensburger-1978", "ravensburger-2008", "intellect-1974")


@lru_cache(maxsize=8)
def edition_of(name: str) -> Edition:
    found = find_edition(name)
    assert found is not None
    return found[0]


@lru_cache(maxsize=8)
def data_of(name: str) -> PlayerData:
    return player_data(edition_of(name))


def opening(
    name: str = EDITIONS[0],
    players: int = 4,
    seed: str = "test",
    teams: list[list[int]] | None = None,
    **rules: object,
) -> State:
    edition = edition_of(name)
    deck = opening_deck(seed, edition, replace(edition.rules, **rules))  # type: ignore[arg-type]
    names = [f"{seed}{n}" for n in range(players)]
    return start(make_setup(edition, names, COLOURS[:players], deck, rules, teams or []))


def game(
    state: State,
    level: Level = Level.EASY,
    seed: str = "test",
    evaluator: Evaluator | None = None,
) -> list[State]:
    """Play on to the end, and return every position on the way, the last one included."""
    evaluator = evaluator or Evaluator(data_of(state.setup.edition.id), state)
    chance = Seeded(seed)
    found = [state]
    while not state.over and len(found) < 2000:
        action = choose(state, level, evaluator).chosen
        state = apply(state, action, chance).state
        found.append(state)
    return found
