"""Play the levels against each other in C, with the shipped data, fast enough for many games.

`python -m companion.dev.training.arena EDITION PLAYERS ONE REST [--games N] [--seed S] [--teams]`:
one seat plays as ONE, the others as REST, the seats rotate, and each seat's first move is drawn
from 1 to 10 squares. ONE and REST are levels; `good` and `strong` may be followed by numbers that
differ from theirs (arena.c), as in `strong:12:0.25:0.7:1:750:2`. Prints a JSON line.
"""

from __future__ import annotations

import subprocess
import tempfile
from array import array
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config.player_data_files import shipped_data
from companion.dev.training.arguments import number_of_games, parser_of
from companion.dev.training.train import build, write_edition

if TYPE_CHECKING:
    from companion.players.data_file import NetworkKey, PlayerData
    from companion.rules import Edition


def main() -> None:
    """Read the command line, and play."""
    parser = parser_of(__doc__)
    parser.add_argument("one")
    parser.add_argument("rest")
    parser.add_argument("--games", type=number_of_games, default=400)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--teams", action="store_true")
    options = parser.parse_args()
    edition = options.edition
    data = shipped_data(edition)
    if data is None:
        parser.error(f"there is no data for {edition.id}")
    key = (options.players, options.teams)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_arena(edition, data, key, folder)
        sides = [_with_network(each, folder) for each in (options.one, options.rest)]
        numbers = [str(int(each)) for each in (*key, options.games, options.seed)]
        paths = [str(folder / each) for each in ("arena", "edition", "tables")]
        command = (*paths, *numbers, *sides)
        subprocess.run(command, check=True)  # noqa: S603 - the program that was just built


def write_arena(edition: Edition, data: PlayerData, key: NetworkKey, folder: Path) -> None:
    """Compile the arena into a folder, and write there what it reads."""
    build("arena", folder)
    write_edition(edition, folder / "edition")
    (folder / "tables").write_bytes(data.table.eighths + data.sure.eighths)
    numbers = array("f")
    for part in data.networks[key].parts():
        numbers.extend(part)
    (folder / "network").write_bytes(numbers.tobytes())


def _with_network(player: str, folder: Path) -> str:
    level, *rest = player.split(":")
    if level not in {"good", "strong"}:
        return player
    return ":".join((level, str(folder / "network"), *rest))


if __name__ == "__main__":
    main()
