"""Where a piece may go: all forward moves in one pass over masks, back, and the conditions of Home.

The legal list and the predicate that refuses are both made of these functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.rules.amounts import cost, finish_allowance, furthest
from companion.rules.board import HOME_SQUARE, LAST_SQUARES, Kind
from companion.rules.ranking import next_place
from companion.rules.refusal import Reason
from companion.rules.state import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.rules.setup import Setup
    from companion.rules.state import Piece, Seat, State

HOME_BIT = 1 << HOME_SQUARE


def forward_mask(state: State, number: int, piece: Piece, taken: int) -> int:
    """Return the mask of all squares that the seat's piece may move forward to.

    `taken` is the mask of the occupied squares (ranking.occupied). Debts are not looked at here.
    """
    seat = state.seats[number]
    board = state.setup.edition.board
    square = piece.square
    reach = min(furthest(seat.carrots), HOME_SQUARE - square)
    mask = ((1 << reach) - 1) << (square + 1) & ~(taken | board.tortoise_mask)
    if mask & board.lettuce_mask and not has_lettuce_to_eat(seat):
        mask &= ~board.lettuce_mask
    if mask & HOME_BIT:
        left = seat.carrots - cost(HOME_SQUARE - square)
        if finish_fault(state, number, left) is not None:
            mask ^= HOME_BIT
    if not state.opened and number == 0:
        mask &= ~barred_at_first(state)
    return mask


def barred_at_first(state: State) -> int:
    """Return the mask of the square that seat 0's first move may not end on, 0 for none."""
    first = state.setup.edition.board.first_lettuce
    if state.setup.rules.no_first_lettuce and first is not None:
        return 1 << first
    return 0


def has_lettuce_to_eat(seat: Seat) -> bool:
    """Return whether the seat may enter a lettuce square: more lettuces than pieces that wait."""
    waiting = sum(piece.status is Status.EAT for piece in seat.pieces)
    return seat.lettuces > waiting


class HasSeats(Protocol):
    """A state, or the working copy of one."""

    @property
    def setup(self) -> Setup:
        """Return the setup of the game."""

    @property
    def seats(self) -> Sequence[Seat]:
        """Return the seats as they are now."""


def finish_fault(state: HasSeats, number: int, left: int) -> Reason | None:
    """Return what keeps the seat's next piece from Home with `left` carrots after paying.

    The first of a pair brings any number of carrots, and lettuces where the ruling says so.
    """
    seat = state.seats[number]
    first_of_pair = is_first_of_pair(seat)
    if seat.lettuces and not (first_of_pair and not state.setup.rules.pair_first_needs_lettuces):
        return Reason.FINISH_LETTUCES
    if not first_of_pair and left > finish_limit(state):
        return Reason.FINISH_CARROTS
    return None


def is_first_of_pair(seat: Seat) -> bool:
    """Return whether the seat has two pieces and none of them is Home."""
    return len(seat.pieces) == 2 and all(piece.place is None for piece in seat.pieces)


def finish_limit(state: HasSeats) -> int:
    """Return how many carrots the next piece at Home may have left."""
    return finish_allowance(next_place(state.seats))


def back_square(state: State, piece: Piece, taken: int) -> int | None:
    """Return the tortoise square the piece may go back to: the nearest, if it is vacant."""
    nearest = state.setup.edition.board.tortoise_behind[piece.square]
    return nearest if nearest is not None and not taken >> nearest & 1 else None


def can_leave_square(state: State, number: int, piece: Piece, taken: int) -> bool:
    """Return whether the piece has a move forward or back."""
    return bool(forward_mask(state, number, piece, taken)) or (
        back_square(state, piece, taken) is not None
    )


def is_on_carrots(state: State, piece: Piece) -> bool:
    """Return whether the piece stands on a carrot square."""
    return state.setup.edition.board.squares[piece.square] is Kind.CARROT


def retreat_square(state: State, number: int, piece: Piece, taken: int) -> int | None:
    """Return where a stuck piece retreats to under `home_straight_retreat`, None if it may not.

    It must stand on 60..63 and be able to pay the way Home (being stuck, only the finish
    conditions then keep it out); it goes to the first vacant tortoise square, however far.
    """
    if not state.setup.rules.home_straight_retreat or piece.square not in LAST_SQUARES:
        return None
    if cost(HOME_SQUARE - piece.square) > state.seats[number].carrots:
        return None
    return first_vacant_tortoise(state.setup.edition.board.tortoise_behind, piece.square, taken)


def first_vacant_tortoise(behind: tuple[int | None, ...], square: int, taken: int) -> int | None:
    """Return the first tortoise square before `square` where no piece stands."""
    found = behind[square]
    while found is not None and taken >> found & 1:
        found = behind[found]
    return found


def may_start_over(seat: Seat, piece: Piece) -> bool:
    """Return whether a stuck piece may restart: one on Start only if no other is out."""
    return piece.square > 0 or all(each.square in (0, HOME_SQUARE) for each in seat.pieces)
