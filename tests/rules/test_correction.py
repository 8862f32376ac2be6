"""Corrections at the table: what they set, what they leave alone, and what is impossible."""

from __future__ import annotations

from typing import Any

import pytest

from companion.config.edition_files import find_edition
from companion.rules import (
    Corrected,
    Correction,
    IllegalAction,
    Miss,
    Prompt,
    Reason,
    Recorded,
    State,
    Status,
    action_json,
    action_of,
    apply,
    parse_record,
    record_of,
    refusal,
)
from tests.rules.positions import carrots, forward, game, play, put, setup, squares, turn

START = game()
PAIR = game(2)


def corrected(state: State, **changes: Any) -> State:
    return apply(state, Correction(**changes), Recorded()).state


def test_only_what_is_named_is_set() -> None:
    state = put(START, 1, 10, status=Status.MISS)
    after = corrected(state, seat=1, carrots=7)
    assert carrots(after) == [68, 7, 68]
    assert after.seats[1].pieces == state.seats[1].pieces
    assert (after.turn, after.entries) == (0, 1)


def test_a_piece_that_stays_where_it_stands_is_still_settled() -> None:
    state = put(START, 2, 18, landed=True)
    assert corrected(state, seat=2, square=18).seats == state.seats


def test_a_corrected_piece_has_not_landed() -> None:
    before = START.deck
    on_hare = corrected(START, seat=1, square=6)
    assert (on_hare.deck, on_hare.prompt) == (before, None)
    on_number = corrected(START, seat=1, square=10)
    assert carrots(play(on_number, forward(0, 5))) == [53, 68, 68]
    on_lettuce = corrected(START, seat=1, square=7)
    assert on_lettuce.seats[1].pieces[0].status is None


def test_a_number_square_is_not_settled_once_the_piece_was_put_elsewhere() -> None:
    state = play(START, forward(0, 10))
    moved = corrected(state, seat=0, square=16)
    assert carrots(play(moved, forward(1, 9), forward(2, 5)))[0] == carrots(moved)[0]


def test_a_debt_is_set_and_cleared() -> None:
    state = corrected(START, seat=0, owes=True, status=Status.MISS)
    assert play(state, Miss(0)).turn == 1
    state = corrected(state, seat=0, owes=True)
    assert refusal(state, forward(0, 5)) is None


def test_it_may_be_another_seats_turn() -> None:
    state = corrected(put(START, 2, 18, landed=True), turn=2)
    assert (state.turn, carrots(state)) == (2, [68, 68, 68])
    assert play(state, forward(2, 20)).turn == 0


def test_two_pieces_are_distinguished() -> None:
    state = corrected(PAIR, seat=1, piece=1, square=30)
    assert squares(state) == [(0, 0), (0, 30)]


IMPOSSIBLE = [
    (START, Correction(), Reason.BAD_ENTRY),
    (START, Correction(seat=0), Reason.BAD_ENTRY),
    (START, Correction(carrots=3), Reason.BAD_ENTRY),
    (START, Correction(square=3), Reason.BAD_ENTRY),
    (START, Correction(owes=True), Reason.BAD_ENTRY),
    (START, Correction(seat=3, carrots=3), Reason.BAD_ENTRY),
    (START, Correction(seat=-1, carrots=3), Reason.BAD_ENTRY),
    (START, Correction(seat=0, carrots=-1), Reason.BAD_ENTRY),
    (START, Correction(seat=0, carrots=10_000), Reason.BAD_ENTRY),
    (START, Correction(seat=0, lettuces=4), Reason.BAD_ENTRY),
    (START, Correction(seat=0, lettuces=-1), Reason.BAD_ENTRY),
    (START, Correction(seat=0, square=64), Reason.BAD_ENTRY),
    (START, Correction(seat=0, square=-1), Reason.BAD_ENTRY),
    (START, Correction(seat=0, piece=0, square=4), Reason.BAD_ENTRY),
    (PAIR, Correction(seat=0, square=4), Reason.BAD_ENTRY),
    (PAIR, Correction(seat=0, piece=2, square=4), Reason.BAD_ENTRY),
    (START, Correction(turn=3), Reason.BAD_ENTRY),
    (put(START, 1, left=True), Correction(turn=1), Reason.NOT_RACING),
    (put(START, 1, left=True), Correction(seat=1, square=4), Reason.NOT_RACING),
    (put(START, 1, 64, place=1), Correction(turn=1), Reason.NOT_RACING),
    (put(START, 1, 64, place=1), Correction(seat=1, square=4), Reason.PIECE_HOME),
    (put(START, 1, 4), Correction(seat=0, square=4), Reason.OCCUPIED),
    (turn(START, 0, Prompt.TEN), Correction(seat=0, carrots=4), Reason.ANSWER_FIRST),
]


@pytest.mark.parametrize(("state", "change", "reason"), IMPOSSIBLE)
def test_what_is_impossible_is_refused(state: State, change: Correction, reason: Reason) -> None:
    why = refusal(state, change)
    assert why is not None
    assert why.reason is reason
    with pytest.raises(IllegalAction):
        apply(state, change, Recorded())


def test_a_piece_may_be_put_where_it_stands_and_any_number_on_start() -> None:
    state = put(START, 1, 4)
    assert refusal(state, Correction(seat=1, square=4)) is None
    assert refusal(state, Correction(seat=1, square=0)) is None


@pytest.mark.parametrize(
    "change",
    [
        Correction(seat=0, carrots=0, lettuces=0),
        Correction(seat=0, square=0, owes=True, status=Status.ATE),
        Correction(seat=0, owes=True),
        Correction(turn=0),
    ],
)
def test_the_text_of_a_correction_reads_back(change: Correction) -> None:
    line = action_json(change, START.setup)
    assert action_of(line, START.setup) == change
    data = record_of(setup(), [line])
    steps = parse_record(data, find_edition).steps
    assert steps[1].entry is not None
    assert steps[1].entry.action == change
    assert steps[1].applied is not None
    assert isinstance(steps[1].applied.consequences[0], Corrected)
