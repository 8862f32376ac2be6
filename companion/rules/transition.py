"""The transition that one decision makes: a working copy of the state, and the steps so far.

It lives inside one `apply` and is never shared: states go in and come out as values. Nothing here
checks whether a step is allowed: check_action.py did that before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.amounts import filled_up, rank_payment
from companion.rules.board import HOME_SQUARE, PAID_RANKS, Kind
from companion.rules.consequence import Paid, ReachedHome, Restarted
from companion.rules.ranking import is_over, is_racing, next_place, rank_among
from companion.rules.state import Piece, Seat, State, Status

if TYPE_CHECKING:
    from companion.rules.chance import Chance
    from companion.rules.consequence import Consequence
    from companion.rules.state import Prompt

_LANDING: dict[Kind, tuple[Status | None, bool]] = {
    kind: (Status.EAT if kind is Kind.LETTUCE else None, kind in PAID_RANKS) for kind in Kind
}
"""What a piece owes, and whether it is to be settled, after landing on a kind of square."""


class Transition:
    """The working copy of the state while a decision is applied."""

    __slots__ = (
        "aside",
        "chance",
        "consequences",
        "deck",
        "decks",
        "draws",
        "giver",
        "on_hare",
        "opened",
        "over",
        "prompt",
        "receivers",
        "rolls",
        "seats",
        "setup",
        "state",
        "turn",
    )

    def __init__(self, state: State, chance: Chance) -> None:
        """Begin at a state; every question that was open counts as answered."""
        self.state = state
        self.setup = state.setup
        self.chance = chance
        self.seats = list(state.seats)
        self.turn = state.turn
        self.prompt: Prompt | None = None
        self.over = False
        self.deck = state.deck
        self.aside = state.aside
        self.receivers: tuple[int, ...] = ()
        self.giver: int | None = None
        self.opened = state.opened
        self.draws = 0
        self.on_hare = False
        self.rolls: list[int] = []
        self.decks: list[tuple[str, ...]] = []
        self.consequences: list[Consequence] = []

    def result(self) -> State:
        """Return the state as it now is, one entry later."""
        before = self.state
        return State(
            self.setup,
            tuple(self.seats),
            None if self.over else self.turn,
            None if self.over else self.prompt,
            self.over,
            self.deck,
            self.aside,
            before.shuffles + len(self.decks),
            before.rolls + len(self.rolls),
            before.entries + 1,
            self.receivers,
            self.giver,
            self.opened,
        )

    def add(self, consequence: Consequence) -> None:
        """Add a step to what the decision did."""
        self.consequences.append(consequence)

    def add_carrots(self, number: int, carrots: int) -> None:
        """Add carrots to a seat's stock, or take them where the number is negative."""
        seat = self.seats[number]
        self.seats[number] = Seat(seat.carrots + carrots, seat.lettuces, seat.pieces, seat.left)

    def set_piece(self, number: int, index: int, piece: Piece) -> None:
        """Replace a seat's piece."""
        seat = self.seats[number]
        pieces = seat.pieces
        changed = (piece,) if len(pieces) == 1 else (*pieces[:index], piece, *pieces[index + 1 :])
        self.seats[number] = Seat(seat.carrots, seat.lettuces, changed, seat.left)

    def set_status(self, number: int, index: int, status: Status) -> None:
        """Make a piece owe something on its seat's next turn."""
        old = self.seats[number].pieces[index]
        self.set_piece(number, index, Piece(old.square, status, old.place, old.landed))

    def place_piece(self, number: int, index: int, square: int) -> Kind:
        """Put a piece on a square by landing, and return the square's kind.

        A lettuce waits, a number square will be settled, at Home it gets its place; a hare square's
        card is for the caller to draw.
        """
        kind = self.setup.edition.board.squares[square]
        if square == HOME_SQUARE:
            place = next_place(self.seats)
            self.set_piece(number, index, Piece(square, None, place))
            self.add(ReachedHome(number, index, place))
            self.end_if_over()
        else:
            status, landed = _LANDING[kind]
            self.set_piece(number, index, Piece(square, status, None, landed))
        return kind

    def restart(self, number: int, index: int) -> None:
        """Put a piece back on Start and fill the carrots up to the starting stock."""
        seat = self.seats[number]
        square = seat.pieces[index].square
        filled = filled_up(seat.carrots, self.setup.edition.start_carrots(self.setup.players))
        self.add_carrots(number, filled)
        self.set_piece(number, index, Piece())
        self.add(Restarted(number, index, square, filled))

    def end_if_over(self) -> None:
        """Mark the game as over where its end has come."""
        if is_over(self.seats, self.setup.teams, self.setup.rules.end):
            self.over = True

    def end_turn(self, number: int) -> None:
        """Clear what was missed in this turn, and start the next seat's turn after `number`."""
        self._serve_misses(number)
        self.start_next_turn(number)

    def start_next_turn(self, number: int) -> None:
        """Start the next racing seat's turn, and settle what its squares owe it."""
        players = len(self.seats)
        following = (number + 1) % players
        while not is_racing(self.seats[following]):
            following = (following + 1) % players
        self.turn = following
        self._settle(following)

    def _serve_misses(self, number: int) -> None:
        """Clear the misses in the state: they are of earlier turns, as a new miss ends its turn."""
        for index, piece in enumerate(self.state.seats[number].pieces):
            if piece.status is Status.MISS:
                now = self.seats[number].pieces[index]
                self.set_piece(number, index, Piece(now.square, None, now.place, now.landed))

    def _settle(self, number: int) -> None:
        for index, piece in enumerate(self.seats[number].pieces):
            if piece.landed:
                self._settle_piece(number, index, piece)

    def _settle_piece(self, number: int, index: int, piece: Piece) -> None:
        kind = self.setup.edition.board.squares[piece.square]
        rank = rank_among(self.seats, piece)
        carrots = rank_payment(rank) if rank in PAID_RANKS[kind] else 0
        self.set_piece(number, index, Piece(piece.square, piece.status, piece.place))
        if carrots:
            self.add_carrots(number, carrots)
            self.add(Paid(number, index, piece.square, rank, carrots))
