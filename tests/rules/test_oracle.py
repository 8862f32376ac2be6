"""Random games, played by `companion.rules` and by the plain reference at once.

After each entry the whole state is compared, the list `legal` included, and the refusal codes of
random wrong entries. A failure prints the record so far; `play_random(SEED)` repeats it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import rules
from tests import reference as plain
from tests.reference import Drawn
from tests.reference.compare import EDITIONS, Pair, replay_of
from tests.reference.damage import damaged
from tests.reference.games import choose, random_setup, random_taste, wrong_entry
from tests.tools import SEED, seeds

GAMES = Path(__file__).parents[1] / "games"


def play_random(seed: int, *, plies: int = 120, scrambles: float = 0.0, wrongs: int = 3) -> int:
    """Play one random game on both sides and give the number of entries."""
    source = Random(seed)
    pair = Pair(random_setup(source, EDITIONS))
    tastes = [random_taste(source) for _ in pair.json["seats"]]
    for _ in range(plies):
        for _ in range(wrongs):
            pair.code(wrong_entry(source, pair.plain))
        if pair.json["over"]:
            break
        assert pair.json["legal"], pair.record()
        if source.random() < scrambles and pair.json["turn"]["ask"] is None:
            scramble(source, pair)
        taste = tastes[pair.json["turn"]["seat"]]
        entry = choose(source, pair.plain, pair.json["legal"], taste)
        pair.play(entry, Drawn(source))
    return len(pair.lines) - 1


def scramble(source: Random, pair: Pair) -> None:
    """Correct the position into a rare one: crowded, poor, in debt."""
    seats = [n for n, seat in enumerate(pair.json["seats"]) if not seat["left"]]
    centre = source.choice((4, 12, 25, 40, 58, 61, 62))
    for seat in seats:
        pair.correct(seat=seat, carrots=source.choice((0, 0, 1, 3, 6, 9, 10, 40, 300)))
        most = pair.plain["setup"]["lettuces"]
        pair.correct(seat=seat, lettuces=min(most, source.choice((0, 0, 1, 3))))
        for number, piece in enumerate(pair.json["seats"][seat]["pieces"]):
            if piece["place"] is None and source.random() < 0.8:
                _scatter(source, pair, (seat, number), centre)
    racing = [n for n in seats if any(p["place"] is None for p in pair.json["seats"][n]["pieces"])]
    turn = source.choice(racing)
    if turn != pair.json["turn"]["seat"]:
        pair.correct(turn=turn)


def _scatter(source: Random, pair: Pair, piece: tuple[int, int], centre: int) -> None:
    seat, number = piece
    board = pair.plain["setup"]["board"]
    taken = {p["square"] for s in pair.json["seats"] for p in s["pieces"]}
    near = [centre + step for step in range(-7, 5) if 0 < centre + step < 64]
    near += [n for n in range(max(1, centre - 20), centre) if board[n] == "T"]
    free = [square for square in near if square not in taken]
    square = source.choice([*free, 0])
    pair.correct(seat=seat, piece=number, square=square)
    debts = [None, None, None, "eat", "miss", "chew"] + ["ate"] * (board[square] != "C")
    status = source.choice(debts)
    pair.correct(seat=seat, piece=number, owes=True, status=status and rules.Status(status))


@pytest.mark.parametrize("seed", seeds(10))
def test_a_random_game_is_the_same_on_both_sides_after_every_entry(seed: int) -> None:
    assert play_random(seed) > 0


@pytest.mark.parametrize("seed", range(1000, 1010))
def test_a_corrected_position_goes_on_the_same_on_both_sides(seed: int) -> None:
    assert play_random(seed, scrambles=0.2) > 0


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_recorded_game_is_the_same_on_both_sides(path: Path) -> None:
    setup, *entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    pair = Pair(setup)
    for entry in entries:
        pair.play(entry)
    assert pair.json["over"]


def check_damaged(seed: int, copies: int) -> None:
    """Compare what both sides make of a game's record with one fault, several times."""
    source = Random(seed)
    lines = random_game(source, plies=source.choice((3, 20, 80)))
    for _ in range(copies):
        data = damaged(source, lines)
        states, fault, _ = plain.replay(data, EDITIONS)
        last = states[-1] if states else None
        assert replay_of(data) == (fault, last), data.decode(errors="replace")


def random_game(source: Random, plies: int) -> list[dict[str, Any]]:
    """Play a game plainly and give its record."""
    line = random_setup(source, EDITIONS)
    state = plain.start(plain.read_setup(line, EDITIONS))
    tastes = [random_taste(source) for _ in line["seats"]]
    lines = [line]
    while len(lines) <= plies and not state["over"]:
        chance = Drawn(source)
        entry = choose(source, state, plain.legal(state), tastes[state["turn"]])
        state = plain.apply(state, entry, chance)
        lines.append(entry | chance.keys())
    return lines


@pytest.mark.parametrize("seed", seeds(12))
def test_a_damaged_record_is_refused_at_the_same_line_with_the_same_code(seed: int) -> None:
    check_damaged(seed, copies=10)


def test_a_second_shuffle_without_the_card_is_refused_alike() -> None:
    for edition in EDITIONS:
        seats = [{"name": "A", "colour": "red"}, {"name": "B", "colour": "blue"}]
        line = {"record": 1, "edition": edition, "seats": seats, "rules": {"second_shuffle": True}}
        data = json.dumps(line).encode()
        _, fault, _ = plain.replay(data, EDITIONS)
        assert fault == {"line": 1, "code": "bad-setup"}
        assert replay_of(data) == (fault, None)


@pytest.mark.parametrize("seed", seeds(8))
def test_game_trees_have_the_same_size_on_both_sides(seed: int) -> None:
    source = Random(seed)
    pair = Pair(random_setup(source, EDITIONS))
    for _ in range(12):
        if not pair.json["over"]:
            entry = choose(source, pair.plain, pair.json["legal"], random_taste(source))
            pair.play(entry, Drawn(source))
    for depth in range(3):
        assert rules.perft(pair.ours, depth) == plain.perft(pair.plain, depth)


# By hand, in full: ORACLE=1000 pytest -n 0 -m torture tests/rules/test_oracle.py -s
GAMES_EACH = int(os.environ.get("ORACLE", "150"))


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_many_damaged_records_are_refused_alike() -> None:
    first = 1000 * (1 + SEED)
    print(f"seeds from {first}")
    for seed in range(first, first + GAMES_EACH // 2):
        check_damaged(seed, copies=20)


@pytest.mark.torture
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("scrambles", [0.0, 0.02, 0.2])
def test_many_random_games_are_the_same_on_both_sides(scrambles: float) -> None:
    first = 1000 * (1 + SEED)
    print(f"seeds from {first}, scrambles {scrambles}")
    for seed in range(first, first + GAMES_EACH):
        play_random(seed, plies=300, scrambles=scrambles)
