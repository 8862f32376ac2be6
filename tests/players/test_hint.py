"""What a hint says: the square, and reasons that hold by the rules or are predicted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.players.evaluation import Evaluator
from companion.players.hint import HintReason, hint_of, predicts_home, predicts_lettuce
from companion.players.levels import Level
from companion.players.rules_access import (
    Forward,
    Piece,
    Seat,
    action_json,
    after,
    legal_actions,
)
from companion.players.thought import Thought, begin, choose
from tests.players.positions import EDITIONS, data_of, game, opening

if TYPE_CHECKING:
    from companion.players.rules_access import Action, State

NAME = EDITIONS[0]


def position(*seats: Seat, turn: int = 0) -> State:
    state = opening(NAME, len(seats))
    return replace(state, seats=seats, turn=turn, entries=10)


def seat(square: int, carrots: int = 50, lettuces: int = 1, *, landed: bool = False) -> Seat:
    return Seat(carrots, lettuces, (Piece(square, landed=landed),))


def chosen(state: State, words: dict[str, object]) -> Thought:
    """Return the thought that has chosen the action of these words."""

    def is_meant(action: Action) -> bool:
        return words.items() <= action_json(action, state.setup).items()

    thought = begin(state, Level.EASY, Evaluator(data_of(NAME), state))
    return replace(thought, choice=next(filter(is_meant, legal_actions(state))))


def reasons(state: State, **words: object) -> list[dict[str, object]]:
    hint = hint_of(chosen(state, words), Evaluator(data_of(NAME), state))
    return [reason.json() for reason in hint.reasons]


def test_a_lettuce_square_is_predicted_to_pay_by_the_rank_it_would_have() -> None:
    state = position(seat(20), seat(30), seat(31))
    assert reasons(state, do="forward", to=22) == [{"code": "lettuce", "pays": 30}]
    assert reasons(state, do="forward", to=21) == []


def test_a_number_square_is_predicted_to_pay_where_its_rank_is_right() -> None:
    state = position(seat(8), seat(30), seat(31))
    assert reasons(state, do="forward", to=12) == [{"code": "number", "pays": 30}]


def test_the_payment_for_another_place_is_a_reason_where_somebody_can_have_it() -> None:
    state = position(seat(8), seat(30), seat(31))
    assert reasons(state, do="forward", to=10) == [{"code": "place", "place": 2, "pays": 20}]
    assert reasons(state, do="forward", to=16) == [{"code": "place", "place": 1, "pays": 10}]
    assert reasons(state, do="forward", to=9) == []


@pytest.mark.parametrize("players", [5, 6])
def test_from_five_players_on_no_rank_is_predicted_but_a_place_and_its_payment_said(
    players: int,
) -> None:
    state = position(seat(8), *(seat(30 + n) for n in range(players - 1)))
    expected = {"code": "place", "place": players, "pays": 10 * players}
    assert reasons(state, do="forward", to=16) == [expected]


def test_a_move_back_earns_ten_a_square() -> None:
    state = position(seat(17), seat(30), seat(31))
    assert reasons(state, do="back") == [{"code": "back", "squares": 2, "earns": 20}]


def test_carrots_are_given_where_they_are_too_many_for_home() -> None:
    on_carrots = position(seat(59, 120, 0), seat(30), seat(31))
    assert reasons(on_carrots, do="carrots", by=-10) == [
        {"code": "give_ten"},
        {"code": "surplus", "over": 120 - 15 - 10},
    ]
    assert reasons(on_carrots, do="carrots", by=10) == [{"code": "take_ten"}]


def test_the_place_at_home_is_named() -> None:
    state = position(seat(63, 5, 0), seat(30), seat(31))
    assert reasons(state, do="forward", to=64) == [{"code": "home", "place": 1}]


def test_what_the_next_player_no_longer_gets_is_a_reason() -> None:
    kinds = opening(NAME).setup.edition.board.squares
    two = next(n for n, kind in enumerate(kinds) if kind == "2" and n > 20)
    state = position(seat(two - 2), seat(two, landed=True), seat(two + 8))
    to = next(
        a.to
        for a in legal_actions(state)
        if a.to is not None and a.to > two and kinds[a.to] in ("C", "4")
    )
    assert {"code": "denies", "seat": 1, "carrots": 20} in reasons(state, do="forward", to=to)


def test_what_the_next_player_still_gets_is_no_reason() -> None:
    kinds = opening(NAME).setup.edition.board.squares
    two = next(n for n, kind in enumerate(kinds) if kind == "2" and n > 20)
    state = position(seat(two - 4), seat(two, landed=True), seat(two + 8))
    ahead = [a.to for a in legal_actions(state) if isinstance(a, Forward) and a.to < two]
    assert ahead
    for to in ahead:
        if kinds[to] != "H":
            codes = [reason["code"] for reason in reasons(state, do="forward", to=to)]
            assert "denies" not in codes


def saved_turns(near: int, far: int) -> tuple[float, list[dict[str, object]]]:
    """Return the expected turns between two squares, and what a hint says that the nearer saves."""
    state = position(seat(30, 125, 0), seat(40), seat(41))
    evaluator = Evaluator(data_of(NAME), state)
    thought = begin(state, Level.EASY, evaluator)
    good, bad = Forward(0, near), Forward(0, far)
    scores = tuple(float(each == good) + 0.5 * (each == bad) for each in thought.actions)
    told = replace(thought, choice=good, scores=scores)
    turns = [evaluator.turns(after(told.state, each), 0) for each in (bad, good)]
    reasons = hint_of(told, evaluator).reasons
    return turns[0] - turns[1], [each.json() for each in reasons if each.code == "saves"]


def test_the_saved_turns_are_predicted_a_little_too_low() -> None:
    found = {far: saved_turns(36, far) for far in (33, 38, 44, 45)}
    for far, (expected, said) in found.items():
        turns = min(3, int(expected - 0.5))
        assert said == ([{"code": "saves", "turns": turns, "than": far}] if turns >= 2 else [])
    assert {len(said) for _, said in found.values()} == {0, 1}


def test_the_way_home_is_not_predicted_in_teams_of_six() -> None:
    four = opening(NAME, 4, teams=[[0, 2], [1, 3]])
    six = opening(NAME, 6, teams=[[0, 2, 4], [1, 3, 5]])
    found = [predicts_home(each.setup) for each in (four, six, opening(NAME, 6))]
    assert found == [True, False, True]


def test_the_next_lettuce_is_predicted_for_single_pieces_without_a_team() -> None:
    one = position(seat(20), seat(30), seat(31))
    teams = opening(NAME, 4, teams=[[0, 2], [1, 3]])
    assert [predicts_lettuce(each.setup) for each in (one, teams, opening(NAME, 2))] == [
        True,
        False,
        False,
    ]


def test_reasons_do_not_depend_on_another_stock() -> None:
    for state in game(opening(NAME))[::7]:
        if state.over:
            continue
        evaluator = Evaluator(data_of(NAME), state)
        thought = choose(state, Level.STRONG, evaluator)
        others = tuple(
            each if number == state.turn else replace(each, carrots=each.carrots + 37)
            for number, each in enumerate(thought.state.seats)
        )
        richer = replace(thought, state=replace(thought.state, seats=others))
        assert hint_of(richer, evaluator).reasons == hint_of(thought, evaluator).reasons


def test_the_second_best_is_another_action_or_none() -> None:
    for state in game(opening(NAME))[::7]:
        if state.over:
            continue
        evaluator = Evaluator(data_of(NAME), state)
        thought = choose(state, Level.STRONG, evaluator)
        hint = hint_of(thought, evaluator)
        if len(thought.actions) == 1:
            assert hint.second is None
        else:
            assert hint.second in thought.actions
            assert hint.second != hint.action


def test_a_reason_is_a_json_object_with_its_numbers() -> None:
    assert HintReason("lettuce", (("pays", 30),)).json() == {"code": "lettuce", "pays": 30}
