"""How an action changes the stock of carrots, worked out before the action is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from companion.rules.action import (
    Action,
    Back,
    Bank,
    Carrots,
    Chew,
    Eat,
    Forward,
    Keep,
    Leave,
    Miss,
    Pass,
    Restart,
    Ten,
)
from companion.rules.amounts import (
    CHEWED,
    GIVEN,
    back_earnings,
    cost,
    filled_up,
    rank_payment,
)
from companion.rules.ranking import rank_among, starting_stock

if TYPE_CHECKING:
    from companion.rules.state import State


@dataclass(frozen=True, slots=True)
class StockChange:
    """The stock `before` an action, the action's own `change` of it, and the stock `after`.

    What a card brings, or a number square pays later, is not in it. Where a lettuce is eaten, the
    change is `rank` times `per_rank`.
    """

    before: int
    change: int
    rank: int = 0
    per_rank: int = 0

    @property
    def after(self) -> int:
        """Return the stock after the action."""
        return self.before + self.change


def stock_change(state: State, action: Action) -> StockChange:
    """Return the change by an action, legal or not; its piece and squares must exist."""
    hand = state.seats[action.seat].carrots
    if isinstance(action, Eat):
        rank = _rank_when_eaten(state, action)
        return StockChange(hand, rank_payment(rank), rank, rank_payment(1))
    return StockChange(hand, _change(state, action, hand))


def _change(state: State, action: Action, hand: int) -> int:  # noqa: PLR0911 - one return for each action
    match action:
        case Forward(seat, to, piece):
            return -cost(to - state.seats[seat].pieces[piece].square)
        case Back(seat, to, piece, decline):
            return 0 if decline else back_earnings(state.seats[seat].pieces[piece].square - to)
        case Carrots(by=by) | Ten(by=by):
            return by
        case Chew():
            return -min(CHEWED, hand)
        case Restart():
            return filled_up(hand, starting_stock(state)[0])
        case Keep():
            return GIVEN
        case Eat() | Miss() | Pass() | Bank() | Leave():
            return 0
        case _:
            assert_never(action)


def _rank_when_eaten(state: State, action: Eat) -> int:
    """Return the rank that the lettuce pays, 0 where there is none to eat."""
    seat = state.seats[action.seat]
    return rank_among(state.seats, seat.pieces[action.piece]) if seat.lettuces else 0
