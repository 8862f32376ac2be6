"""The command `match`: the companion plays against itself; a JSON line says what came of it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any, Final

from companion import CompanionError
from companion.cli.shared_options import LEVELS, whole_number
from companion.config.edition_files import find_edition
from companion.config.player_data_files import player_data
from companion.players.levels import Level
from companion.players.match import Match, play_match

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

MOST_GAMES: Final = 1_000_000


class UnknownEditionError(CompanionError, ValueError):
    """An edition that is not known here."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    names = ", ".join(LEVELS)
    add(
        "--seats",
        type=_levels,
        metavar="LEVEL,LEVEL,...",
        required=True,
        help=f"the level of each seat, two to six: {names}",
    )
    number = whole_number(1, MOST_GAMES)
    add("--games", type=number, metavar="N", default=100, help="how many (default: %(default)s)")
    seed = whole_number(0)
    add("--seed", type=seed, metavar="S", default=1, help="fixes chance (default: %(default)s)")
    add(
        "--edition",
        metavar="EDITION",
        default="ravensburger-1978",
        help="an edition that `editions` lists (default: %(default)s)",
    )
    add(
        "--opening",
        type=whole_number(0, 63),
        metavar="SQUARES",
        default=10,
        help="draw the first move of each piece, up to this many squares (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    numbers = (options.games, options.seed, options.opening)
    return run_match(options.edition, options.seats, numbers, sys.stdout)


def _levels(text: str) -> tuple[str, ...]:
    """Parse the levels of two to six seats."""
    levels = tuple(text.split(","))
    if not set(levels) <= set(LEVELS) or not 2 <= len(levels) <= 6:
        raise argparse.ArgumentTypeError(f"two to six of {', '.join(LEVELS)} are needed here")
    return levels


def run_match(
    name: str, levels: Sequence[str], numbers: tuple[int, int, int], stdout: TextIO
) -> int:
    """Play a match and print its result; `numbers` are the games, the seed and the opening."""
    games, seed, opening = numbers
    found = find_edition(name)
    if found is None:
        raise UnknownEditionError(f"{name}: no such edition; `editions` lists those that are known")
    match = Match(found[0], player_data(found[0]), tuple(map(Level, levels)), seed, opening)
    tally, seconds = play_match(match, games, time.process_time)
    result: dict[str, Any] = {
        "edition": name,
        "seats": list(levels),
        "games": tally.games,
        "seed": seed,
        "wins": tally.wins,
        "places": tally.places,
        "entries": round(tally.entries / games, 1),
        "unfinished": tally.unfinished,
        "evaluations": round(tally.evaluations / max(1, tally.decisions), 1),
        "most_evaluations": tally.most_evaluations,
        "ms": round(1000 * seconds / max(1, tally.decisions), 2),
    }
    print(json.dumps(result), file=stdout)
    return 0
