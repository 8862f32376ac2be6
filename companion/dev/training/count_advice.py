"""Count what the strongest level does where rulebooks give advice: which tips hold, which do not.

`python -m companion.dev.training.count_advice EDITION PLAYERS GAMES [SEED]`: the strongest level
plays against itself; half of the games begin with drawn first moves. Prints a JSON line; each
number is a share in percent of how many cases, or a median.
"""

from __future__ import annotations

import json
from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from companion.config.player_data_files import player_data
from companion.dev.training.arguments import number_of_games, parser_of
from companion.dev.training.engine import Engine
from companion.players.evaluation import Evaluator
from companion.players.inputs import pays
from companion.players.levels import Level
from companion.players.rules_access import (
    COLOURS,
    HOME_SQUARE,
    Kind,
    Seeded,
    Status,
    apply,
    back_square,
    forward_square,
    landed_on_hare,
    legal_actions,
    make_setup,
    opening_deck,
    piece_of,
    rank_among,
    start,
    takes_ten,
)

if TYPE_CHECKING:
    from companion.players.data_file import PlayerData
    from companion.players.rules_access import Action, Edition, State

FAR = 50  # squares from Start, from where carrot squares are used to get rid of carrots
BEHIND = 3  # the rank from which a piece is at the back, of four


class Counts:
    """Shares by name (cases, hits), and lists of numbers by name."""

    def __init__(self) -> None:
        """Start at nothing."""
        self.cases: Counter[str] = Counter()
        self.hits: Counter[str] = Counter()
        self.numbers: dict[str, list[int]] = {}

    def share(self, name: str, *, hit: bool) -> None:
        """Count a case, and whether it is a hit."""
        self.cases[name] += 1
        self.hits[name] += hit

    def number(self, name: str, number: int) -> None:
        """Note a number, of which the median is printed."""
        self.numbers.setdefault(name, []).append(number)

    def json(self) -> dict[str, object]:
        """Return what was counted."""
        shares = {n: [round(100 * self.hits[n] / c), c] for n, c in sorted(self.cases.items())}
        medians = {n: [median(each), len(each)] for n, each in sorted(self.numbers.items())}
        return {**shares, **medians}


def count_decision(counts: Counts, state: State, action: Action) -> None:
    """Count a free decision: where it goes, and what it could have done."""
    seat = state.seats[action.seat]
    piece = seat.pieces[piece_of(action)]
    kinds, to = state.setup.edition.board.squares, forward_square(action)
    rank, last = rank_among(state.seats, piece), len(state.seats)
    lettuces = [a for a in legal_actions(state) if kinds[forward_square(a) or 0] is Kind.LETTUCE]
    if lettuces:
        counts.share("lettuce taken when it can be", hit=action in lettuces)
        ahead = [a for a in lettuces if (forward_square(a) or 0) > piece.square]
        if ahead and to is not None:
            near = min(forward_square(a) or 0 for a in ahead)
            counts.share("lettuce that could be had run past", hit=to > near)
    place = "first" if rank == 1 else "last" if rank == last else "middle"
    counts.share(f"hare, when {place}", hit=landed_on_hare(state, action))
    counts.share("back to the tortoise", hit=back_square(action) is not None)
    counts.share("ten taken on a carrot square", hit=takes_ten(action))
    if to is None:
        return
    counts.number("squares on, median", to - piece.square)
    counts.share("more than ten squares on", hit=to - piece.square > 10)
    early = "early" if to < FAR else "late"
    counts.share(f"forward onto a carrot square, {early}", hit=kinds[to] is Kind.CARROT)
    if kinds[to] is Kind.LETTUCE:
        counts.share("lettuce from the back half", hit=rank >= BEHIND)
    if to == HOME_SQUARE:
        counts.number("squares of the last move Home, median", to - piece.square)


def count_outcome(counts: Counts, before: State, then: State) -> None:
    """Count what the turn's beginning paid the seat to move, or would have paid."""
    if then.turn is None or then.prompt is not None or then.turn == before.turn:
        return
    kinds = then.setup.edition.board.squares
    for piece in before.seats[then.turn].pieces:
        kind = kinds[piece.square]
        if piece.landed and kind in (Kind.TWO, Kind.THREE, Kind.FOUR, Kind.FLAG):
            hit = pays(kind, rank_among(then.seats, piece))
            counts.share("number squares that paid", hit=hit)
        if piece.status is Status.EAT:
            counts.number("rank when eating, median", rank_among(then.seats, piece))


def count_game(
    counts: Counts, edition: Edition, data: PlayerData, engine: Engine, seed: str, *, drawn: bool
) -> None:
    """Play a game, and count."""
    players = engine.players
    deck = opening_deck(seed, edition, edition.rules)
    names = [f"{seed}/{n}" for n in range(players)]
    state = start(make_setup(edition, names, COLOURS[:players], deck))
    evaluator, chance = Evaluator(data, state), Seeded(seed)
    first_lettuce = edition.board.squares.index(Kind.LETTUCE)
    while not state.over:
        near = [a for a in legal_actions(state) if 0 < (forward_square(a) or 0) <= 10]
        if drawn and state.entries < players and near:
            cards = tuple(str(n).zfill(2) for n in range(len(near)))
            action = near[int(chance.shuffle(-1 - state.entries, cards)[0])]
        else:
            thought = engine.think(state, Level.STRONG, evaluator)
            action = thought.chosen
            if state.entries == 0:
                counts.share(
                    "first move of all onto the first lettuce",
                    hit=forward_square(action) == first_lettuce,
                )
            if state.prompt is None and len(legal_actions(state)) > 1:
                count_decision(counts, state, action)
        before, state = state, apply(state, action, chance).state
        count_outcome(counts, before, state)
    counts.number("entries a game, median", state.entries)


def main() -> None:
    """Count over games, and print a JSON line."""
    parser = parser_of(__doc__)
    parser.add_argument("games", type=number_of_games)
    parser.add_argument("seed", nargs="*")
    options = parser.parse_args()
    edition, data, counts = options.edition, player_data(options.edition), Counts()
    with Engine(edition, data, options.players, teams=False) as engine:
        for number in range(options.games):
            key, drawn = f"{options.seed}/{number}", bool(number % 2)
            count_game(counts, edition, data, engine, key, drawn=drawn)
    print(json.dumps({"edition": edition.id, "players": options.players, **counts.json()}))


if __name__ == "__main__":
    main()
