"""Games of people and companions, entered with the buttons: the companion plays as recorded."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.game import new_game, play
from companion.config.edition_files import built_in
from companion.config.player_data_files import player_data
from companion.dev.autoplay import Autoplay, Count
from companion.dev.bench import library
from companion.players.evaluation import Evaluator
from companion.players.levels import Level
from companion.players.thought import choose
from companion.rules import (
    COLOURS,
    make_setup,
    opening_deck,
    parse_record,
    seat_to_move,
    setup_json,
    state_json,
)
from companion.shell.companion_player import CompanionPlayer

if TYPE_CHECKING:
    from pathlib import Path

    from companion.rules.replay import ReplayedGame

E1978, E2008, E1974 = "ravensburger-1978", "ravensburger-2008", "intellect-1974"
MOST = 400  # entries of a game


@dataclass(frozen=True)
class Evening:
    """A game: the levels that play its seats, None for a person; teams; decisions played."""

    edition: str
    levels: tuple[str | None, ...]
    teams: tuple[tuple[int, ...], ...] = ()
    entries: int = MOST
    seed: str = "1"


@cache
def played(evening: Evening) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Play a game and return the setup line of its record, without levels, and its entries."""
    edition, count = built_in(evening.edition).edition, len(evening.levels)
    deck = opening_deck(evening.seed, edition, edition.rules)
    names = ("Anna", "Ben", "Cili", "Dávid", "Eszter", "Ferenc")[:count]
    setup = make_setup(edition, names, COLOURS[:count], deck, teams=evening.teams)
    game = new_game(1, setup, evening.seed)
    evaluator = Evaluator(player_data(edition), game.state)
    entries: list[str] = []
    while not game.state.over and len(entries) < evening.entries:
        level = evening.levels[seat_to_move(game.state)] or "easy"
        action = choose(game.state, Level(level), evaluator).choice
        assert action is not None
        game, entry = play(game, action)
        entries.append(entry.body)
    return setup_json(setup), tuple(entries)


def record_of(evening: Evening, *, people: bool) -> ReplayedGame:
    """Return the record of a game; `people`: as if people had played all its seats."""
    line, entries = played(evening)
    levels = [{"player": level} if level and not people else {} for level in evening.levels]
    seats = [seat | level for seat, level in zip(line["seats"], levels, strict=True)]
    lines = (json.dumps({**line, "seats": seats}), *entries)
    return parse_record("\n".join(lines).encode(), library)


def counts(evening: Evening, cache_folder: Path, *, people: bool) -> list[Count]:
    record = record_of(evening, people=people)
    autoplay = Autoplay(record, thinker=CompanionPlayer(cache_folder))
    made = list(autoplay.play())
    game = autoplay.session.game
    assert game is not None
    assert state_json(game.state) == state_json(record.state)
    assert len(made) == len(record.steps) - 1
    return made


FAMILIES = [
    Evening(E1978, (None, "strong", None, None), entries=12),
    Evening(E2008, (None, None, "good", None), entries=24),
    Evening(E1974, (None, None, None, "easy"), entries=24),
    Evening(E1978, (None, "good"), entries=8),
    Evening(E2008, (None, "child", "child", "good"), ((0, 2), (1, 3)), entries=16),
]
LONG = [
    *(
        Evening(edition, (None, level, None, "easy"), seed=seed)
        for edition in (E1978, E2008, E1974)
        for level in ("child", "good", "strong")
        for seed in ("2", "3")
    ),
    *(Evening(edition, (None, "strong"), seed="4") for edition in (E1978, E2008, E1974)),
    *(Evening(E1978, (None, *("good",) * count), seed="5") for count in (2, 4, 5)),
    Evening(E1978, (None, "good", "strong", None, "easy", "child"), ((0, 2, 4), (1, 3, 5))),
]


@pytest.mark.parametrize(
    "evening",
    [*FAMILIES, *(pytest.param(each, marks=pytest.mark.torture) for each in LONG)],
    ids=str,
)
def test_a_family_and_companions_enter_a_game_as_it_is_recorded(
    evening: Evening, tmp_path: Path
) -> None:
    made = counts(evening, tmp_path, people=False)
    seats = [
        step.entry.action.seat for step in record_of(evening, people=False).steps[1:] if step.entry
    ]
    pairs = list(zip(seats, made, strict=True))
    its = [count for seat, count in pairs if evening.levels[seat]]
    assert {count.presses for count in its} == {1}
    people = counts(evening, tmp_path, people=True)
    for (seat, count), alone in zip(pairs, people, strict=True):
        assert count.commits == 1
        if not evening.levels[seat]:
            assert count.presses == alone.presses
