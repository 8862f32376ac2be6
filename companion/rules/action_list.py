"""List everything that may be done now, in the order of spec/record.md (`legal`)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from companion.rules.action import (
    Back,
    Bank,
    Carrots,
    Chew,
    Eat,
    Forward,
    Keep,
    Miss,
    Pass,
    Restart,
    Ten,
)
from companion.rules.amounts import TAKEN
from companion.rules.moves import (
    back_square,
    forward_mask,
    is_on_carrots,
    may_start_over,
    retreat_square,
)
from companion.rules.ranking import occupied
from companion.rules.state import Prompt, Status

if TYPE_CHECKING:
    from companion.rules.action import Action
    from companion.rules.state import Piece, Seat, State

    Actions = tuple[Action, ...]


def legal_actions(state: State) -> Actions:
    """Return all actions that `refusal` lets pass, `leave` and corrections left out.

    Never empty before the game is over: a seat without a possible action restarts.
    """
    turn = state.turn
    if turn is None:
        return ()
    match state.prompt:
        case None:
            return _turn_actions(state, turn)
        case Prompt.AGAIN:
            return _extra_turn_actions(state, turn)
        case Prompt.TEN:
            return _ten_answers(turn, state.seats[turn].carrots >= TAKEN)
        case Prompt.KEEP:
            return Keep(turn), Bank(turn)


def _turn_actions(state: State, turn: int) -> Actions:
    seat = state.seats[turn]
    forced = [_forced(turn, seat, n) for n, piece in enumerate(seat.pieces) if _is_waiting(piece)]
    if forced:
        return tuple(forced)
    taken = occupied(state.seats)
    leaving: list[Action] = []
    others: list[Action] = []
    for index, piece in enumerate(seat.pieces):
        if piece.place is not None or piece.status is Status.MISS:
            continue
        moves = _moves(state, turn, index, taken)
        if moves and piece.status is Status.ATE:
            leaving += moves
            continue
        others += moves
        if is_on_carrots(state, piece):
            others += _stays(turn, index, seat.carrots >= TAKEN)
    return tuple(leaving or others) or _without_a_move(state, turn, taken)


def _is_waiting(piece: Piece) -> bool:
    return piece.status is Status.EAT or piece.status is Status.CHEW


def _forced(turn: int, seat: Seat, index: int) -> Action:
    return Eat(turn, index) if seat.pieces[index].status is Status.EAT else Chew(turn, index)


def _moves(state: State, turn: int, index: int, taken: int) -> list[Action]:
    seat = state.seats[turn]
    piece = seat.pieces[index]
    forward = _forward_actions(turn, index)
    mask = forward_mask(state, turn, piece, taken)
    squares = range(piece.square + 1, mask.bit_length())
    found = [forward[to] for to in squares if mask >> to & 1]
    square = back_square(state, piece, taken)
    if square is not None:
        found += _back_actions(turn, index, square, state.setup.rules.decline_back_carrots)
    return found


@lru_cache(maxsize=64)
def _forward_actions(turn: int, index: int) -> Actions:
    return tuple(Forward(turn, to, index) for to in range(65))


@lru_cache(maxsize=4096)
def _back_actions(turn: int, index: int, to: int, may_decline: bool) -> Actions:
    back = Back(turn, to, index)
    return (back, Back(turn, to, index, decline=True)) if may_decline else (back,)


@lru_cache(maxsize=64)
def _stays(turn: int, index: int, may_give: bool) -> Actions:
    take = Carrots(turn, TAKEN, index)
    return (take, Carrots(turn, -TAKEN, index)) if may_give else (take,)


@lru_cache(maxsize=64)
def _ten_answers(turn: int, may_give: bool) -> Actions:
    answers = (TAKEN, -TAKEN, 0) if may_give else (TAKEN, 0)
    return tuple(Ten(turn, by) for by in answers)


def _without_a_move(state: State, turn: int, taken: int) -> Actions:
    """Miss, or, when stuck, go back: by piece the retreat or the restart."""
    seat = state.seats[turn]
    if any(piece.status is Status.MISS for piece in seat.pieces):
        return (Miss(turn),)
    found: list[Action] = []
    for index, piece in enumerate(seat.pieces):
        if piece.place is None:
            found += _ways_back(state, turn, index, taken)
    return tuple(found)


def _ways_back(state: State, turn: int, index: int, taken: int) -> Actions:
    seat = state.seats[turn]
    piece = seat.pieces[index]
    square = retreat_square(state, turn, piece, taken)
    if square is not None:
        return _back_actions(turn, index, square, state.setup.rules.decline_back_carrots)
    return (Restart(turn, index),) if may_start_over(seat, piece) else ()


def _extra_turn_actions(state: State, turn: int) -> Actions:
    taken = occupied(state.seats)
    found: list[Action] = []
    for index, piece in enumerate(state.seats[turn].pieces):
        if piece.place is None and piece.status in (None, Status.ATE):
            found += _moves(state, turn, index, taken)
    return (*found, Pass(turn))
