"""Every refusal code: a position in which it is the first that applies, with its numbers."""

from __future__ import annotations

import pytest

from companion.rules import (
    Action,
    Carrots,
    Chew,
    Correction,
    Eat,
    Forward,
    IllegalAction,
    Keep,
    Leave,
    Miss,
    Pass,
    Prompt,
    Reason,
    Recorded,
    Refusal,
    Restart,
    State,
    Status,
    Ten,
    apply,
    can_leave,
    legal_actions,
    refusal,
)
from companion.rules.refusal_sentences import SENTENCES, refusal_sentence
from tests.rules.positions import back, forward, game, put, turn

START = game()
PAIR = game(2)
MIDDLE = put(put(put(START, 0, 18), 1, 13), 2, 5)
NEAR_HOME = put(START, 0, 59, carrots=60, lettuces=0)

Case = tuple[State, Action, Refusal]
CASES: list[Case] = [
    (
        put(put(game(2), 0, 64, place=1), 0, 64, piece=1, place=2),
        Leave(1),
        Refusal(Reason.GAME_OVER),
    ),
    (START, Forward(3, to=1), Refusal(Reason.BAD_ENTRY)),
    (START, forward(0, 1, piece=1), Refusal(Reason.BAD_ENTRY)),
    (PAIR, forward(0, 1, piece=-1), Refusal(Reason.BAD_ENTRY)),
    (PAIR, forward(0, 1, piece=2), Refusal(Reason.BAD_ENTRY)),
    (MIDDLE, back(0, 15, decline=True), Refusal(Reason.BAD_ENTRY)),
    (MIDDLE, Carrots(0, by=20), Refusal(Reason.BAD_ENTRY)),
    (put(START, 1, left=True), Leave(1), Refusal(Reason.NOT_RACING)),
    (put(START, 1, 64, place=1), Leave(1), Refusal(Reason.NOT_RACING)),
    (turn(START, 0, Prompt.AGAIN), Leave(1), Refusal(Reason.ANSWER_FIRST)),
    (START, forward(1, 5), Refusal(Reason.NOT_YOUR_TURN)),
    (turn(START, 2, Prompt.KEEP), forward(0, 5), Refusal(Reason.NOT_YOUR_TURN)),
    (turn(START, 0, Prompt.TEN), forward(0, 5), Refusal(Reason.ANSWER_FIRST)),
    (turn(START, 0, Prompt.TEN), Pass(0), Refusal(Reason.ANSWER_FIRST)),
    (turn(START, 0, Prompt.KEEP), Miss(0), Refusal(Reason.ANSWER_FIRST)),
    (START, Pass(0), Refusal(Reason.NOTHING_TO_ANSWER)),
    (START, Ten(0, by=10), Refusal(Reason.NOTHING_TO_ANSWER)),
    (turn(START, 0, Prompt.AGAIN), Keep(0), Refusal(Reason.NOTHING_TO_ANSWER)),
    (
        turn(put(START, 0, carrots=9), 0, Prompt.TEN),
        Ten(0, by=-10),
        Refusal(Reason.TOO_FEW_CARROTS, cost=10, hand=9),
    ),
    (put(START, 0, 7, status=Status.EAT), Miss(0), Refusal(Reason.MUST_EAT)),
    (put(START, 0, 7, status=Status.EAT), forward(0, 9), Refusal(Reason.MUST_EAT)),
    (put(START, 0, 6, status=Status.CHEW), Eat(0), Refusal(Reason.MUST_EAT)),
    (put(PAIR, 0, 7, status=Status.EAT), Eat(0, piece=1), Refusal(Reason.MUST_EAT)),
    (
        put(put(PAIR, 0, 7, status=Status.EAT), 0, 6, piece=1, status=Status.MISS),
        forward(0, 9, piece=1),
        Refusal(Reason.MUST_EAT),
    ),
    (START, Miss(0), Refusal(Reason.NOTHING_TO_MISS)),
    (
        turn(put(PAIR, 0, 6, status=Status.MISS), 0, Prompt.AGAIN),
        Miss(0),
        Refusal(Reason.NOTHING_TO_MISS),
    ),
    (put(PAIR, 0, 64, place=1), forward(0, 5, piece=0), Refusal(Reason.PIECE_HOME)),
    (put(START, 0, 6, status=Status.MISS), forward(0, 9), Refusal(Reason.MUST_MISS)),
    (put(PAIR, 0, 6, status=Status.MISS), forward(0, 9, piece=0), Refusal(Reason.MUST_MISS)),
    (
        put(put(PAIR, 0, 6, status=Status.MISS), 0, 1, piece=1, carrots=0),
        forward(0, 9, piece=1),
        Refusal(Reason.MUST_MISS),
    ),
    (put(PAIR, 0, 7, status=Status.ATE), forward(0, 9, piece=1), Refusal(Reason.MUST_LEAVE)),
    (
        put(put(PAIR, 0, 7, status=Status.ATE), 0, 10, 1, status=Status.ATE, carrots=1),
        forward(0, 11, piece=1),
        Refusal(Reason.TORTOISE_FORWARD, square=11),
    ),
    (
        put(START, 0, 5, status=Status.ATE),
        Carrots(0, by=10),
        Refusal(Reason.MUST_LEAVE),
    ),
    (MIDDLE, forward(0, 18), Refusal(Reason.OFF_BOARD, square=18)),
    (MIDDLE, forward(0, 65), Refusal(Reason.OFF_BOARD, square=65)),
    (MIDDLE, forward(0, -1), Refusal(Reason.OFF_BOARD, square=-1)),
    (MIDDLE, forward(0, 19), Refusal(Reason.TORTOISE_FORWARD, square=19)),
    (
        put(MIDDLE, 0, lettuces=0),
        forward(0, 22),
        Refusal(Reason.NO_LETTUCE, square=22, lettuces=0),
    ),
    (put(MIDDLE, 1, 20), forward(0, 20), Refusal(Reason.OCCUPIED, square=20, other=1)),
    (
        put(MIDDLE, 0, carrots=38),
        forward(0, 27),
        Refusal(Reason.TOO_EXPENSIVE, cost=45, hand=38, reach=8, square=27),
    ),
    (
        put(NEAR_HOME, 0, lettuces=2),
        forward(0, 64),
        Refusal(Reason.FINISH_LETTUCES, 15, 60, limit=10, left=45, lettuces=2, square=64),
    ),
    (
        NEAR_HOME,
        forward(0, 64),
        Refusal(Reason.FINISH_CARROTS, 15, 60, limit=10, left=45, lettuces=0, square=64),
    ),
    (
        game(no_first_lettuce=True),
        forward(0, 7),
        Refusal(Reason.FIRST_LETTUCE, square=7),
    ),
    (put(START, 0, 7), back(0, 0), Refusal(Reason.NO_TORTOISE_BEHIND)),
    (MIDDLE, back(0, 11), Refusal(Reason.NOT_NEAREST_TORTOISE, square=15)),
    (
        put(MIDDLE, 1, 15),
        back(0, 15),
        Refusal(Reason.TORTOISE_OCCUPIED, square=15, other=1),
    ),
    (MIDDLE, Carrots(0, by=10), Refusal(Reason.NOT_ON_CARROT_SQUARE)),
    (
        turn(put(START, 0, 5), 0, Prompt.AGAIN),
        Carrots(0, by=10),
        Refusal(Reason.NOT_ON_CARROT_SQUARE),
    ),
    (
        put(START, 0, 5, carrots=9),
        Carrots(0, by=-10),
        Refusal(Reason.TOO_FEW_CARROTS, cost=10, hand=9),
    ),
    (MIDDLE, Eat(0), Refusal(Reason.NOTHING_TO_EAT)),
    (MIDDLE, Chew(0), Refusal(Reason.NOTHING_TO_EAT)),
    (MIDDLE, Restart(0), Refusal(Reason.NOT_STUCK)),
    (
        turn(put(START, 0, 1, carrots=0), 0, Prompt.AGAIN),
        Restart(0),
        Refusal(Reason.NOT_STUCK),
    ),
]


