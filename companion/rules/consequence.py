"""What an action did, step by step: one class for each kind of step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.state import Status


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
class Moved:
    """The decision's own move; `carrots` is minus the cost, or what going back earned."""

    seat: int
    piece: int
    square: int
    to: int
    carrots: int


@dataclass(frozen=True, slots=True)
class Took:
    """The piece stayed on a carrot square; `carrots` is +10 or -10."""

    seat: int
    piece: int
    carrots: int


@dataclass(frozen=True, slots=True)
class Ate:
    """A lettuce was eaten at this rank; without one the turn was lost: None and no carrots."""

    seat: int
    piece: int
    rank: int | None
    carrots: int


@dataclass(frozen=True, slots=True)
class Chewed:
    """One carrot was handed in for `eat_carrot`; `carrots` is -1."""

    seat: int
    piece: int
    carrots: int


@dataclass(frozen=True, slots=True)
class Missed:
    """The piece missed its turn."""

    seat: int
    piece: int


@dataclass(frozen=True, slots=True)
class Restarted:
    """The piece went back to Start: stuck, or a failed `eat_carrot`; `carrots` were filled up."""

    seat: int
    piece: int
    square: int
    carrots: int

    @property
    def to(self) -> int:
        """The square of Start."""
        return 0


@dataclass(frozen=True, slots=True)
class Passed:
    """The extra turn was declined."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The card `ten` was answered; `carrots` is +10, -10 or 0."""

    seat: int
    carrots: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A card was drawn; in a chart edition `roll` (1..6) chose it."""

    seat: int
    piece: int
    card: str
    roll: int | None = None


@dataclass(frozen=True, slots=True)
class Void:
    """The card has no effect."""

    seat: int
    piece: int
    reason: VoidReason


@dataclass(frozen=True, slots=True)
class CardMoved:
    """The card moved the piece."""

    seat: int
    piece: int
    square: int
    to: int


@dataclass(frozen=True, slots=True)
class CardCarrots:
    """The card changed the seat's stock by `carrots`."""

    seat: int
    piece: int
    carrots: int


@dataclass(frozen=True, slots=True)
class CardStatus:
    """The card made the piece miss, eat or chew."""

    seat: int
    piece: int
    status: Status


@dataclass(frozen=True, slots=True)
class ExtraTurn:
    """The card grants an extra turn."""

    seat: int
    piece: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The card ends the turn and nothing is missed (`skip_cards`)."""

    seat: int
    piece: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The stock, `carrots`, is shown to all."""

    seat: int
    piece: int
    carrots: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """All cards were shuffled into a new pile."""

    seat: int
    piece: int


@dataclass(frozen=True, slots=True)
class Gave:
    """The seat gave carrots to another one."""

    seat: int
    receiver: int
    carrots: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A receiver kept the carrots that the giver gave."""

    seat: int
    giver: int
    carrots: int


@dataclass(frozen=True, slots=True)
class Banked:
    """A receiver put the carrots that the giver gave into the bank."""

    seat: int
    giver: int


@dataclass(frozen=True, slots=True)
class Paid:
    """A number square was settled at this rank."""

    seat: int
    piece: int
    square: int
    rank: int
    carrots: int


@dataclass(frozen=True, slots=True)
class ReachedHome:
    """The piece reached Home, as number `place`."""

    seat: int
    piece: int
    place: int


@dataclass(frozen=True, slots=True)
class Left:
    """The seat left the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game ended with this seat's decision."""

    seat: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The table corrected the position of this seat, or gave it the turn."""

    seat: int | None


Consequence = (
    Moved
    | Took
    | Ate
    | Chewed
    | Missed
    | Restarted
    | Passed
    | Answered
    | Drew
    | Void
    | CardMoved
    | CardCarrots
    | CardStatus
    | ExtraTurn
    | TurnEnded
    | Shown
    | Shuffled
    | Gave
    | Kept
    | Banked
    | Paid
    | ReachedHome
    | Left
    | GameOver
    | Corrected
)
"""One step of what an action did."""


def carrots_gained(consequence: Consequence, seat: int) -> int:
    """Return by how many carrots this step changed the seat's stock."""
    match consequence:
        case Gave(seat=giver, receiver=receiver, carrots=carrots):
            return carrots * ((receiver == seat) - (giver == seat))
        case (
            Moved()
            | Took()
            | Ate()
            | Chewed()
            | Restarted()
            | Answered()
            | CardCarrots()
            | Kept()
            | Paid()
        ):
            return consequence.carrots if consequence.seat == seat else 0
        case _:
            return 0


def carrots_before_payments(stock: int, consequences: tuple[Consequence, ...], seat: int) -> int:
    """Return a seat's stock without what its number squares paid at the end of these steps."""
    return stock - sum(
        step.carrots for step in consequences if isinstance(step, Paid) and step.seat == seat
    )


def stock_before(stock: int, consequences: tuple[Consequence, ...], seat: int) -> int:
    """Return what a seat had before these steps, of the stock that it has after them."""
    return stock - sum(carrots_gained(step, seat) for step in consequences)


def carrots_given(gifts: tuple[Gave, ...]) -> int:
    """Return how many carrots these gifts are together."""
    return sum(gift.carrots for gift in gifts)
