"""The one predicate of legality: why an action is refused, or None (spec/rules.md, Reasons).

Each step below is one number of the specification's order; the first that applies is the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from companion.rules.action import (
    Back,
    Bank,
    Carrots,
    Chew,
    Correction,
    Eat,
    Forward,
    Keep,
    Leave,
    Miss,
    Pass,
    Restart,
    Ten,
)
from companion.rules.amounts import TAKEN, cost, furthest
from companion.rules.board import HOME_SQUARE
from companion.rules.correction import correction_refusal
from companion.rules.moves import (
    back_square,
    can_leave_square,
    finish_fault,
    finish_limit,
    forward_mask,
    has_lettuce_to_eat,
    is_on_carrots,
    may_start_over,
    retreat_square,
)
from companion.rules.ranking import is_racing, occupied, pieces_on
from companion.rules.refusal import Reason, Refusal
from companion.rules.state import Prompt, Status

if TYPE_CHECKING:
    from companion.rules.action import Action, PieceAction
    from companion.rules.state import Piece, Seat, State

    Answer = Pass | Ten | Keep | Bank

WAITING = (Status.EAT, Status.CHEW)


def refusal(  # noqa: PLR0911 - one return for each step of the specification's order
    state: State, action: Action | Correction
) -> Refusal | None:
    """Return why the action is refused, None exactly when it may be done.

    The refusal contains the numbers of its message: carrots, squares, lettuces (see Refusal).
    """
    if state.over:
        return Refusal(Reason.GAME_OVER)
    if isinstance(action, Correction):
        return correction_refusal(state, action)
    if not is_action(state, action):
        return Refusal(Reason.BAD_ENTRY)
    if isinstance(action, Leave):
        return _leave_refusal(state, action.seat)
    if action.seat != state.turn:
        return Refusal(Reason.NOT_YOUR_TURN)
    if isinstance(action, (Pass, Ten, Keep, Bank)):
        return _answer_refusal(state, action)
    if state.prompt is Prompt.TEN or state.prompt is Prompt.KEEP:
        return Refusal(Reason.ANSWER_FIRST)
    if isinstance(action, Miss):
        return _miss_refusal(state, action.seat)
    return _piece_refusal(state, action)


def can_leave(state: State, seat: int) -> bool:
    """Return whether the seat may leave the game now."""
    return refusal(state, Leave(seat)) is None


def is_action(state: State, action: Action) -> bool:
    """Return whether this is an action of the table at all: seat, piece and numbers in range."""
    seats = state.seats
    if not 0 <= action.seat < len(seats):
        return False
    match action:
        case Miss() | Pass() | Keep() | Bank() | Leave():
            return True
        case Ten():
            return action.by in (TAKEN, -TAKEN, 0)
        case Forward() | Back() | Carrots() | Eat() | Chew() | Restart():
            if not 0 <= action.piece < len(seats[action.seat].pieces):
                return False
            if isinstance(action, Carrots):
                return action.by in (TAKEN, -TAKEN)
            declines = isinstance(action, Back) and action.decline
            return not declines or state.setup.rules.decline_back_carrots
        case _:
            assert_never(action)


def _leave_refusal(state: State, seat: int) -> Refusal | None:
    if not is_racing(state.seats[seat]):
        return Refusal(Reason.NOT_RACING)
    return Refusal(Reason.ANSWER_FIRST) if state.prompt else None


def _answer_refusal(state: State, action: Answer) -> Refusal | None:
    """Take steps 5 and 6: an open question is answered first, and only an open one."""
    match state.prompt, action:
        case (Prompt.AGAIN, Pass()) | (Prompt.KEEP, Keep() | Bank()):
            return None
        case Prompt.TEN, Ten(seat=seat, by=by):
            return _too_few(state.seats[seat], by)
        case ((Prompt.TEN | Prompt.KEEP), _):
            return Refusal(Reason.ANSWER_FIRST)
        case _:
            return Refusal(Reason.NOTHING_TO_ANSWER)


def _too_few(seat: Seat, by: int) -> Refusal | None:
    if by == -TAKEN and seat.carrots < TAKEN:
        return Refusal(Reason.TOO_FEW_CARROTS, cost=TAKEN, hand=seat.carrots)
    return None


def _miss_refusal(state: State, number: int) -> Refusal | None:
    """Take step 7: the seat's turn is `miss` only where nothing else can be done."""
    if any(piece.status in WAITING for piece in state.seats[number].pieces):
        return Refusal(Reason.MUST_EAT)
    return None if has_to_miss(state, number) else Refusal(Reason.NOTHING_TO_MISS)