def is_over(case: Case) -> State:
    """Close the one game of the list that has ended."""
    state, _, why = case
    if why.reason is not Reason.GAME_OVER:
        return state
    last = put(put(game(2), 0, 64, place=1), 0, 63, piece=1, carrots=3, lettuces=0)
    return apply(last, forward(0, 64, piece=1), Recorded()).state


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[2].reason}-{case[1].verb}")
def test_the_first_reason_that_applies_comes_with_its_numbers(case: Case) -> None:
    state, action, why = is_over(case), *case[1:]
    assert refusal(state, action) == why
    assert action not in legal_actions(state)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[2].reason}-{case[1].verb}")
def test_apply_refuses_what_the_predicate_refuses(case: Case) -> None:
    state, action, why = is_over(case), *case[1:]
    with pytest.raises(IllegalAction) as caught:
        apply(state, action, Recorded())
    assert caught.value.refusal == why


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[2].reason}-{case[1].verb}")
def test_every_refusal_has_a_sentence_with_its_numbers_filled_in(case: Case) -> None:
    words = refusal_sentence(case[2])
    assert "None" not in words
    assert "{" not in words


def test_every_reason_has_a_case() -> None:
    assert {why.reason for _, _, why in CASES} == set(Reason)


def test_every_reason_has_a_sentence() -> None:
    assert set(SENTENCES) == {reason.value for reason in Reason}


def test_whoever_races_may_leave_out_of_turn_but_not_past_a_question() -> None:
    assert can_leave(START, 2)
    assert not can_leave(turn(START, 0, Prompt.TEN), 2)


def test_a_correction_of_a_game_that_is_over_is_refused() -> None:
    state = is_over(CASES[0])
    assert refusal(state, Correction(seat=0, carrots=1)) == Refusal(Reason.GAME_OVER)
