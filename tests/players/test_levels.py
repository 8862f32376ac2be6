"""The chance in the weaker levels' choices, and what the levels share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.players.evaluation import Evaluator
from companion.players.levels import Level, chance_of, pick
from companion.players.match import Match, play_match
from companion.players.thought import choose
from companion.rules import LEVELS
from tests.players.positions import EDITIONS, data_of, edition_of, game, opening


def test_chance_is_a_function_of_setup_seat_and_entries_and_not_of_the_pile() -> None:
    state = opening()
    same = replace(state, setup=replace(state.setup, deck=state.setup.deck[::-1]))
    assert chance_of(same, 0) == chance_of(state, 0)
    others = {
        chance_of(state, 1),
        chance_of(replace(state, entries=1), 0),
        chance_of(opening(seed="other"), 0),
        chance_of(state, 0),
    }
    assert len(others) == 4
    assert all(0 <= each < 1 for each in others)


def test_a_temperature_of_zero_takes_the_best_and_others_come_by_their_share() -> None:
    assert pick([1.0, 3.0, 2.0], 0, 0.99) == 1
    assert pick([0.0, 0.0], 1.0, 0.49) == 0
    assert pick([0.0, 0.0], 1.0, 0.51) == 1
    assert pick([-1e9, 0.0, -1e9], 0.5, 0.999999) == 1


def test_the_same_position_gives_the_same_choice_again() -> None:
    for level in Level:
        for state in game(opening())[:-1:15]:
            evaluator = Evaluator(data_of(EDITIONS[0]), state)
            again = Evaluator(data_of(EDITIONS[0]), state)
            assert choose(state, level, evaluator) == choose(state, level, again)


def test_a_good_player_takes_no_way_that_is_more_than_a_turn_longer() -> None:
    for state in game(opening())[:-1:9]:
        evaluator = Evaluator(data_of(EDITIONS[0]), state)
        good = choose(state, Level.GOOD, evaluator)
        best = choose(state, Level.EASY, evaluator)
        if len(good.actions) == 1:
            continue
        turns = dict(zip(best.actions, best.scores, strict=True))
        assert turns[good.choice] >= max(turns.values()) - 1  # type: ignore[index]


def test_a_match_is_the_same_again_and_counts_every_game() -> None:
    edition = edition_of(EDITIONS[0])
    levels = (Level.GOOD, Level.EASY, Level.CHILD)
    match = Match(edition, data_of(EDITIONS[0]), levels, seed=3)
    first, _ = play_match(match, 6, lambda: 0.0)
    second, _ = play_match(match, 6, lambda: 0.0)
    assert first == second
    assert first.games == 6
    assert sum(first.wins) + first.unfinished == 6
    assert [places[0] for places in first.places] == first.wins
    assert play_match(replace(match, seed=4), 6, lambda: 0.0)[0] != first


@pytest.mark.torture
def test_each_level_beats_the_one_below_in_a_few_games() -> None:
    match = Match(
        edition_of(EDITIONS[0]), data_of(EDITIONS[0]), (Level.GOOD, Level.EASY, Level.EASY), seed=1
    )
    tally, _ = play_match(match, 30, lambda: 0.0)
    assert tally.wins[0] > 15
    assert tally.unfinished == 0


def test_the_levels_are_those_of_the_record() -> None:
    assert tuple(Level) == LEVELS
