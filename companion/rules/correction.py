"""The table's own change of a position (spec/rules.md, Actions of the table).

Its entry is `{"do": "correct", …}` with any of these keys, and at least one change:
`seat` with `carrots` (0 to 9999) and `lettuces` (0 to the starting number); `seat` with `square`
(0..63, vacant unless it is Start) and `status` (null clears the debt), and `piece` beside them in
the two-player game; `turn`, the seat whose turn it shall be. Only what is named is set. A corrected
piece has not landed: nothing is drawn or paid, and a number square that was still to be settled is
not, once the piece was put elsewhere. The same holds for `turn`: it settles nothing.

A correction is refused while a question is open (the answer belongs to the turn that asked it).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules.board import HOME_SQUARE
from companion.rules.edition import MOST_STOCK
from companion.rules.ranking import is_racing, pieces_on, starting_stock
from companion.rules.refusal import Reason, Refusal

if TYPE_CHECKING:
    from companion.rules.action import Correction
    from companion.rules.state import Piece, Seat, State


def correction_refusal(state: State, change: Correction) -> Refusal | None:
    """Return why the correction is refused, None when it may be made; the game is not over."""
    if not _is_correction(state, change):
        return Refusal(Reason.BAD_ENTRY)
    if state.prompt is not None:
        return Refusal(Reason.ANSWER_FIRST)
    if change.turn is not None and not is_racing(state.seats[change.turn]):
        return Refusal(Reason.NOT_RACING)
    if change.seat is None or not _is_for_piece(change):
        return None
    return _piece_refusal(state, change, change.seat)


def corrected_seat(seat: Seat, change: Correction) -> Seat:
    """Return the seat as the correction leaves it."""
    pieces = seat.pieces
    if _is_for_piece(change):
        index = _piece_index(change)
        piece = _corrected_piece(pieces[index], change)
        pieces = (*pieces[:index], piece, *pieces[index + 1 :])
    carrots = seat.carrots if change.carrots is None else change.carrots
    lettuces = seat.lettuces if change.lettuces is None else change.lettuces
    return replace(seat, carrots=carrots, lettuces=lettuces, pieces=pieces)


def _corrected_piece(piece: Piece, change: Correction) -> Piece:
    if change.square is not None and change.square != piece.square:
        piece = replace(piece, square=change.square, landed=False)
    return replace(piece, status=change.status) if change.owes else piece


def _is_for_piece(change: Correction) -> bool:
    return change.square is not None or change.owes


def _piece_index(change: Correction) -> int:
    """Return the piece: it is named in the two-player game only."""
    return 0 if change.piece is None else change.piece


def _is_correction(state: State, change: Correction) -> bool:
    players = range(len(state.seats))
    stock = change.carrots is not None or change.lettuces is not None
    if not (stock or _is_for_piece(change) or change.turn is not None):
        return False
    if change.turn is not None and change.turn not in players:
        return False
    if change.seat is None:
        return not stock and not _is_for_piece(change)
    return change.seat in players and _is_in_range(state, change)


def _is_in_range(state: State, change: Correction) -> bool:
    pieces = state.setup.pieces
    if _is_for_piece(change) and (
        change.piece not in range(pieces) if pieces == 2 else change.piece is not None
    ):
        return False
    return (
        (change.carrots is None or 0 <= change.carrots <= MOST_STOCK)
        and (change.lettuces is None or 0 <= change.lettuces <= starting_stock(state)[1])
        and (change.square is None or 0 <= change.square < HOME_SQUARE)
    )


def _piece_refusal(state: State, change: Correction, number: int) -> Refusal | None:
    index = _piece_index(change)
    seat = state.seats[number]
    if seat.left:
        return Refusal(Reason.NOT_RACING)
    if seat.pieces[index].place is not None:
        return Refusal(Reason.PIECE_HOME)
    if not change.square:  # not put elsewhere, or on Start, where any number may stand
        return None
    others = [each for each in pieces_on(state, change.square) if each != (number, index)]
    if others:
        return Refusal(Reason.OCCUPIED, square=change.square, other=others[0][0])
    return None
