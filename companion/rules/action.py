"""What a seat may do: one class for each verb of the game record (spec/record.md, Entries)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from companion.rules.state import Status


@dataclass(frozen=True, slots=True)
class Forward:
    """Move a piece forward to a square (1..64)."""

    verb: ClassVar[str] = "forward"
    seat: int
    to: int
    piece: int = 0


@dataclass(frozen=True, slots=True)
class Back:
    """Move a piece back to a tortoise square; `decline` leaves the carrots that it earns."""

    verb: ClassVar[str] = "back"
    seat: int
    to: int
    piece: int = 0
    decline: bool = False


@dataclass(frozen=True, slots=True)
class Carrots:
    """Stay on a carrot square and take 10 carrots or give 10 (`by` is 10 or -10)."""

    verb: ClassVar[str] = "carrots"
    seat: int
    by: int
    piece: int = 0


@dataclass(frozen=True, slots=True)
class Eat:
    """Eat the lettuce, or serve the turn lost to `eat_lettuce` without one."""

    verb: ClassVar[str] = "eat"
    seat: int
    piece: int = 0


@dataclass(frozen=True, slots=True)
class Chew:
    """Hand in the carrot of `eat_carrot`."""

    verb: ClassVar[str] = "chew"
    seat: int
    piece: int = 0


@dataclass(frozen=True, slots=True)
class Miss:
    """Miss the turn."""

    verb: ClassVar[str] = "miss"
    seat: int


@dataclass(frozen=True, slots=True)
class Restart:
    """Put a stuck piece back on Start."""

    verb: ClassVar[str] = "restart"
    seat: int
    piece: int = 0


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline the extra turn."""

    verb: ClassVar[str] = "pass"
    seat: int


@dataclass(frozen=True, slots=True)
class Ten:
    """Answer the card `ten`: take 10, give 10, or neither (`by` is 10, -10 or 0)."""

    verb: ClassVar[str] = "ten"
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the carrots that `give_ten` brought."""

    verb: ClassVar[str] = "keep"
    seat: int


@dataclass(frozen=True, slots=True)
class Bank:
    """Put the carrots that `give_ten` brought into the bank."""

    verb: ClassVar[str] = "bank"
    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the game, in or out of turn."""

    verb: ClassVar[str] = "leave"
    seat: int


PieceAction = Forward | Back | Carrots | Eat | Chew | Restart
"""The actions of one piece: `piece` is 0, or 1 for the second piece of the two-player game."""

Action = PieceAction | Miss | Pass | Ten | Keep | Bank | Leave
"""One decision of a seat."""


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
