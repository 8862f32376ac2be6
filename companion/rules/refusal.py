"""Why an action is refused: one code, the first that applies (spec/rules.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Every refusal code of spec/rules.md, in the order in which they are tried."""

    GAME_OVER = "game-over"
    BAD_ENTRY = "bad-entry"
    NOT_RACING = "not-racing"
    ANSWER_FIRST = "answer-first"
    NOT_YOUR_TURN = "not-your-turn"
    NOTHING_TO_ANSWER = "nothing-to-answer"
    TOO_FEW_CARROTS = "too-few-carrots"
    MUST_EAT = "must-eat"
    NOTHING_TO_MISS = "nothing-to-miss"
    PIECE_HOME = "piece-home"
    MUST_MISS = "must-miss"
    MUST_LEAVE = "must-leave"
    OFF_BOARD = "off-board"
    TORTOISE_FORWARD = "tortoise-forward"
    NO_LETTUCE = "no-lettuce"
    OCCUPIED = "occupied"
    TOO_EXPENSIVE = "too-expensive"
    FINISH_LETTUCES = "finish-lettuces"
    FINISH_CARROTS = "finish-carrots"
    FIRST_LETTUCE = "first-lettuce"
    NO_TORTOISE_BEHIND = "no-tortoise-behind"
    NOT_NEAREST_TORTOISE = "not-nearest-tortoise"
    TORTOISE_OCCUPIED = "tortoise-occupied"
    NOT_ON_CARROT_SQUARE = "not-on-carrot-square"
    NOTHING_TO_EAT = "nothing-to-eat"
    NOT_STUCK = "not-stuck"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason and the numbers that matter; None where a number says nothing.

    `cost`, `hand`, `left` and `limit` are carrots (`left`: after paying; `limit`: what may be left
    at Home); `reach` is the number of squares that the stock in hand can pay at most; `lettuces`
    are those still to eat; `square` is the square it is about and `other` the seat whose piece
    stands there.
    """

    reason: Reason
    cost: int | None = None
    hand: int | None = None
    reach: int | None = None
    limit: int | None = None
    left: int | None = None
    lettuces: int | None = None
    square: int | None = None
    other: int | None = None
