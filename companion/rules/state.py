"""What a position is: seats, pieces and what they owe, as values that never change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """What a piece owes on its seat's next turn (spec/record.md, `status`)."""

    EAT = "eat"
    ATE = "ate"
    MISS = "miss"
    CHEW = "chew"


class Ask(StrEnum):
    """The question that is open (spec/record.md, `ask`)."""

    AGAIN = "again"
    TEN = "ten"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its square 0..64, its debt, and its place once it is Home.

    `landed` marks a number square that is still to be settled at the owner's next turn.
    """

    square: int = 0
    status: Status | None = None
    place: int | None = None
    landed: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's stock (carrots, lettuces) and pieces; `left` once out of the game."""

    carrots: int
    lettuces: int
    pieces: tuple[Piece, ...]
    left: bool = False
