"""Count how often the forecast of a hint comes true.

`python -m companion.dev.training.count_reasons EDITION PLAYERS OTHERS GAMES [SEED] [--teams]`: in
each game one seat follows the hints of the strongest level, the others play as OTHERS; two players
have two pieces each, and with --teams every other seat is a mate. The levels choose in C
(engine.py), the hints are those of companion.players. Prints a JSON line: of each kind how many
there were, and which share came true.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.config.player_data_files import player_data
from companion.dev.training.arguments import number_of_games, parser_of
from companion.dev.training.engine import Engine
from companion.players.evaluation import Evaluator
from companion.players.hint import hint_of
from companion.players.inputs import pays
from companion.players.levels import Level
from companion.players.rules_access import (
    COLOURS,
    HOME_SQUARE,
    Kind,
    Seeded,
    after,
    apply,
    blind,
    is_racing,
    make_setup,
    opening_deck,
    piece_of,
    rank_among,
    start,
)

if TYPE_CHECKING:
    from companion.players.data_file import PlayerData
    from companion.players.hint import Hint
    from companion.players.rules_access import Action, Edition, State

NUMBERS = {"lettuce": "pays", "number": "pays", "then_lettuce": "to", "then_home": "place"}
"""The kinds of reasons that predict the next turn, and the number that is looked at."""

NEAR = 10  # carrots: a lettuce that pays this much more or less is "about" what was said


@dataclass(frozen=True, slots=True)
class Prediction:
    """The forecast for a piece: a payment of its square, or its next move."""

    code: str
    piece: int
    number: int


class Count:
    """How many forecasts of each kind there were, and how many came true."""

    def __init__(self) -> None:
        """Start at nothing."""
        self.said: Counter[str] = Counter()
        self.true: Counter[str] = Counter()

    def add(self, code: str, *, came_true: bool) -> None:
        """Count a forecast."""
        self.said[code] += 1
        self.true[code] += came_true

    def shares(self) -> dict[str, list[float]]:
        """Return the number of each kind, and the share that came true."""
        return {c: [n, round(self.true[c] / n, 3)] for c, n in sorted(self.said.items())}


def predictions_of(hint: Hint) -> list[Prediction]:
    """Return the forecasts of a hint for the next turn."""
    piece = piece_of(hint.action)
    return [
        Prediction(reason.code, piece, dict(reason.numbers).get(NUMBERS[reason.code], HOME_SQUARE))
        for reason in hint.reasons
        if reason.code in NUMBERS
    ]


def came_true(prediction: Prediction, state: State, seat: int, action: Action) -> bool:
    """Return whether the forecast came true at the seat's next turn, given its `action` there."""
    piece = state.seats[seat].pieces[prediction.piece]
    kind = state.setup.edition.board.squares[piece.square]
    rank = rank_among(state.seats, piece)
    match prediction.code:
        case "lettuce":
            return kind is Kind.LETTUCE and abs(10 * rank - prediction.number) <= NEAR
        case "number":
            return pays(kind, rank) and 10 * rank == prediction.number
        case _:
            then = after(blind(state), action).seats[seat].pieces[prediction.piece]
            return then.square == prediction.number


def saved_by(hint: Hint) -> list[tuple[Action, int]]:
    """Return the second best action and the turns that the hint says it saves, if it does."""
    if hint.second is None:
        return []
    saves = [dict(reason.numbers) for reason in hint.reasons if reason.code == "saves"]
    return [(hint.second, numbers["turns"]) for numbers in saves]


class Games:
    """Games of one kind, in which one seat is given hints."""

    def __init__(self, engine: Engine, edition: Edition, data: PlayerData, *, teams: bool) -> None:
        """Start with nothing counted."""
        self.count = Count()
        self._engine, self._edition, self._data, self._teams = engine, edition, data, teams

    def play(self, levels: list[Level], seat: int, seed: str) -> None:
        """Play a game, and count the forecasts for that seat."""
        state = self._begin(len(levels), seed)
        evaluator, chance = Evaluator(self._data, state), Seeded(seed)
        waiting: list[Prediction] = []
        while not state.over:
            thought = self._engine.think(state, levels[state.turn or 0], evaluator)
            action = thought.chosen
            if state.turn == seat and state.prompt is None:
                for prediction in waiting:
                    true = came_true(prediction, state, seat, action)
                    self.count.add(prediction.code, came_true=true)
                hint = hint_of(thought, evaluator)
                waiting = predictions_of(hint)
                self._count_saved(state, hint, evaluator, f"{seed}/{state.entries}")
            state = apply(state, action, chance).state

    def _begin(self, players: int, seed: str) -> State:
        names = [f"{seed}/{n}" for n in range(players)]
        deck = opening_deck(seed, self._edition, self._edition.rules)
        mates = tuple(tuple(range(first, players, 2)) for first in (0, 1)) if self._teams else ()
        setup = make_setup(self._edition, names, COLOURS[:players], deck, None, mates)
        return start(setup)

    def _count_saved(self, state: State, hint: Hint, evaluator: Evaluator, seed: str) -> None:
        """Count whether the second best way takes so many turns more, or one less than that.

        Both ways are played on by the level `good` in every seat, with the same chance.
        """
        for second, turns in saved_by(hint):
            took = [
                self._turns_home(apply(state, each, Seeded(seed)).state, evaluator, each.seat, seed)
                for each in (second, hint.action)
            ]
            self.count.add("saves", came_true=took[0] - took[1] >= turns - 1)

    def _turns_home(self, state: State, evaluator: Evaluator, seat: int, seed: str) -> int:
        """Play on until the seat is Home, or the game ends; return the turns it took."""
        turns, chance = 0, Seeded(seed)
        while is_racing(state.seats[seat]) and not state.over:
            turns += state.turn == seat and state.prompt is None
            action = self._engine.think(state, Level.GOOD, evaluator).chosen
            state = apply(state, action, chance).state
        return turns


def main() -> None:
    """Count over games, and print a JSON line."""
    parser = parser_of(__doc__)
    parser.add_argument("others", type=Level, choices=tuple(Level))
    parser.add_argument("games", type=number_of_games)
    parser.add_argument("seed", nargs="?", default="")
    parser.add_argument("--teams", action="store_true")
    options = parser.parse_args()
    edition, players, teams = options.edition, options.players, options.teams
    data = player_data(edition)
    with Engine(edition, data, players, teams=teams) as engine:
        counted = Games(engine, edition, data, teams=teams)
        for number in range(options.games):
            levels = [options.others] * players
            levels[number % players] = Level.STRONG
            counted.play(levels, number % players, f"{options.seed}/{number}")
    facts = {"edition": edition.id, "players": players, "others": options.others, "teams": teams}
    print(json.dumps({**facts, "games": options.games, **counted.count.shares()}))


if __name__ == "__main__":
    main()
