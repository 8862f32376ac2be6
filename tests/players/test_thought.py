"""How the companion chooses: by counted steps, without looking at the pile, to the end."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.players.evaluation import Evaluator
from companion.players.levels import Level
from companion.players.rules_access import after, blind, legal_actions, outcome, seat_to_move
from companion.players.thought import (
    MOST_EVALUATIONS,
    STEP,
    advance,
    begin,
    choose,
    undrawn,
)
from tests.players.positions import EDITIONS, data_of, game, opening
from tests.tools import quick

if TYPE_CHECKING:
    from companion.players.rules_access import State

TEAMS = {4: [[0, 2], [1, 3]], 6: [[0, 3], [1, 4], [2, 5]]}


def some_positions(name: str, players: int, every: int, seed: str = "test") -> list[State]:
    state = opening(name, players, seed)
    return [each for each in game(state, seed=seed)[::every] if not each.over]


CHOOSERS = list(product(reversed(Level), EDITIONS))  # strong first


@pytest.mark.parametrize("chooser", quick(2, CHOOSERS), ids=str)
def test_the_order_of_the_undrawn_pile_changes_no_choice(chooser: tuple[Level, str]) -> None:
    level, name = chooser
    random = Random(5)
    for state in some_positions(name, 4, 9):
        pile = list(state.deck)
        random.shuffle(pile)
        other = replace(state, deck=tuple(pile))
        evaluator = Evaluator(data_of(name), state)
        assert choose(state, level, evaluator).choice == choose(other, level, evaluator).choice


def test_the_order_of_the_pile_changes_no_choice_where_used_cards_are_set_aside() -> None:
    name = EDITIONS[0]
    opened = opening(name, used_cards="aside")
    evaluator = Evaluator(data_of(name), opened)
    used, *rest = opened.deck
    for state in game(opened)[::9]:
        if state.over:
            continue
        some = replace(state, deck=tuple(rest), aside=(used,))
        other = replace(some, deck=tuple(reversed(rest)))
        known = begin(some, Level.STRONG, evaluator).known
        assert known == begin(other, Level.STRONG, evaluator).known


def test_cards_that_were_set_aside_are_not_expected_again() -> None:
    name = EDITIONS[0]
    state = opening(name, used_cards="aside")
    evaluator = Evaluator(data_of(name), state)
    left = replace(
        state, deck=("miss_turn",), aside=tuple(c for c in state.deck if c != "miss_turn")
    )
    known = begin(left, Level.STRONG, evaluator).known
    assert known.deck == ("miss_turn",)


@pytest.mark.parametrize("players", quick(1, [4, 2, 6]))
def test_a_decision_takes_at_most_a_thousand_evaluations_in_steps_of_twenty(players: int) -> None:
    name = EDITIONS[0]
    for state in some_positions(name, players, 12):
        evaluator = Evaluator(data_of(name), state)
        thought = begin(state, Level.STRONG, evaluator)
        while thought.choice is None:
            before = thought.evaluations
            thought = advance(thought, evaluator)
            assert thought.evaluations - before <= STEP
        assert thought.evaluations <= MOST_EVALUATIONS


def test_the_bound_holds_even_where_it_cuts_a_line_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.players.thought.MOST_EVALUATIONS", 60)
    name = EDITIONS[0]
    for state in some_positions(name, 4, 12):
        thought = choose(state, Level.STRONG, Evaluator(data_of(name), state))
        assert thought.evaluations <= max(60, len(thought.actions))
        assert thought.choice in thought.actions


@pytest.mark.parametrize(("players", "teams"), [(2, None), (4, None), (4, TEAMS[4])], ids=str)
def test_what_is_kept_of_pieces_changes_no_value(
    players: int, teams: list[list[int]] | None
) -> None:
    name = EDITIONS[0]
    opened = opening(name, players, teams=teams)
    kept = Evaluator(data_of(name), opened)
    for state in map(blind, game(opened)):
        for action in legal_actions(state):
            then, seat = after(state, action), seat_to_move(state)
            card = undrawn(state, action)
            fresh = Evaluator(data_of(name), opened)
            assert kept.value(then, seat, card) == fresh.value(then, seat, card)


def test_a_thought_is_a_value_that_can_be_taken_up_again() -> None:
    name = EDITIONS[0]
    state = some_positions(name, 4, 12)[2]
    evaluator = Evaluator(data_of(name), state)
    thought = begin(state, Level.STRONG, evaluator)
    for _ in range(5):
        thought = advance(thought, evaluator)
    kept = thought
    while thought.choice is None:
        thought = advance(thought, evaluator)
    fresh = Evaluator(data_of(name), state)
    while kept.choice is None:
        kept = advance(kept, fresh)
    assert kept == thought
    assert advance(kept, fresh) is kept


OTHERS = (Level.GOOD, Level.EASY, Level.CHILD)
# In the test line each level, each edition and both ends of the table once.
PLAYED_TO_THE_END = [
    *zip((2, 6, 6), EDITIONS, OTHERS, strict=True),
    *product(range(2, 7), EDITIONS, OTHERS),
]


@pytest.mark.parametrize("table", quick(3, PLAYED_TO_THE_END), ids=str)
def test_every_level_plays_every_game_to_its_end(table: tuple[int, str, Level]) -> None:
    players, name, level = table
    last = game(opening(name, players), level)[-1]
    assert outcome(last) is not None


@pytest.mark.torture
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [4, 6])
def test_teams_are_played_to_the_end(name: str, players: int) -> None:
    last = game(opening(name, players, teams=TEAMS[players]), Level.GOOD)[-1]
    end = outcome(last)
    assert end is not None
    assert list(end.winners) in TEAMS[players]


@pytest.mark.parametrize(
    "rules",
    quick(
        3,
        [
            {"decline_back_carrots": True},
            {"no_first_lettuce": True},
            {"used_cards": "aside"},
            {"end": "winner"},
            {"restart": "move-at-once"},
            {"carrot_card": "next-vacant", "home_straight_retreat": False},
        ],
    ),
    ids=str,
)
@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.torture), 4])
def test_every_house_rule_is_played(rules: dict[str, object], players: int) -> None:
    positions = game(opening(EDITIONS[0], players, **rules), Level.GOOD)
    assert outcome(positions[-1]) is not None
    strong = [each for each in positions[::30] if not each.over]
    for state in strong:
        evaluator = Evaluator(data_of(EDITIONS[0]), state)
        assert choose(state, Level.STRONG, evaluator).choice in legal_actions(state)


@pytest.mark.parametrize("gone", [[1], [1, 2]])
@pytest.mark.parametrize("level", Level)
def test_a_game_that_players_left_is_played_on(gone: list[int], level: Level) -> None:
    state = game(opening(EDITIONS[0]))[20]
    seats = [replace(each, left=n in gone) for n, each in enumerate(state.seats)]
    pieces = [(replace(each.pieces[0], square=0, status=None, landed=False),) for each in seats]
    seats = [replace(each, pieces=pieces[n]) if n in gone else each for n, each in enumerate(seats)]
    state = replace(state, seats=tuple(seats), turn=0, prompt=None)
    evaluator = Evaluator(data_of(EDITIONS[0]), state)
    assert evaluator.has_network
    assert choose(state, level, evaluator).choice in legal_actions(state)


def test_a_team_that_a_player_left_is_played_on() -> None:
    state = game(opening(EDITIONS[0], teams=TEAMS[4]))[20]
    piece = (replace(state.seats[1].pieces[0], square=0, status=None, landed=False),)
    gone = replace(state.seats[1], left=True, pieces=piece)
    state = replace(state, seats=(state.seats[0], gone, *state.seats[2:]), turn=0, prompt=None)
    evaluator = Evaluator(data_of(EDITIONS[0]), state)
    assert choose(state, Level.STRONG, evaluator).choice in legal_actions(state)


def test_carrots_beyond_all_measure_are_valued_too() -> None:
    state = opening(EDITIONS[0])
    rich = replace(state.seats[0], carrots=9999)
    state = replace(state, seats=(rich, rich, *state.seats[2:]))
    evaluator = Evaluator(data_of(EDITIONS[0]), state)
    assert choose(state, Level.STRONG, evaluator).choice in legal_actions(state)
