"""The expected turns of a piece, from which the network's first input is made."""

from __future__ import annotations

import pytest

from companion.players.inputs import PAIR_PLACE, PieceFacts, piece_turns
from companion.players.rules_access import Status
from tests.players.positions import data_of, edition_of

EDITION = edition_of("ravensburger-1978")
TABLE = data_of("ravensburger-1978").table
ALONE = PieceFacts(0, False, 12, 60, 2, None, False, 2, 1, 0, False, None)


def turns(facts: PieceFacts) -> float:
    return piece_turns(facts, EDITION.board, TABLE)


def test_a_piece_alone_has_all_that_its_seat_holds() -> None:
    assert turns(ALONE) == TABLE.turns(2, 12, 60, 1)


@pytest.mark.parametrize(("lettuces", "half"), [(5, 3), (4, 2), (1, 1), (0, 0)])
def test_each_piece_of_a_pair_has_half_of_it_and_the_odd_lettuce(lettuces: int, half: int) -> None:
    pair = ALONE._replace(divides=True, lettuces=lettuces, carrots=61)
    assert turns(pair) == TABLE.turns(half, 12, 30, PAIR_PLACE)


def test_a_lettuce_that_is_being_eaten_takes_a_turn_and_pays_ten_a_rank() -> None:
    eating = ALONE._replace(status=Status.EAT)
    assert turns(eating) == 1 + TABLE.turns(1, 12, 80, 1)


def test_a_turn_to_be_missed_counts_as_one() -> None:
    assert turns(ALONE._replace(status=Status.MISS)) == 1 + TABLE.turns(2, 12, 60, 1)


def test_a_number_square_that_fits_the_rank_pays_before_the_next_move() -> None:
    two = next(at for at, kind in enumerate(EDITION.board.squares) if kind.value == "2")
    landed = ALONE._replace(square=two, landed=True)
    assert turns(landed) == TABLE.turns(2, two, 80, 1)
    assert turns(landed._replace(rank=3)) == TABLE.turns(2, two, 60, 1)
    assert turns(landed._replace(landed=False)) == TABLE.turns(2, two, 60, 1)
