"""Count how often the forecast of a hint comes true.

`python -m companion.dev.training.count_reasons EDITION PLAYERS OTHERS GAMES [SEED] [--teams]`: in
each game one seat follows the hints of the strongest level, the others play as OTHERS; two players
have two pieces each, and with --teams every other seat is a mate.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.config.edition_files import find_edition
from companion.config.player_data_files import player_data
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
from companion.players.thought import choose

if TYPE_CHECKING:
    from companion.players.data_file import PlayerData
    from companion.players.hint import Hint
    from companion.players.rules_access import Action, Edition, State

NUMBERS = {"lettuce": "pays", "number": "pays", "then_lettuce": "to", "then_home": "place"}
"""The kinds of reasons that foresee something, and the number of each that is looked at."""

TEAMS = "--teams"
Teams = tuple[tuple[int, ...], ...]

NEAR = 10  # carrots: a lettuce that pays this much more or less is "about" what was said


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The forecast for a piece: a payment of its square, or its next move."""

    code: str
    piece: int
    number: int


def foreseen_by(hint: Hint) -> list[Foreseen]:
    """Return the forecasts of a hint."""
    piece = piece_of(hint.action)
    return [
        Foreseen(reason.code, piece, dict(reason.numbers).get(NUMBERS[reason.code], HOME_SQUARE))
        for reason in hint.reasons
        if reason.code in NUMBERS
    ]


def came_true(foreseen: Foreseen, state: State, seat: int, action: Action) -> bool:
    """Return whether the forecast came true at the seat's next turn, given its `action` there."""
    piece = state.seats[seat].pieces[foreseen.piece]
    kind = state.setup.edition.board.squares[piece.square]
    rank = rank_among(state.seats, piece)
    match foreseen.code:
        case "lettuce":
            return kind is Kind.LETTUCE and abs(10 * rank - foreseen.number) <= NEAR
        case "number":
            return pays(kind, rank) and 10 * rank == foreseen.number
        case _:
            then = after(blind(state), action).seats[seat].pieces[foreseen.piece]
            return then.square == foreseen.number


def saved_by(hint: Hint) -> list[int]:
    """Return the turns that a hint says it saves."""
    return [dict(reason.numbers)["turns"] for reason in hint.reasons if reason.code == "saves"]


def saves(state: State, hint: Hint, turns: int, evaluator: Evaluator, seed: str) -> bool:
    """Return whether the second best way takes so many turns more, or one less than that.

    Both ways are played on by the level `good` in every seat, with the same chance.
    """
    assert hint.second is not None
    seat = hint.action.seat
    took = [
        turns_to_home(apply(state, action, Seeded(seed)).state, seat, evaluator, Seeded(seed))
        for action in (hint.second, hint.action)
    ]
    return took[0] - took[1] >= turns - 1


def turns_to_home(state: State, seat: int, evaluator: Evaluator, chance: Seeded) -> int:
    """Play on until the seat's last piece is Home, or the game ends; return the turns it took."""
    turns = 0
    while is_racing(state.seats[seat]) and not state.over:
        turns += state.turn == seat and state.prompt is None
        choice = choose(state, Level.GOOD, evaluator).choice
        assert choice is not None
        state = apply(state, choice, chance).state
    return turns


def count_game(
    edition: Edition, data: PlayerData, levels: list[Level], seat: int, seed: str, teams: Teams
) -> tuple[Counter[str], Counter[str]]:
    """Play a game with hints for one seat; return what was foreseen and what came true, by code."""
    names = [f"{seed}/{n}" for n in range(len(levels))]
    deck = opening_deck(seed, edition, edition.rules)
    state = start(make_setup(edition, names, COLOURS[: len(levels)], deck, None, teams))
    evaluator, chance = Evaluator(data, state), Seeded(seed)
    said: Counter[str] = Counter()
    true: Counter[str] = Counter()
    waiting: list[Foreseen] = []
    while not state.over:
        thought = choose(state, levels[state.turn or 0], evaluator)
        action = thought.choice
        assert action is not None
        if state.turn == seat and state.prompt is None:
            for foreseen in waiting:
                said[foreseen.code] += 1
                true[foreseen.code] += came_true(foreseen, state, seat, action)
            hint = hint_of(thought, evaluator)
            waiting = foreseen_by(hint)
            for saved in saved_by(hint):
                said["saves"] += 1
                true["saves"] += saves(state, hint, saved, evaluator, f"{seed}/{state.entries}")
        state = apply(state, action, chance).state
    return said, true


def teams_of(players: int) -> Teams:
    """Return two teams whose members sit alternately."""
    return tuple(tuple(range(first, players, 2)) for first in (0, 1))


def main() -> None:
    """Count over games, and print a JSON line."""
    words = [word for word in sys.argv[1:] if word != TEAMS]
    name, players, others, games, *seed = words
    teams = teams_of(int(players)) if TEAMS in sys.argv else ()
    found = find_edition(name)
    assert found is not None
    data = player_data(found[0])
    said: Counter[str] = Counter()
    true: Counter[str] = Counter()
    for number in range(int(games)):
        seat = number % int(players)
        levels = [Level(others)] * int(players)
        levels[seat] = Level.STRONG
        game = count_game(found[0], data, levels, seat, f"{seed}/{number}", teams)
        said += game[0]
        true += game[1]
    shares = {code: [said[code], round(true[code] / said[code], 3)] for code in sorted(said)}
    facts = {"edition": name, "players": int(players), "others": others, "teams": bool(teams)}
    print(json.dumps({**facts, **shares}))


if __name__ == "__main__":
    main()
