"""What a position is: seats, pieces and what they owe, as values that never change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.setup import Setup


class Status(StrEnum):
    """What a piece owes on its seat's next turn (spec/record.md, `status`)."""

    EAT = "eat"
    ATE = "ate"
    MISS = "miss"
    CHEW = "chew"


class Prompt(StrEnum):
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


@dataclass(frozen=True, slots=True)
class State:
    """One position of one game.

    `turn` is the seat to act, the receiver while `keep` is asked, None when the game is over.
    `deck` is the pile, top first; `aside` the cards set aside. `shuffles` and `rolls` count the
    chance used so far, `entries` the decisions. `receivers` are still to be asked, the one whose
    turn it is first, and `giver` gave them their carrots. `opened` says that seat 0 has made its
    first move (the house rule `no_first_lettuce`).
    """

    setup: Setup
    seats: tuple[Seat, ...]
    turn: int | None
    prompt: Prompt | None
    over: bool
    deck: tuple[str, ...]
    aside: tuple[str, ...]
    shuffles: int
    rolls: int
    entries: int
    receivers: tuple[int, ...]
    giver: int | None
    opened: bool


def seat_to_move(state: State) -> int:
    """Return the seat to act; LookupError once the game is over."""
    if state.turn is None:
        raise LookupError("the game is over: no seat is to move")
    return state.turn


def start(setup: Setup) -> State:
    """Put all pieces on Start, with the starting stock; seat 0 opens."""
    seat = Seat(
        setup.edition.start_carrots(setup.players),
        setup.edition.start_lettuces(setup.players),
        (Piece(),) * setup.pieces,
    )
    seats = (seat,) * setup.players
    return State(setup, seats, 0, None, False, setup.deck, (), 0, 0, 0, (), None, False)
