"""Who is where in the race: ranks, places, the pieces on a square, and the outcome."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.rules.board import HOME_SQUARE, TRACK_MASK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.rules.state import Piece, Seat, State


class Termination(StrEnum):
    """How a game ended."""

    RACED = "raced"  # the winner, or the winning team, is Home
    LEFT = "left"  # the others left


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning seats (one, or a team; none where nobody won)."""

    ending: Termination
    winners: tuple[int, ...]


def rank(state: State, seat: int, piece: int = 0) -> int | None:
    """Return the position in the race, from 1; None for a seat that left (spec/rules.md, Words)."""
    owner = state.seats[seat]
    return None if owner.left else rank_among(state.seats, owner.pieces[piece])


def rank_among(seats: Sequence[Seat], mine: Piece) -> int:
    """Return 1 + the number of pieces strictly ahead of this one; Home ranks by arrival."""
    ahead = 1
    square, place = mine.square, mine.place
    for seat in seats:
        for piece in seat.pieces:
            arrived = piece.place
            if piece.square > square or (place and arrived and arrived < place):
                ahead += 1
    return ahead


def place(state: State, seat: int, piece: int = 0) -> int | None:
    """Return the order of arrival at Home, from 1; None before."""
    return state.seats[seat].pieces[piece].place


def squares_home(state: State, seat: int, piece: int = 0) -> int:
    """Return how many squares a piece has before it, Home included."""
    return HOME_SQUARE - state.seats[seat].pieces[piece].square


def in_race_order(state: State) -> tuple[tuple[int, int], ...]:
    """List the (seat, piece) from the last to the first; those at Home by arrival."""
    found = [
        ((piece.square, -(piece.place or 0)), number, index)
        for number, seat in enumerate(state.seats)
        if not seat.left
        for index, piece in enumerate(seat.pieces)
    ]
    return tuple((number, index) for _, number, index in sorted(found))


def next_place(seats: Sequence[Seat]) -> int:
    """Return the place that the next piece at Home will have."""
    return 1 + sum(piece.place is not None for seat in seats for piece in seat.pieces)


def is_racing(seat: Seat) -> bool:
    """Return whether the seat still has a piece on the way."""
    return not seat.left and any([piece.place is None for piece in seat.pieces])  # noqa: C419 - a list is quicker than a generator for one or two pieces


def racing_pieces(seats: Sequence[Seat]) -> Iterator[tuple[int, int, Piece]]:
    """Yield seat, number and piece of all that still race."""
    for number, seat in enumerate(seats):
        if not seat.left:
            for index, piece in enumerate(seat.pieces):
                if piece.place is None:
                    yield number, index, piece


def occupied(seats: Sequence[Seat]) -> int:
    """Return the mask of the squares 1..63 where a piece stands."""
    mask = 0
    for seat in seats:
        for piece in seat.pieces:
            mask |= 1 << piece.square
    return mask & TRACK_MASK


def pieces_on(state: State, square: int) -> tuple[tuple[int, int], ...]:
    """List the (seat, piece) on a square; at Home in order of arrival."""
    found = [
        (0 if piece.place is None else piece.place, number, index)
        for number, seat in enumerate(state.seats)
        if not seat.left
        for index, piece in enumerate(seat.pieces)
        if piece.square == square
    ]
    return tuple((number, index) for _, number, index in sorted(found))


def nearest_tortoise(state: State, square: int) -> int | None:
    """Return the nearest tortoise square behind, occupied or not; None where there is none."""
    return state.setup.edition.board.tortoise_behind[square]


def starting_stock(state: State) -> tuple[int, int]:
    """Return the carrots and lettuces that each seat of this game started with."""
    setup = state.setup
    edition = setup.edition
    return edition.start_carrots(setup.players), edition.start_lettuces(setup.players)


def is_over(seats: Sequence[Seat], teams: tuple[tuple[int, ...], ...], end: str) -> bool:
    """Return whether the game has ended (spec/rules.md: End, Two players, Teams).

    With two players the one rule serves all: a pair at Home, or a leave, leaves one seat racing.
    """
    if sum(map(is_racing, seats)) <= 1:
        return True
    if teams:
        return bool(_home_team(seats, teams)) or len(_teams_present(seats, teams)) <= 1
    return end == "winner" and any(map(_is_home, seats))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, None while it goes on.

    In teams the winner is the team whose pieces are all Home, else the only one nobody of which
    left: a team with a player who left can no longer win (spec/rules.md, Teams). Otherwise the seat
    whose last piece came Home first wins, or the one that stayed when all others left.
    """
    if not state.over:
        return None
    seats, teams = state.seats, state.setup.teams
    if teams:
        return _team_outcome(seats, teams)
    home = [seat for seat in range(len(seats)) if _is_home(seats[seat])]
    if home:
        return Outcome(Termination.RACED, (min(home, key=lambda seat: _last_place(seats[seat])),))
    return Outcome(Termination.LEFT, tuple(n for n, seat in enumerate(seats) if not seat.left))


def _team_outcome(seats: Sequence[Seat], teams: tuple[tuple[int, ...], ...]) -> Outcome:
    home = _home_team(seats, teams)
    if home:
        return Outcome(Termination.RACED, home)
    whole = [team for team in teams if not any(seats[seat].left for seat in team)]
    return Outcome(Termination.LEFT, whole[0] if len(whole) == 1 else ())


def _home_team(seats: Sequence[Seat], teams: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    for team in teams:
        if all(_is_home(seats[seat]) for seat in team):
            return team
    return ()


def _teams_present(
    seats: Sequence[Seat], teams: tuple[tuple[int, ...], ...]
) -> list[tuple[int, ...]]:
    return [team for team in teams if not all(seats[seat].left for seat in team)]


def _is_home(seat: Seat) -> bool:
    return not seat.left and all(piece.square == HOME_SQUARE for piece in seat.pieces)


def _last_place(seat: Seat) -> int:
    return max(piece.place for piece in seat.pieces if piece.place is not None)
