"""The C programs of the training: the same rules and inputs, and the same bytes in each run."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.dev.training.engine import Engine
from companion.dev.training.train import build, read_network, train_networks, write_edition
from companion.players.data_file import PlayerData
from companion.players.evaluation import Evaluator
from companion.players.levels import Level
from companion.players.rules_access import (
    COLOURS,
    Seeded,
    apply,
    blind,
    legal_actions,
    make_setup,
    start,
)
from companion.players.thought import choose
from companion.rules import CARDS
from tests.players.positions import EDITIONS, data_of, edition_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from _pytest.mark import ParameterSet

    from companion.players.rules_access import Edition, State

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")

KINDS = [(2, False), (3, False), (4, False), (4, True), (5, False), (6, False), (6, True)]
STATUS = [None, "eat", "ate", "miss", "chew"]
PROMPT = [None, "again", "ten", "keep"]


class Drawn:
    """The random values of a decision: the numbers or cards that the C engine drew, in order."""

    def __init__(self, edition: Edition, numbers: list[int]) -> None:
        self.edition, self.numbers = edition, numbers
        self.shuffles = [n for n, each in enumerate(numbers) if CARDS[each] == "shuffle"]

    def roll(self, count: int) -> int:
        del count
        return self.numbers.pop(0)

    def shuffle(self, count: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        del count, cards
        return self.pile(self.shuffles.pop(0) + 1)

    def pile(self, begin: int = 0) -> tuple[str, ...]:
        rest = self.edition.deck_list(self.edition.rules)
        return tuple(CARDS[n] for n in self.numbers[begin:]) + rest


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("training")
    build("trace", place)
    build("train", place)
    for name in EDITIONS:
        write_edition(edition_of(name), place / name)
        data = data_of(name)
        (place / f"{name}-tables").write_bytes(data.table.eighths + data.sure.eighths)
    return place


def numbers_of(state: State) -> list[int]:
    """Return a state as the C engine prints it."""
    turn = -1 if state.turn is None else state.turn
    found = [turn, PROMPT.index(state.prompt), int(state.over)]
    for seat in state.seats:
        found += [seat.carrots, seat.lettuces]
        for piece in seat.pieces:
            status = STATUS.index(piece.status)
            found += [piece.square, status, piece.place or 0, int(piece.landed)]
    return found


def opening_of(edition: Edition, teams: list[int]) -> State:
    names = [f"p{n}" for n in range(len(teams))]
    sides = [[n for n, each in enumerate(teams) if each == t] for t in range(max(teams) + 1)]
    deck = edition.deck_list(edition.rules)
    return start(make_setup(edition, names, COLOURS[: len(names)], deck, {}, sides))


def every_kind() -> Iterator[ParameterSet]:
    """List every edition with every number of players: one of each by hand, all as torture."""
    for n, (players, teams) in enumerate(KINDS):
        for m, name in enumerate(EDITIONS):
            marks = () if n % len(EDITIONS) == m and n < 4 else (pytest.mark.torture,)
            yield pytest.param(players, teams, name, marks=marks)


@pytest.mark.torture
@pytest.mark.parametrize(("players", "teams", "name"), [*every_kind()])
def test_the_engine_and_the_rules_agree_in_every_state_and_every_value(
    folder: Path, name: str, players: int, teams: bool
) -> None:
    edition, network = edition_of(name), folder / f"{name}-{players}-{teams:d}"
    begin = [folder / name, folder / f"{name}-tables", str(players), str(int(teams))]
    subprocess.run([folder / "train", *begin, "20", "1", network], check=True, capture_output=True)
    trace = [folder / "trace", *begin, "2", "5", network]
    lines = subprocess.run(trace, check=True, capture_output=True, text=True).stdout.splitlines()
    networks = {(players, teams): read_network(network)}
    data = PlayerData(data_of(name).table, data_of(name).sure, networks)
    assert len(lines) > 100
    for line in lines:
        row: list[Any] = json.loads(line)
        if len(row) == players:
            state = opening_of(edition, row)
            evaluator = Evaluator(data, state)
            continue
        count, seat, chosen, *rest = row
        cut = rest.index(-1)
        drawn, after, value = Drawn(edition, rest[:cut]), rest[cut + 1 : -1], rest[-1]
        if edition.chart is None:
            state = replace(state, deck=drawn.pile())
        actions = legal_actions(state)
        assert (len(actions), state.turn) == (count, seat)
        state = apply(state, actions[chosen], drawn).state
        assert numbers_of(state) == after
        assert evaluator.value(blind(state), seat) == pytest.approx(value, abs=1e-5)


@pytest.mark.torture
@pytest.mark.parametrize(("name", "players"), [(EDITIONS[0], 4), (EDITIONS[1], 2)])
def test_the_engine_chooses_as_the_strongest_level_does(name: str, players: int) -> None:
    edition, data = edition_of(name), data_of(name)
    names = [f"p{n}" for n in range(players)]
    deck = edition.deck_list(edition.rules)
    state, chance = start(make_setup(edition, names, COLOURS[:players], deck)), Seeded("1")
    evaluator, differ = Evaluator(data, state), 0
    with Engine(edition, data, players, teams=False) as engine:
        for _ in range(60):
            thought = engine.think(state, Level.STRONG, evaluator)
            differ += choose(state, Level.STRONG, evaluator).choice != thought.choice
            state = apply(state, thought.choice or thought.actions[0], chance).state
    assert differ <= 1


@pytest.mark.torture
def test_the_same_seed_gives_the_same_networks(folder: Path, tmp_path: Path) -> None:
    edition, data = edition_of(EDITIONS[0]), data_of(EDITIONS[0])
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    shutil.copy(folder / "train", first)
    shutil.copy(folder / "train", second)
    once = train_networks(edition, data, first, 0.0003)
    assert train_networks(edition, data, second, 0.0003) == once
    assert len(once) == 7
