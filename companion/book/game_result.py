"""What one finished game leaves for the family book: who came where, and what was remarkable."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.rules import (
    HINT,
    Back,
    Correction,
    Forward,
    Leave,
    final_order,
    is_racing,
    last_place,
    outcome,
    turns_taken,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.rules import ReplayStep, Setup, State


class GameMark(StrEnum):
    """What makes a game one that a family may not want to count."""

    CORRECTED = "corrected"
    LEFT = "left"
    HINT = "hint"


class Highlight(StrEnum):
    """What a game is remembered for."""

    LEAD_LOST = "lead-lost"  # squares between the leader, who did not win, and the next seat
    LETTUCES_FIRST = "lettuces-first"  # the first to have eaten all lettuces: 1
    JUMP = "jump"  # squares of the longest move
    TORTOISES = "tortoises"  # moves back to a tortoise


@dataclass(frozen=True, slots=True)
class Player:
    """Who played a seat: a name, else the companion's level, else only the colour."""

    name: str = ""
    level: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a seat ended. `place` is None for one that left, and in teams, which win as a whole.

    `carrots` are those left over; a seat that is not `home` did not finish its race.
    """

    player: Player
    place: int | None
    won: bool
    home: bool
    turns: int
    carrots: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game, its seats in turn order; `highlights` have the seat and a number."""

    edition: str
    seats: tuple[SeatResult, ...]
    marks: frozenset[GameMark] = frozenset()
    highlights: tuple[tuple[Highlight, int, int], ...] = ()


def result_of(steps: Iterable[ReplayStep]) -> GameResult | None:
    """Return what a game leaves, None while it is not over. Raises what `steps` raise."""
    opening, *played = steps
    end = (played or [opening])[-1].state
    if not end.over:
        return None
    setup = end.setup
    return GameResult(
        setup.edition.id,
        _seats(opening.state, played),
        frozenset(_marks(played)),
        tuple(_highlights(setup, opening.state, played)),
    )


def _seats(opening: State, played: list[ReplayStep]) -> tuple[SeatResult, ...]:
    end = played[-1].state
    setup, ended = end.setup, outcome(end)
    places = dict(final_order(end))
    turns = turns_taken(opening, ((s.entry.action, s.state) for s in played if s.entry))
    return tuple(
        SeatResult(
            player_of(setup, number),
            None if setup.teams or seat.left else places[number],
            ended is not None and number in ended.winners,
            not seat.left and last_place(seat) is not None,
            turns[number],
            seat.carrots,
        )
        for number, seat in enumerate(end.seats)
    )


def player_of(setup: Setup, seat: int) -> Player:
    """Return who plays a seat; the companion counts as its level, whatever its seat is called."""
    level, name = setup.levels[seat], " ".join(setup.names[seat].split())
    if level is not None:
        return Player(level=level)
    return Player(name=name) if name else Player(colour=setup.colours[seat])


def _marks(played: list[ReplayStep]) -> Iterator[GameMark]:
    for step in played:
        if step.entry is None:
            continue
        if isinstance(step.entry.action, Correction):
            yield GameMark.CORRECTED
        elif isinstance(step.entry.action, Leave):
            yield GameMark.LEFT
        if step.entry.extra.get(HINT):
            yield GameMark.HINT


def _highlights(
    setup: Setup, opening: State, played: list[ReplayStep]
) -> Iterator[tuple[Highlight, int, int]]:
    """Yield the best of each highlight: of equal ones the first."""
    seats = range(setup.players)
    for highlight, numbers in (
        (Highlight.LEAD_LOST, _leads_lost(played)),
        (Highlight.LETTUCES_FIRST, _lettuces_first(opening, played)),
        (Highlight.JUMP, _jumps(opening, played)),
        (Highlight.TORTOISES, _tortoises(setup, played)),
    ):
        best = max(seats, key=lambda seat, numbers=numbers: numbers[seat])  # type: ignore[misc]
        if numbers[best]:
            yield highlight, best, numbers[best]


def _leads_lost(played: list[ReplayStep]) -> list[int]:
    """Return by how many squares each seat, which did not win, was ahead of all others at most."""
    end = played[-1].state
    ended = outcome(end)
    winners = ended.winners if ended else ()
    best = [0] * len(end.seats)
    for step in played:
        seats = step.state.seats
        squares = sorted(
            (square, n) for n, square in _rear_squares(step.state) if not seats[n].left
        )
        if len(squares) > 1 and all(map(is_racing, (seats[n] for _, n in squares))):
            ahead, leader = squares[-1]
            best[leader] = max(best[leader], ahead - squares[-2][0])
    return [0 if n in winners or end.seats[n].left else lead for n, lead in enumerate(best)]


def _rear_squares(state: State) -> Iterator[tuple[int, int]]:
    """Yield each seat and the square of its hindmost piece, which decides a pair's race."""
    for number, seat in enumerate(state.seats):
        yield number, min(piece.square for piece in seat.pieces)


def _lettuces_first(opening: State, played: list[ReplayStep]) -> list[int]:
    """Return 1 for the seat that had eaten all its lettuces first, by a decision of its own."""
    first = [0] * len(opening.seats)
    before = opening
    for step in played:
        for number, seat in enumerate(step.state.seats):
            if before.seats[number].lettuces and not seat.lettuces and not _corrects(step):
                first[number] = 1
                return first
        before = step.state
    return first


def _corrects(step: ReplayStep) -> bool:
    return step.entry is not None and isinstance(step.entry.action, Correction)


def _jumps(opening: State, played: list[ReplayStep]) -> list[int]:
    """Return how many squares each seat's longest move forward had."""
    longest = [0] * len(opening.seats)
    before = opening
    for step in played:
        if step.entry is not None and isinstance(step.entry.action, Forward):
            move = step.entry.action
            steps = move.to - before.seats[move.seat].pieces[move.piece].square
            longest[move.seat] = max(longest[move.seat], steps)
        before = step.state
    return longest


def _tortoises(setup: Setup, played: list[ReplayStep]) -> list[int]:
    """Count each seat's moves back to a tortoise."""
    counts = [0] * setup.players
    for step in played:
        if step.entry is not None and isinstance(step.entry.action, Back):
            counts[step.entry.action.seat] += 1
    return counts
