"""Presses without end through the real loop: no crash, no invariant broken, no way without back."""

from __future__ import annotations

import gc
import os
import threading
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.app.events import Button
from companion.app.session import Place
from tests.torture.presses.hands import Hands

if TYPE_CHECKING:
    from companion.rules import State

# By hand, in full: PRESSES=1000000 pytest -m torture tests/torture/presses
MANY = int(os.environ.get("PRESSES", "30000"))
BACKS = 4
# Places that no press alone leads to: the loop's own, and moments of light and time.
NOT_BY_PRESSES = {
    Place.POWER_ON,
    Place.SAVING,
    Place.DAMAGED,
    Place.FAULT,
    Place.PAIRING,
    Place.IDLE,
    Place.DARK,
    Place.LANGUAGE,
    Place.RESUME,
}


def check(state: State) -> None:
    """Hold what must hold in every position."""
    taken: set[int] = set()
    for seat in state.seats:
        assert seat.carrots >= 0
        assert 0 <= seat.lettuces <= 5
        for piece in seat.pieces:
            assert 0 <= piece.square <= 64
            if not seat.left and 0 < piece.square < 64:
                assert piece.square not in taken, "two pieces on a square"
                taken.add(piece.square)


def check_backs(hands: Hands) -> None:
    """Hold that at most four backs lead to where the game waits, from the present screen."""
    assert len(hands.session.stack) <= BACKS + 1, hands.session.stack


def play(seed: int, presses: int, refusals: float = 0.0) -> Hands:
    print(f"seed {seed}")
    hands = Hands(Random(seed), refusals=refusals)
    while hands.presses < presses:
        hands.act()
        assert hands.place is not Place.FAULT, f"seed {seed}, press {hands.presses}"
        check_backs(hands)
        if hands.session.game is not None:
            check(hands.session.game.state)
    return hands


@pytest.mark.parametrize("seed", [1, 2])
def test_a_few_thousand_presses_break_nothing(seed: int) -> None:
    hands = play(seed, 1500)
    assert hands.journal.commits > 20


def test_a_card_that_refuses_now_and_then_breaks_nothing() -> None:
    hands = play(3, 1000, refusals=0.2)
    assert any(Place.TROUBLE in edge for edge in hands.edges)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_presses_without_end_reach_every_screen_and_keep_their_memory() -> None:
    seeds = range(100, 106)
    edges: dict[tuple[Place, Place], int] = {}
    early = 0
    for seed in seeds:
        hands = play(seed, MANY // len(seeds), refusals=0.01 if seed % 2 else 0.0)
        for edge, count in hands.edges.items():
            edges[edge] = edges.get(edge, 0) + count
        del hands
        gc.collect()
        early = early or resident_kib()
    late = resident_kib()
    visits: dict[Place, int] = {}
    for (_, to), count in edges.items():
        visits[to] = visits.get(to, 0) + count
    print("\n".join(f"{place.value:20} {count}" for place, count in sorted(visits.items())))
    print("\n".join(f"{a.value} -> {b.value}: {n}" for (a, b), n in sorted(edges.items())))
    assert set(Place) - NOT_BY_PRESSES <= set(visits)
    assert late - early <= 2048, f"{late - early} KiB more than after the first seed"
    assert threading.active_count() <= 2 + len(list(seeds))


def resident_kib() -> int:
    status = Path("/proc/self/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def test_backs_lead_to_the_game_from_deep_in_the_menu() -> None:
    hands = play(5, 300)
    for _ in range(BACKS):
        hands.press(Button.BACK)
    assert hands.session.stack
