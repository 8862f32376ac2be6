"""Measure what a decision of the strongest level costs: evaluations, steps, and processor time.

`python -m companion.dev.training.decision_cost EDITION PLAYERS [GAMES]`: prints a JSON line. The
time is that of the process, and stands beside that of a fixed loop, since machines differ.
"""

from __future__ import annotations

import json
import statistics
import time
from typing import TYPE_CHECKING

from companion.config.player_data_files import player_data
from companion.dev.training.arguments import number_of_games, parser_of
from companion.players.evaluation import Evaluator
from companion.players.levels import Level
from companion.players.rules_access import (
    COLOURS,
    Seeded,
    apply,
    make_setup,
    opening_deck,
    start,
)
from companion.players.thought import advance, begin

if TYPE_CHECKING:
    from companion.players.data_file import PlayerData
    from companion.players.rules_access import Edition

LOOP = 100_000  # additions of the fixed loop


def main() -> None:
    """Play a few games of the strongest level against itself, and print what they cost."""
    parser = parser_of(__doc__)
    parser.add_argument("games", nargs="?", type=number_of_games, default=5)
    options = parser.parse_args()
    edition, data = options.edition, player_data(options.edition)
    costs = [
        cost
        for number in range(options.games)
        for cost in costs_of_game(edition, data, options.players, number)
    ]
    evaluations, steps, milliseconds = zip(*costs, strict=True)
    loop = min(time_of_loop() for _ in range(9))
    line = {
        "edition": edition.id,
        "players": options.players,
        "decisions": len(costs),
        "evaluations": {"median": statistics.median(evaluations), "most": max(evaluations)},
        "evaluations_a_step": max(steps),
        "ms": {
            "median": round(statistics.median(milliseconds), 1),
            "most": round(max(milliseconds), 1),
        },
        "loops": {
            "median": round(statistics.median(milliseconds) / loop, 1),
            "most": round(max(milliseconds) / loop, 1),
        },
    }
    print(json.dumps(line))


def costs_of_game(
    edition: Edition, data: PlayerData, players: int, seed: int
) -> list[tuple[int, int, float]]:
    """Return for each decision its evaluations, the most in one step, and its milliseconds."""
    names = [f"{seed}/{seat}" for seat in range(players)]
    deck = opening_deck(seed, edition, edition.rules)
    state = start(make_setup(edition, names, COLOURS[:players], deck))
    evaluator, chance = Evaluator(data, state), Seeded(seed)
    found: list[tuple[int, int, float]] = []
    while not state.over:
        begun, most = time.process_time(), 0
        thought = begin(state, Level.STRONG, evaluator)
        while thought.choice is None:
            before = thought.evaluations
            thought = advance(thought, evaluator)
            most = max(most, thought.evaluations - before)
        milliseconds = 1000 * (time.process_time() - begun)
        if len(thought.actions) > 1:
            found.append((thought.evaluations, most, milliseconds))
        state = apply(state, thought.chosen, chance).state
    return found


def time_of_loop() -> float:
    """Return the milliseconds of a fixed loop in plain Python."""
    begun = time.process_time()
    total = 0
    for number in range(LOOP):
        total += number & 7
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
