"""How a game ended and who won it (spec: End, Two players, Teams)."""

from __future__ import annotations

import pytest

from companion.rules import Action, Leave, Outcome, State, Termination, outcome
from tests.rules.positions import forward, game, play, put, turn

TEAMS = game(4, teams=((0, 2), (1, 3)))
THREE_TEAMS = game(6, teams=((0, 3), (1, 4), (2, 5)))


def leave(*seats: int) -> tuple[Action, ...]:
    return tuple(Leave(seat) for seat in seats)


def home(state: State, *seats: int) -> State:
    """Bring single pieces Home in this order."""
    for place, seat in enumerate(seats, 1):
        state = put(state, seat, 64, place=place)
    return state


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert outcome(home(game(3), 1)) is None
    assert outcome(play(game(3), *leave(0))) is None


def test_the_first_one_home_has_won_whoever_else_arrives_or_leaves() -> None:
    after = play(home(game(4), 2, 0), *leave(1))
    assert outcome(after) == Outcome(Termination.RACED, (2,))
    assert outcome(play(home(game(3), 1), *leave(0))) == Outcome(Termination.RACED, (1,))


def test_who_stays_when_all_others_leave_has_won() -> None:
    assert outcome(play(game(3), *leave(0, 2))) == Outcome(Termination.LEFT, (1,))


def test_of_two_players_the_first_pair_at_home_wins() -> None:
    state = put(put(game(2), 0, 64, place=1), 1, 64, place=2)
    state = put(turn(state, 1), 1, 62, piece=1, carrots=3, lettuces=0)
    assert outcome(play(state, forward(1, 64, piece=1))) == Outcome(Termination.RACED, (1,))


def test_of_two_players_the_other_wins_when_one_leaves_with_a_piece_at_home() -> None:
    state = put(game(2), 0, 64, place=1)
    assert outcome(play(state, *leave(0))) == Outcome(Termination.LEFT, (1,))


def test_the_team_whose_pieces_are_all_home_wins_whoever_was_first() -> None:
    state = put(home(TEAMS, 1, 0), 2, 62, carrots=3, lettuces=0)
    after = play(turn(state, 2), forward(2, 64))
    assert outcome(after) == Outcome(Termination.RACED, (0, 2))


def test_the_team_that_nobody_left_wins_when_one_seat_is_left_racing() -> None:
    assert outcome(play(home(TEAMS, 1), *leave(0))) is None
    after = play(home(TEAMS, 1, 2), *leave(0))
    assert outcome(after) == Outcome(Termination.LEFT, (1, 3))


def test_the_team_that_stays_when_all_others_leave_wins() -> None:
    assert outcome(play(TEAMS, *leave(1, 3))) == Outcome(Termination.LEFT, (0, 2))
    after = play(THREE_TEAMS, *leave(0, 1, 3, 4))
    assert outcome(after) == Outcome(Termination.LEFT, (2, 5))


@pytest.mark.parametrize("left", [(0, 1, 3), (1, 0, 3), (0, 1, 2)])
def test_a_team_with_a_player_who_left_can_no_longer_win(left: tuple[int, ...]) -> None:
    assert outcome(play(TEAMS, *leave(*left))) == Outcome(Termination.LEFT, ())


def test_nobody_has_won_where_every_team_has_a_player_who_left() -> None:
    after = play(home(TEAMS, 0), *leave(2, 1))
    assert outcome(after) == Outcome(Termination.LEFT, ())
