"""A state as the JSON object that `replay` prints (spec/record.md, The commands that speak it)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.rules.action_list import legal_actions
from companion.rules.ranking import rank_among
from companion.rules.record import action_json

if TYPE_CHECKING:
    from companion.rules.state import Piece, Seat, State


def state_json(state: State) -> dict[str, Any]:
    """Return the whole state; cards set aside are not in it, nor is anything of chance."""
    return {
        "entries": state.entries,
        "over": state.over,
        "turn": _turn_json(state),
        "seats": [_seat_json(state, seat) for seat in state.seats],
        "deck": list(state.deck),
        "legal": [action_json(action, state.setup) for action in legal_actions(state)],
    }


def _turn_json(state: State) -> dict[str, Any] | None:
    if state.turn is None:
        return None
    return {"seat": state.turn, "ask": state.prompt.value if state.prompt else None}


def _seat_json(state: State, seat: Seat) -> dict[str, Any]:
    return {
        "carrots": seat.carrots,
        "lettuces": seat.lettuces,
        "left": seat.left,
        "pieces": [_piece_json(state, seat, piece) for piece in seat.pieces],
    }


def _piece_json(state: State, seat: Seat, piece: Piece) -> dict[str, Any]:
    return {
        "square": piece.square,
        "rank": None if seat.left else rank_among(state.seats, piece),
        "status": piece.status.value if piece.status else None,
        "place": piece.place,
    }
