"""What a seat may do, in the words of the game record (spec/record.md, Entries)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.state import Status


class Verb(StrEnum):
    """The verbs of the record."""

    FORWARD = "forward"
    BACK = "back"
    CARROTS = "carrots"
    EAT = "eat"
    CHEW = "chew"
    MISS = "miss"
    RESTART = "restart"
    PASS = "pass"  # noqa: S105 - no password
    TEN = "ten"
    KEEP = "keep"
    BANK = "bank"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Action:
    """One decision of a seat.

    `to` is a square 0..64, `by` carrots (10, -10 or 0), `piece` 0 or 1 in the two-player
    game and None in every other.
    """

    seat: int
    do: Verb
    to: int | None = None
    by: int | None = None
    piece: int | None = None
    decline: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """The table's own change of a position: only what is not None is set.

    It is no landing: nothing is drawn, paid or owed by it beyond the `status` it sets
    (spec/rules.md, Actions of the table). `owes` True means that `status` is to be set
    (also to None); `turn` is the seat whose turn it shall be.
    """

    seat: int | None = None
    carrots: int | None = None
    lettuces: int | None = None
    piece: int | None = None
    square: int | None = None
    owes: bool = False
    status: Status | None = None
    turn: int | None = None
