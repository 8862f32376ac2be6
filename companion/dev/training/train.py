"""Train the players of an edition: `python -m companion.dev.training.train EDITION [OUT]`.

Needs a C compiler (gcc or clang as `cc`). One process; about ten minutes of one core an edition.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from array import array
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config.edition_files import find_edition
from companion.players.data_file import NetworkKey, PlayerData, write_player_data
from companion.players.make_turns_table import make_table
from companion.players.network import HIDDEN, Network
from companion.rules import CARDS

if TYPE_CHECKING:
    from companion.rules import Edition

SOURCES = Path(__file__).parent
DATA = Path(__file__).parents[2] / "players" / "data"
SEED = 1
COMPILE = ("cc", "-O3", "-march=native", "-ffp-contract=off", "-w")
"""Without contraction of floating-point operations: every machine then computes the same."""

GAMES: dict[NetworkKey, int] = {
    (2, False): 120_000,
    (3, False): 200_000,
    (4, False): 200_000,
    (5, False): 150_000,
    (6, False): 120_000,
    (4, True): 100_000,
    (6, True): 80_000,
}
"""Games of self-play for each network."""

SHARES = {"ravensburger-2008": 0.7, "intellect-1974": 0.5}
"""Of these games, the share that an edition's networks are trained with; 1 for all others."""

MORE_GAMES: dict[tuple[str, NetworkKey], int] = {("ravensburger-1978", (4, False)): 3}
"""Networks that are trained with so many times the games."""


def main() -> None:
    """Train one edition and write its data."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("out", nargs="?", type=Path)
    parser.add_argument("--share", type=float, help="share of the games to play")
    options = parser.parse_args()
    edition = edition_named(options.edition)
    out = options.out or DATA / f"{edition.id}.bin"
    share = options.share or SHARES.get(edition.id, 1.0)
    with tempfile.TemporaryDirectory() as folder:
        data = train_edition(edition, Path(folder), share)
    out.parent.mkdir(exist_ok=True)
    out.write_bytes(write_player_data(edition, data))


def edition_named(name: str) -> Edition:
    """Return the edition of this id; SystemExit where there is none."""
    found = find_edition(name)
    if found is None:
        raise SystemExit(f"no edition {name}")
    return found[0]


def train_edition(edition: Edition, folder: Path, share: float = 1.0) -> PlayerData:
    """Make the tables and train every network; `folder` is for the work's files."""
    build("train", folder)
    table, sure = make_table(edition, sure=False), make_table(edition, sure=True)
    data = PlayerData(table, sure, {})
    return replace(data, networks=train_networks(edition, data, folder, share))


def train_networks(
    edition: Edition, data: PlayerData, folder: Path, share: float
) -> dict[NetworkKey, Network]:
    """Train every network with the program in the folder, on a share of the games."""
    write_edition(edition, folder / "edition")
    (folder / "tables").write_bytes(data.table.eighths + data.sure.eighths)
    networks: dict[NetworkKey, Network] = {}
    for (players, teams), games in GAMES.items():
        print(f"{edition.id}: {players} players{' in teams' if teams else ''}", flush=True)
        name = folder / f"network-{players}-{teams:d}"
        count = int(games * share) * MORE_GAMES.get((edition.id, (players, teams)), 1)
        numbers = (str(players), str(int(teams)), str(count), str(SEED))
        command = (folder / "train", folder / "edition", folder / "tables", *numbers, name)
        subprocess.run(command, check=True)  # noqa: S603 - the program that was just built
        networks[players, teams] = read_network(name)
    return networks


def build(name: str, folder: Path) -> None:
    """Compile one of the C programs into a folder."""
    command = (*COMPILE, "-o", folder / name, SOURCES / f"{name}.c", "-lm")
    subprocess.run(command, check=True)  # noqa: S603 - no word of it comes from outside


def write_edition(edition: Edition, path: Path) -> None:
    """Write what game.h reads of an edition: numbers in a fixed order."""
    rules = edition.rules
    switches = (
        rules.carrot_card == "next-vacant",
        rules.home_straight_retreat,
        rules.pair_first_needs_lettuces,
    )
    chart = edition.chart or ((CARDS[0],) * 6,) * 6
    numbers = [
        *(count for n in range(2, 7) for count in (edition.carrots[n], edition.lettuces[n])),
        *(edition.deck.get(card, 0) for card in CARDS),
        *(CARDS.index(card) for row in chart for card in row),
        *map(int, switches),
    ]
    board = "".join(kind.value for kind in edition.board.squares)
    path.write_text("\n".join([board, *map(str, numbers)]) + "\n", "ascii")


def read_network(path: Path) -> Network:
    """Read a network as the C program wrote it."""
    numbers = array("f")
    numbers.frombytes(path.read_bytes())
    first = len(numbers) - 2 * HIDDEN - 1
    return Network.of(
        numbers[:first],
        numbers[first : first + HIDDEN],
        numbers[first + HIDDEN : first + 2 * HIDDEN],
        numbers[first + 2 * HIDDEN :],
    )


if __name__ == "__main__":
    main()
