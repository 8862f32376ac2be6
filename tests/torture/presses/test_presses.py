"""Presses without end through the real loop: no crash, no invariant broken, no way without back."""

from __future__ import annotations

import gc
import json
import logging
import os
import threading
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.app.draft import DEFAULT_COLOURS
from companion.app.states.ids import ScreenId
from companion.config.edition_files import BUILT_IN
from tests.tools import SEED
from tests.torture.presses import tours
from tests.torture.presses.hands import Hands
from tests.torture.presses.holding import check, check_backs

if TYPE_CHECKING:
    from collections.abc import Iterator

# By hand, in full: PRESSES=1000000 pytest -n 0 -m torture tests/torture/presses -s
MANY = int(os.environ.get("PRESSES", "20000"))
WARM = min(100_000, MANY // 2)  # by then every text, face and drawing has been needed once
TABLES = tuple(product(BUILT_IN, range(2, 7)))


def draft(edition: str, players: int, **rulings: bool) -> dict[str, str]:
    """Write the draft of the last game, as the journal keeps it."""
    seats = [[colour, "", 0] for colour in DEFAULT_COLOURS[:players]]
    kept = {"edition": edition, "players": seats, "teams": 0, "rulings": rulings}
    return {"draft": json.dumps(kept)}


def play(seed: int, presses: int, refusals: float = 0.0) -> Hands:
    """Play at one of all tables; hold after each act what must hold."""
    edition, players = TABLES[seed % len(TABLES)]
    print(f"seed {seed}: {edition}, {players} players, refusals {refusals}")
    kept = draft(edition, players, decline_back_carrots=seed % 3 == 0)
    hands = Hands(Random(seed), refusals=refusals, settings=kept)
    while hands.presses < presses:
        hands.act()
        where = f"seed {seed}, press {hands.presses}"
        check(hands, where)
        if hands.random.random() < 0.01 and hands.session.ending is None:
            check_backs(hands, where)
    hands.close()
    return hands


@pytest.mark.parametrize("seed", sorted({1, SEED}))
def test_a_thousand_presses_break_nothing(seed: int) -> None:
    hands = play(seed, 1000)
    assert hands.journal.commits > 20


def test_a_card_that_refuses_now_and_then_breaks_nothing() -> None:
    hands = play(3, 1000, refusals=0.2)
    assert any(ScreenId.CANNOT_SAVE in edge for edge in hands.edges)


def test_what_goes_wrong_is_told_and_left_again() -> None:
    visits = tours.Visits()
    tours.troubles(visits)
    told = {
        ScreenId.CANNOT_SAVE,
        ScreenId.DAMAGED,
        ScreenId.PAIRING,
        ScreenId.FAULT,
        ScreenId.SAVING,
        ScreenId.DARK,
    }
    assert told <= set(visits.seen)


@pytest.fixture
def unlogged() -> Iterator[None]:
    """Keep refusals out of the log: pytest would hold each with all that led to it."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.torture
@pytest.mark.timeout(36000)
@pytest.mark.usefixtures("unlogged")
def test_presses_without_end_walk_every_edge_lead_back_and_keep_their_memory() -> None:
    rounds = max(1, MANY // 100_000)
    seeds = range(100, 100 + rounds * len(TABLES))
    visits = tours.Visits()
    tours.tour(visits)  # fonts, texts and drawings are in memory from here on
    toured = visits.edges.total()
    pressed, early = 0, (0, 0, 0)
    for seed in seeds:
        hands = play(seed, MANY // len(seeds), refusals=0.02 if seed % 2 else 0.0)
        visits.add(hands)
        pressed += hands.presses
        del hands
        print(f"{pressed} presses: {measured()} KiB, threads, file descriptors")
        if not early[0] and pressed >= WARM:
            early = measured()
    late = measured()
    report(visits, pressed)
    print(f"after {WARM} presses {early}, in the end {late}: KiB, threads, file descriptors")
    print(f"{toured} changes of screen on purpose, {visits.edges.total() - toured} by chance")
    assert {place.value for place in ScreenId} - set(visits.seen) == set()
    assert {f"{a} -> {b}" for a, b in tours.known_edges() - set(visits.edges)} == set()
    assert late[0] - early[0] <= 2048
    assert late[1:] == early[1:]


def report(visits: tours.Visits, pressed: int) -> None:
    """Print the table of visits: each screen, each edge between two; those not met are said."""
    known = tours.known_edges()
    met = known & set(visits.edges)
    print(f"{pressed} presses; {len(visits.seen)} of {len(ScreenId)} screens were shown")
    print(
        f"{len(met)} of {len(known)} known edges were walked, {len(visits.edges) - len(met)} more"
    )
    print("\n".join(f"{name:20} {count}" for name, count in sorted(visits.seen.items())))
    for a, b in sorted(known | set(visits.edges)):
        print(f"{a} -> {b}: {visits.edges[a, b]}")


def measured() -> tuple[int, int, int]:
    """Measure resident KiB, threads and open file descriptors."""
    gc.collect()
    return resident_kib(), threading.active_count(), open_handles()


def resident_kib() -> int:
    status = Path("/proc/self/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def open_handles() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
