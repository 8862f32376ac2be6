"""Games of the companion against itself: who wins, how long they last (`match`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.players.evaluation import Evaluator
from companion.players.rules_access import (
    COLOURS,
    Seeded,
    apply,
    forward_square,
    legal_actions,
    make_setup,
    opening_deck,
    outcome,
    piece_of,
    seat_to_move,
    start,
)
from companion.players.thought import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.players.data_file import PlayerData
    from companion.players.levels import Level
    from companion.players.rules_access import Action, Edition, State

MOST_ENTRIES = 2000  # of a game before it counts as unfinished


@dataclass(slots=True)
class Tally:
    """What a match came to, by the seats as they are named on the command line.

    `places[seat][n]` counts the games in which all pieces of the seat were at Home as number n + 1.
    """

    seats: int
    games: int = 0
    wins: list[int] = field(default_factory=list)
    places: list[list[int]] = field(default_factory=list)
    entries: int = 0
    unfinished: int = 0
    decisions: int = 0
    evaluations: int = 0
    most_evaluations: int = 0

    def __post_init__(self) -> None:
        """Begin with nothing counted."""
        self.wins = [0] * self.seats
        self.places = [[0] * self.seats for _ in range(self.seats)]


@dataclass(frozen=True, slots=True)
class Match:
    """What a match is played with; a piece's first move is drawn from 1 to `opening` squares."""

    edition: Edition
    data: PlayerData
    levels: tuple[Level, ...]
    seed: int
    opening: int = 10


def play_match(match: Match, games: int, clock: Callable[[], float]) -> tuple[Tally, float]:
    """Play games, the levels moving on by one seat each; return the tally and the seconds thought.

    `clock` gives the time of the process.
    """
    tally, seconds = Tally(len(match.levels)), 0.0
    for number in range(games):
        for state, began in _play(match, number, tally, clock):
            seconds += clock() - began
            last = state
        _count(tally, last, number)
    return tally, seconds


def _play(
    match: Match, number: int, tally: Tally, clock: Callable[[], float]
) -> Iterator[tuple[State, float]]:
    """Play a game, and yield each position with the time when its decision began."""
    seats = len(match.levels)
    state = _begin_game(match, number)
    evaluator = Evaluator(match.data, state)
    chance = Seeded(f"{match.seed}/{number}")
    unmoved = {(seat, piece) for seat in range(seats) for piece in range(state.setup.pieces)}
    while not state.over and state.entries < MOST_ENTRIES:
        began = clock()
        seat = seat_to_move(state)
        action = _opening(match, state, chance, unmoved)
        if action is None:
            thought = choose(state, match.levels[(seat + number) % seats], evaluator)
            action = thought.chosen
            tally.decisions += len(thought.actions) > 1
            tally.evaluations += thought.evaluations
            tally.most_evaluations = max(tally.most_evaluations, thought.evaluations)
        unmoved.discard((seat, piece_of(action)))
        state = apply(state, action, chance).state
        yield state, began


def _begin_game(match: Match, number: int) -> State:
    seats = len(match.levels)
    deck = opening_deck(f"{match.seed}/{number}", match.edition, match.edition.rules)
    names = [f"{match.seed}/{number}/{seat}" for seat in range(seats)]
    return start(make_setup(match.edition, names, COLOURS[:seats], deck))


def _opening(
    match: Match, state: State, chance: Seeded, unmoved: set[tuple[int, int]]
) -> Action | None:
    """Draw a piece's first move; None where it is not to be drawn, or there is none so short."""
    if state.prompt is not None or state.turn is None or not match.opening:
        return None
    near = [
        action
        for action in legal_actions(state)
        if (to := forward_square(action)) is not None
        and (state.turn, piece_of(action)) in unmoved
        and to <= match.opening
    ]
    return _draw(near, chance, state.entries) if near else None


def _draw(actions: Sequence[Action], chance: Seeded, entries: int) -> Action:
    cards = tuple(str(n).zfill(2) for n in range(len(actions)))
    return actions[int(chance.shuffle(-1 - entries, cards)[0])]


def _count(tally: Tally, state: State, number: int) -> None:
    """Count a finished game; the seats stand as on the command line."""
    tally.games += 1
    tally.entries += state.entries
    end = outcome(state)
    if end is None:
        tally.unfinished += 1
        return
    for seat in range(tally.seats):
        level = (seat + number) % tally.seats
        tally.wins[level] += seat in end.winners
    for place, seat in enumerate(_seats_at_home(state)):
        tally.places[(seat + number) % tally.seats][place] += 1


def _seats_at_home(state: State) -> list[int]:
    """Return the seats with all pieces at Home, in the order in which the last pieces came."""
    last: dict[int, int] = {}
    for seat, owner in enumerate(state.seats):
        places = [piece.place for piece in owner.pieces if piece.place is not None]
        if len(places) == len(owner.pieces):
            last[seat] = max(places)
    return sorted(last, key=last.__getitem__)
