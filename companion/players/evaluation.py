"""Value a position for a seat: by the network, by expected turns to Home, by sure turns."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from companion.players.inputs import (
    SHARED_INPUTS,
    WAITING,
    PieceFacts,
    home_inputs,
    next_lettuce,
    pays,
    piece_turns,
    race_inputs,
    shared_inputs,
    square_inputs,
    stock_inputs,
)
from companion.players.network import NO_NETWORK
from companion.players.rules_access import (
    HOME_SQUARE,
    Status,
    cost,
    finish_fault,
    is_first_of_pair,
    is_racing,
    occupied,
    outcome,
    rank_among,
)

if TYPE_CHECKING:
    from companion.players.data_file import PlayerData
    from companion.players.rules_access import Board, Piece, State
    from companion.players.turns_table import TurnsTable

WINNING = 0.85  # of the utility; the rest is for an early place
ANY_STOCK = 27  # the place at Home that keeps any stock: the first of a pair
PARTS = 8  # of a pair's carrots, when they are divided between its pieces
FEWEST_SEATS = 3  # of a network for single pieces: leavers' seats are filled up as if Home
MOST_CACHED = 2500  # of each kind: a few MB together
HOME_TURNS = -1.0  # better than any position on the way
PAIR_TURNS = 20.0  # what the second of a pair adds to a plan for the first


class Evaluator:
    """Values positions of one game with a board's data; keeps what it computed of single pieces."""

    def __init__(self, data: PlayerData, state: State) -> None:
        """Take the data of the board that is played on, and any position of the game."""
        self._data = data
        self._board = state.setup.edition.board
        slots = _slots_of(state)
        self._orders = {seat: slots[n:] + slots[:n] for n, seat in enumerate(slots)}
        self._mates = _mates_of(state)
        self._nearby = _nearby_masks(self._board)
        teams = bool(state.setup.teams)
        self._fewest = FEWEST_SEATS if state.setup.pieces == 1 and not teams else 0
        count = max(len(slots), self._fewest)
        self._pieces = count * state.setup.pieces
        self._network = data.networks.get((count, teams), NO_NETWORK)
        self._known: dict[tuple[object, ...], tuple[int, float]] = {}
        units, board = self._network.units, self._board
        cache = lru_cache(MOST_CACHED)
        self._stock_units = cache(lambda *facts: units(stock_inputs(*facts)))
        self._square_units = cache(lambda slot, *facts: units(square_inputs(slot, board, *facts)))

    @property
    def has_network(self) -> bool:
        """Return whether positions of this game can be valued by a network."""
        return self._network is not NO_NETWORK

    def is_decided(self, state: State, seat: int) -> bool:
        """Return whether nothing that follows changes the utility of the position for a seat."""
        if state.over:
            return True
        pieces = state.seats[seat].pieces
        return len(pieces) == 1 and not state.setup.teams and pieces[0].place is not None

    def utility(self, state: State, seat: int) -> float:
        """Return the value of a decided position for a seat: mostly winning, partly its place."""
        end = outcome(state)
        place = state.seats[seat].pieces[0].place
        players = len(state.seats)
        if state.setup.teams or players == 2:
            return float(end is not None and seat in end.winners)
        wins = place == 1 or (end is not None and seat in end.winners)
        return WINNING * wins + (1 - WINNING) * (players - (place or players)) / (players - 1)

    def value(self, state: State, seat: int, undrawn: tuple[int, int] | None = None) -> float:
        """Return the value of a position for a seat, 0 to 1; it needs a network.

        `undrawn` is a piece of the seat on a hare square whose card is not drawn yet, and what it
        paid for the move.
        """
        if self.is_decided(state, seat):
            return self.utility(state, seat)
        squares = [piece.square for each in state.seats for piece in each.pieces]
        units, turns = self._piece_units(state, seat, squares, undrawn)
        mine, rivals = self._race(state, seat, turns)
        arrived = squares.count(HOME_SQUARE) / self._pieces
        base = self._network.inputs - SHARED_INPUTS
        shared = shared_inputs(base, arrived, mine, rivals)
        return self._network.value(units + self._network.units(shared))

    def _piece_units(
        self, state: State, seat: int, squares: list[int], undrawn: tuple[int, int] | None
    ) -> tuple[int, dict[int, float]]:
        """Return what all pieces add to the hidden units, and each racing seat's turns to Home.

        `squares` are those of all pieces, in any order.
        """
        seats, mates, nearby = state.seats, self._mates[seat], self._nearby
        taken, place = occupied(seats), 1 + squares.count(HOME_SQUARE)
        in_order = sorted(squares, reverse=True)
        units = slot = 0
        turns: dict[int, float] = {}
        for number in self._orders[seat]:
            owner, is_mate = seats[number], number in mates
            divides = is_first_of_pair(owner)
            for index, piece in enumerate(owner.pieces):
                square = piece.square
                if piece.place is not None or owner.left:
                    units += self._network.units(home_inputs(slot, is_mate))
                    slot += 1
                    continue
                price = undrawn[1] if undrawn and number == seat and undrawn[0] == index else None
                facts = (
                    *(slot, is_mate, square, owner.carrots, owner.lettuces),
                    *(piece.status, piece.landed, in_order.index(square) + 1, place),
                    *(taken & nearby[square], divides, price),
                )
                known = self._known.get(facts)
                if known is None:
                    known = self._learn(PieceFacts(*facts), state, number)
                units += known[0]
                turns[number] = turns.get(number, 0.0) + known[1]
                slot += 1
        for empty in range(slot, self._fewest):
            units += self._network.units(home_inputs(empty, is_mate=False))
        return units, turns

    def _learn(self, facts: PieceFacts, state: State, number: int) -> tuple[int, float]:
        """Compute what a piece adds and its turns to Home, and keep them."""
        slot, lettuces, board = facts.slot, facts.lettuces, self._board
        turns = piece_turns(facts, board, self._data.table)
        may_finish = _may_finish(facts, state, number)
        race = race_inputs(facts, board, turns, may_finish=may_finish, pieces=self._pieces)
        units = (
            self._stock_units(slot, facts.carrots, lettuces)
            + self._square_units(slot, facts.square, facts.blocked, lettuces > 0)
            + self._network.units(race)
        )
        if len(self._known) >= MOST_CACHED:
            self._known.clear()
        self._known[facts] = units, turns
        return units, turns

    def _race(self, state: State, seat: int, turns: dict[int, float]) -> tuple[float, list[float]]:
        """Return my turns to Home and each rival's; a team is as far as its last seat."""
        teams = state.setup.teams
        if not teams:
            return turns[seat], [turns[number] for number in turns if number != seat]
        slowest = {n: max(turns.get(each, 0.0) for each in team) for team in teams for n in team}
        rivals = [n for n in self._orders[seat] if n != seat and n not in self._mates[seat]]
        return slowest[seat], [slowest[number] for number in rivals]

    def turns(self, state: State, seat: int) -> float:
        """Return the expected own turns that a seat needs until its last piece is Home."""
        table = self._data.table
        if not is_racing(state.seats[seat]):
            return HOME_TURNS
        stock = _Stock(state, seat)
        pieces = [piece for piece in state.seats[seat].pieces if piece.place is None]
        if len(pieces) == 2:
            return stock.turns + _pair_turns(table, stock, pieces)
        square = pieces[0].square
        return stock.turns + table.turns(stock.lettuces, square, stock.carrots, stock.place)

    def sure_turns(self, state: State, seat: int) -> float:
        """Return the turns of a plan that cannot fail; of a pair, for its first piece at Home."""
        seats = state.seats[seat]
        if not is_racing(seats):
            return HOME_TURNS
        stock = _Stock(state, seat)
        pieces = [piece for piece in seats.pieces if piece.place is None]
        pair = len(pieces) == 2
        place = ANY_STOCK if pair else stock.place
        sure = self._data.sure
        best = min(sure.turns(stock.lettuces, p.square, stock.carrots, place) for p in pieces)
        return stock.turns + best + PAIR_TURNS * pair


