"""The command `match`: the companion plays against itself; a JSON line says what came of it."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from companion import CompanionError
from companion.config.edition_files import find_edition
from companion.config.player_files import player_data
from companion.players.levels import Level
from companion.players.match import Match, play_match

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO


class UnknownEditionError(CompanionError, ValueError):
    """An edition that is not known here."""


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