def has_to_miss(state: State, number: int) -> bool:
    """Return whether the seat's turn is `miss`: a piece has to miss, and no other piece can act."""
    seat = state.seats[number]
    if state.prompt is not None or not any(piece.status is Status.MISS for piece in seat.pieces):
        return False
    taken = occupied(state.seats)
    return not any(
        can_leave_square(state, number, piece, taken) or is_on_carrots(state, piece)
        for piece in seat.pieces
        if piece.place is None and piece.status is not Status.MISS
    )


def _piece_refusal(state: State, action: PieceAction) -> Refusal | None:
    """Take steps 8 to 10, for the actions of a piece."""
    seat = state.seats[action.seat]
    piece = seat.pieces[action.piece]
    if piece.place is not None:
        return Refusal(Reason.PIECE_HOME)
    owed = _owed(state, action, seat)
    return owed if owed is not None else _step_10(state, action, piece)


def _step_10(state: State, action: PieceAction, piece: Piece) -> Refusal | None:
    """Take step 10: each action has its own conditions."""
    match action:
        case Forward():
            return _forward_refusal(state, action, piece)
        case Back():
            return _back_refusal(state, action, piece)
        case Carrots():
            return _carrots_refusal(state, action, piece)
        case Eat() | Chew():
            return None if _serves(action, piece) else Refusal(Reason.NOTHING_TO_EAT)
        case Restart():
            return _restart_refusal(state, action, piece)
        case _:
            assert_never(action)


def _serves(action: PieceAction, piece: Piece) -> bool:
    """Return whether the action is what the piece waits for: to eat, or to chew."""
    match action:
        case Eat():
            return piece.status is Status.EAT
        case Chew():
            return piece.status is Status.CHEW
        case _:
            return False


def _owed(state: State, action: PieceAction, seat: Seat) -> Refusal | None:
    """Take step 9: what the seat, or this piece, has to do first."""
    if not any([piece.status for piece in seat.pieces]):  # noqa: C419 - a list is quicker here
        return None
    mine = seat.pieces[action.piece]
    if any(piece.status in WAITING for piece in seat.pieces):
        return None if _serves(action, mine) else Refusal(Reason.MUST_EAT)
    if mine.status is Status.MISS or has_to_miss(state, action.seat):
        return Refusal(Reason.MUST_MISS)
    if state.prompt is None and _other_must_leave(state, action.seat, action.piece):
        return Refusal(Reason.MUST_LEAVE)
    return None


def _other_must_leave(state: State, number: int, index: int) -> bool:
    """Return whether the other piece has eaten and can leave, and this one is not in that case."""
    pieces = state.seats[number].pieces
    if len(pieces) == 1 or pieces[1 - index].status is not Status.ATE:
        return False
    taken = occupied(state.seats)
    if not can_leave_square(state, number, pieces[1 - index], taken):
        return False
    both = pieces[index].status is Status.ATE
    return not (both and can_leave_square(state, number, pieces[index], taken))


def _forward_refusal(state: State, action: Forward, piece: Piece) -> Refusal | None:
    to = action.to
    taken = occupied(state.seats)
    if to > 0 and forward_mask(state, action.seat, piece, taken) >> to & 1:
        return None
    return _forward_fault(state, action.seat, piece, to)


