"""How a game went for each seat: turns taken, places, and the order of the seats at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.action import Correction, Leave
from companion.rules.ranking import outcome, rank

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.rules.action import Action
    from companion.rules.state import Seat, State


def turns_taken(
    opening: State, decisions: Iterable[tuple[Action | Correction, State]]
) -> tuple[int, ...]:
    """Count each seat's turns: answers and extra moves belong to the turn that brought them."""
    turns = [0] * len(opening.seats)
    before = opening
    for action, after in decisions:
        if not isinstance(action, Correction | Leave) and before.prompt is None:
            turns[action.seat] += not _moves_at_once(after, action.seat)
        before = after
    return tuple(turns)


def _moves_at_once(after: State, seat: int) -> bool:
    """Return whether the turn goes on without a question: after a restart, by the house rule."""
    return after.turn == seat and after.prompt is None


def last_place(seat: Seat) -> int | None:
    """Return the place of a seat's last piece; None until all of them are Home."""
    places = [piece.place for piece in seat.pieces if piece.place is not None]
    return max(places) if len(places) == len(seat.pieces) else None


def final_order(state: State) -> tuple[tuple[int, int], ...]:
    """List the seats from first to last, each with its number in that order (equal ones share it).

    Winners come first, then who came Home, then the others by rank; players who left come last.
    """
    ended = outcome(state)
    winners = ended.winners if ended else ()

    def key(number: int) -> tuple[bool, bool, int, int]:
        seat = state.seats[number]
        front = min(rank(state, number, piece) or 0 for piece in range(len(seat.pieces)))
        unplaced = len(state.seats) * 2
        return number not in winners, seat.left, last_place(seat) or unplaced, front

    keys = sorted((key(number), number) for number in range(len(state.seats)))
    first = {k: at for at, (k, _) in reversed([*enumerate(keys, 1)])}
    return tuple((number, first[k]) for k, number in keys)
