"""Which pieces the cursor may be on."""

from __future__ import annotations

from companion.app.track_cursor import movable
from companion.rules import Prompt, Status
from tests.rules.positions import game, put, turn

AGAIN = Prompt.AGAIN


def test_the_front_piece_comes_first() -> None:
    pair = put(put(game(2), 0, 10), 0, 20, piece=1)
    assert movable(turn(pair, 0)) == (1, 0)
    assert movable(turn(pair, 0, AGAIN)) == (1, 0)


def test_in_an_extra_turn_a_piece_that_misses_it_is_left_out() -> None:
    pair = put(put(game(2), 0, 10, status=Status.MISS), 0, 20, piece=1)
    assert movable(turn(pair, 0, AGAIN)) == (1,)


def test_in_an_extra_turn_without_a_move_every_piece_that_races_may_pass() -> None:
    stuck = put(put(game(2), 0, 6, carrots=0), 0, 3, piece=1)
    assert movable(turn(stuck, 0, AGAIN)) == (0, 1)
    home = put(stuck, 0, 64, piece=1, place=1)
    assert movable(turn(home, 0, AGAIN)) == (0,)
    assert movable(turn(put(game(3), 1, 6, carrots=0), 1, AGAIN)) == (0,)