def _forward_fault(  # noqa: PLR0911 - one return for each reason
    state: State, number: int, piece: Piece, to: int
) -> Refusal:
    """Explain why a forward move is not allowed, in the order of step 10."""
    if not piece.square < to <= HOME_SQUARE:
        return Refusal(Reason.OFF_BOARD, square=to)
    seat, board, bit = state.seats[number], state.setup.edition.board, 1 << to
    if bit & board.tortoise_mask:
        return Refusal(Reason.TORTOISE_FORWARD, square=to)
    if bit & board.lettuce_mask and not has_lettuce_to_eat(seat):
        return Refusal(Reason.NO_LETTUCE, square=to, lettuces=seat.lettuces)
    if bit & occupied(state.seats):
        return Refusal(Reason.OCCUPIED, square=to, other=_stands_on(state, to))
    price = cost(to - piece.square)
    if price > seat.carrots:
        reach = furthest(seat.carrots)
        return Refusal(Reason.TOO_EXPENSIVE, cost=price, hand=seat.carrots, reach=reach, square=to)
    if to == HOME_SQUARE:
        return _finish_refusal(state, number, price)
    return Refusal(Reason.FIRST_LETTUCE, square=to)


def _finish_refusal(state: State, number: int, price: int) -> Refusal:
    seat = state.seats[number]
    left = seat.carrots - price
    return Refusal(
        finish_fault(state, number, left) or Reason.FINISH_CARROTS,
        price,
        seat.carrots,
        limit=finish_limit(state),
        left=left,
        lettuces=seat.lettuces,
        square=HOME_SQUARE,
    )


def _stands_on(state: State, square: int) -> int | None:
    pieces = pieces_on(state, square)
    return pieces[0][0] if pieces else None


def _back_refusal(state: State, action: Back, piece: Piece) -> Refusal | None:
    taken = occupied(state.seats)
    if action.to == back_square(state, piece, taken):
        return None
    if is_stuck(state) and action.to == retreat_square(state, action.seat, piece, taken):
        return None
    nearest = state.setup.edition.board.tortoise_behind[piece.square]
    if nearest is None:
        return Refusal(Reason.NO_TORTOISE_BEHIND)
    if action.to != nearest:
        return Refusal(Reason.NOT_NEAREST_TORTOISE, square=nearest)
    return Refusal(Reason.TORTOISE_OCCUPIED, square=nearest, other=_stands_on(state, nearest))


def _carrots_refusal(state: State, action: Carrots, piece: Piece) -> Refusal | None:
    if state.prompt is Prompt.AGAIN or not is_on_carrots(state, piece):
        return Refusal(Reason.NOT_ON_CARROT_SQUARE)
    few = _too_few(state.seats[action.seat], action.by)
    if few is not None or piece.status is not Status.ATE:
        return few
    # Only a correction brings a piece that has eaten onto a carrot square.
    leaves = can_leave_square(state, action.seat, piece, occupied(state.seats))
    return Refusal(Reason.MUST_LEAVE) if leaves else None


def _restart_refusal(state: State, action: Restart, piece: Piece) -> Refusal | None:
    seat = state.seats[action.seat]
    stuck = is_stuck(state) and may_start_over(seat, piece)
    if stuck and retreat_square(state, action.seat, piece, occupied(state.seats)) is None:
        return None
    return Refusal(Reason.NOT_STUCK)


def is_stuck(state: State) -> bool:
    """Return whether the seat to act has no possible action: no move, no stay, nothing owed."""
    if state.turn is None or state.prompt is not None:
        return False
    taken = occupied(state.seats)
    for piece in state.seats[state.turn].pieces:
        if piece.place is not None:
            continue
        if piece.status not in (None, Status.ATE) or is_on_carrots(state, piece):
            return False
        if can_leave_square(state, state.turn, piece, taken):
            return False
    return True
