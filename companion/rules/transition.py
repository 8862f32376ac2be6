"""The course of one decision: a working copy of the state, and the steps written down on the way.

A course lives inside one `apply` and is never shared: states go in and come out as values. Nothing
here asks whether a step is allowed, check.py did that before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.board import HOME_SQUARE, PAID_RANKS, Kind
from companion.rules.consequence import Consequence, ConsequenceKind
from companion.rules.ranking import is_over, is_racing, next_place, rank_among
from companion.rules.state import Piece, Seat, State, Status

if TYPE_CHECKING:
    from companion.rules.chance import Chance
    from companion.rules.state import Prompt

_LANDING: dict[Kind, tuple[Status | None, bool]] = {
    kind: (Status.EAT if kind is Kind.LETTUCE else None, kind in PAID_RANKS) for kind in Kind
}
"""What a piece owes, and whether it is to be settled, after landing on a kind of square."""


class Transition:
    """What changes while a decision unfolds."""

    __slots__ = (
        "aside",
        "ask",
        "chance",
        "consequences",
        "deck",
        "decks",
        "draws",
        "giver",
        "on_hare",
        "opened",
        "over",
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
        self.ask: Prompt | None = None
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
            None if self.over else self.ask,
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

    def tell(self, step: Consequence) -> None:
        """Write down a step."""
        self.consequences.append(step)

    def pay(self, number: int, carrots: int) -> None:
        """Change a seat's stock by so many carrots."""
        seat = self.seats[number]
        self.seats[number] = Seat(seat.carrots + carrots, seat.lettuces, seat.pieces, seat.left)

    def put(self, number: int, index: int, piece: Piece) -> None:
        """Put another value in place of a seat's piece."""
        seat = self.seats[number]
        pieces = seat.pieces
        changed = (piece,) if len(pieces) == 1 else (*pieces[:index], piece, *pieces[index + 1 :])
        self.seats[number] = Seat(seat.carrots, seat.lettuces, changed, seat.left)

    def owe(self, number: int, index: int, status: Status) -> None:
        """Make a piece owe something on its seat's next turn."""
        old = self.seats[number].pieces[index]
        self.put(number, index, Piece(old.square, status, old.place, old.landed))

    def stand(self, number: int, index: int, square: int) -> Kind:
        """Put a piece on a square as landing does, and return the square's kind.

        A lettuce waits, a number square will be settled, at Home it gets its place; a hare square's
        card is for the caller to draw.
        """
        kind = self.setup.edition.board.squares[square]
        if square == HOME_SQUARE:
            place = next_place(self.seats)
            self.put(number, index, Piece(square, None, place))
            self.tell(Consequence(ConsequenceKind.HOME, number, index, square=square, place=place))
            self.end_if_over()
        else:
            status, landed = _LANDING[kind]
            self.put(number, index, Piece(square, status, None, landed))
        return kind

    def start_over(self, number: int, index: int) -> None:
        """Put a piece back on Start and fill the carrots up to the starting stock."""
        seat = self.seats[number]
        square = seat.pieces[index].square
        filled = max(0, self.setup.edition.start_carrots(self.setup.players) - seat.carrots)
        self.pay(number, filled)
        self.put(number, index, Piece())
        self.tell(
            Consequence(
                ConsequenceKind.RESTARTED, number, index, square=square, to=0, carrots=filled
            )
        )

    def end_if_over(self) -> None:
        """Close the game where its end has come."""
        if is_over(self.seats, self.setup.teams, self.setup.rules.end):
            self.over = True

    def end_turn(self, number: int) -> None:
        """Serve what was missed in this turn, and open the next seat's turn after `number`."""
        self._serve_misses(number)
        self.pass_on(number)

    def pass_on(self, number: int) -> None:
        """Return the turn to the next racing seat, and settle what its squares owe it."""
        players = len(self.seats)
        following = (number + 1) % players
        while not is_racing(self.seats[following]):
            following = (following + 1) % players
        self.turn = following
        self._settle(following)

    def _serve_misses(self, number: int) -> None:
        """Clear the misses that the turn began with: a new one ends the turn that brings it."""
        for index, piece in enumerate(self.state.seats[number].pieces):
            if piece.status is Status.MISS:
                now = self.seats[number].pieces[index]
                self.put(number, index, Piece(now.square, None, now.place, now.landed))

    def _settle(self, number: int) -> None:
        for index, piece in enumerate(self.seats[number].pieces):
            if piece.landed:
                self._settle_piece(number, index, piece)

    def _settle_piece(self, number: int, index: int, piece: Piece) -> None:
        kind = self.setup.edition.board.squares[piece.square]
        rank = rank_among(self.seats, piece)
        carrots = 10 * rank if rank in PAID_RANKS[kind] else 0
        self.put(number, index, Piece(piece.square, piece.status, piece.place))
        if carrots:
            self.pay(number, carrots)
            self.tell(
                Consequence(
                    ConsequenceKind.PAID,
                    number,
                    index,
                    square=piece.square,
                    rank=rank,
                    carrots=carrots,
                )
            )