def _may_finish(facts: PieceFacts, state: State, number: int) -> bool:
    """Return whether the piece could go Home now; it follows from its facts and the rulings."""
    left = facts.carrots - cost(HOME_SQUARE - facts.square)
    if left < 0 or facts.status is Status.MISS:
        return False
    return finish_fault(state, number, left) is None


class _Stock:
    """What a seat will hold after the turns that are already known: eating, missing, payments."""

    def __init__(self, state: State, number: int) -> None:
        seat = state.seats[number]
        squares = state.setup.edition.board.squares
        self.carrots, self.lettuces, self.turns = seat.carrots, seat.lettuces, 0
        self.place = _next_place(state)
        for piece in seat.pieces:
            rank = rank_among(state.seats, piece)
            if piece.landed and pays(squares[piece.square], rank):
                self.carrots += 10 * rank
            if piece.status is Status.EAT and self.lettuces:
                self.lettuces -= 1
                self.carrots += 10 * rank
            self.turns += piece.status in WAITING


def _pair_turns(table: TurnsTable, stock: _Stock, pieces: list[Piece]) -> float:
    """Return the turns of two pieces that share a stock, for the best way to divide it."""
    first, second = pieces[0].square, pieces[1].square
    carrots, lettuces = stock.carrots, stock.lettuces
    return min(
        table.turns(eats, first, carrots * part // PARTS, ANY_STOCK)
        + table.turns(lettuces - eats, second, carrots - carrots * part // PARTS, stock.place + 1)
        for eats in range(lettuces + 1)
        for part in range(PARTS + 1)
    )


def _next_place(state: State) -> int:
    return 1 + sum(piece.place is not None for seat in state.seats for piece in seat.pieces)


def _nearby_masks(board: Board) -> tuple[int, ...]:
    """Return for each square the mask of the next lettuce and of the tortoise behind."""
    masks = []
    for square, back in enumerate(board.tortoise_behind):
        following = next_lettuce(board, square)
        masks.append((1 << following if following else 0) | (1 << back if back is not None else 0))
    return tuple(masks)


def _slots_of(state: State) -> tuple[int, ...]:
    """Return the seats in the network's input: in teams all, else those that have not left."""
    seats = range(len(state.seats))
    if state.setup.teams:
        return tuple(seats)
    return tuple(number for number in seats if not state.seats[number].left)


def _mates_of(state: State) -> tuple[frozenset[int], ...]:
    """Return the team-mates of each seat."""
    teams = state.setup.teams
    return tuple(
        frozenset(mate for team in teams if seat in team for mate in team if mate != seat)
        for seat in range(len(state.seats))
    )
