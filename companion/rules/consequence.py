"""What an action did, step by step, for the people who watch."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ConsequenceKind(StrEnum):
    """The kinds of step that one decision can have."""

    MOVED = "moved"  # the decision's own move: square -> to, carrots is -cost or +10 a square
    TOOK = "took"  # stayed on a carrot square: carrots is +10 or -10
    ATE = "ate"  # carrots is 10 x rank, or 0 where the turn was just lost
    CHEWED = "chewed"  # carrots is -1
    MISSED = "missed"
    RESTARTED = (
        "restarted"  # stuck, or a failed eat_carrot: square -> 0, carrots is what was filled up
    )
    PASSED = "passed"
    ANSWERED = "answered"  # to the card `ten`: carrots is +10, -10 or 0
    DREW = "drew"  # card, and roll (1..6) in a chart edition
    VOID = "void"  # the card has no effect, why
    CARD_MOVED = "card-moved"  # the card moved the piece: square -> to
    CARD_CARROTS = "card-carrots"  # the card changed this seat's stock by carrots
    CARD_STATUS = "card-status"  # the card made the piece miss, eat or chew: see status
    AGAIN = "again"  # the card grants an extra turn
    SHOWN = "shown"  # the stock is shown to all: carrots is the stock
    SHUFFLED = "shuffled"  # a new pile
    GAVE = "gave"  # seat gave carrots to other
    KEPT = "kept"  # a receiver kept them
    BANKED = "banked"  # a receiver put them into the bank
    PAID = "paid"  # a number square was settled: rank, carrots (10 x rank)
    HOME = "home"  # the piece reached Home: place
    LEFT = "left"
    OVER = "over"
    CORRECTED = "corrected"


class VoidReason(StrEnum):
    """Why a card has no effect."""

    LAST = "last"  # fall_back: nobody racing is behind
    FIRST = "first"  # advance: nobody racing is ahead
    FINISH = "finish"  # advance: it would be Home, and the finish conditions do not hold
    OCCUPIED = "occupied"  # carrot card: the nearest carrot square is taken
    NO_SQUARE = "no-square"  # carrot card: no such square that way
    NOT_PAID = "not-paid"  # free_ride: a card brought the piece here
    NOBODY_BEHIND = "nobody-behind"  # give_ten
    TOO_FEW = "too-few"  # give_ten: not enough carrots
    ENDLESS = "endless"  # a family's own pile: cards sent the piece to and fro for ever


@dataclass(frozen=True, slots=True)
class Consequence:
    """One step: who, which piece, from `square` to `to`, and the change in carrots."""

    what: ConsequenceKind
    seat: int
    piece: int = 0
    square: int | None = None
    to: int | None = None
    carrots: int = 0
    other: int | None = None
    card: str | None = None
    roll: int | None = None
    why: VoidReason | None = None
    rank: int | None = None
    place: int | None = None
    status: str | None = None
