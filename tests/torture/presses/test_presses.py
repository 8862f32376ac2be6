"""Many random presses through the real loop: no crash, no broken invariant, back always works."""

from __future__ import annotations

import gc
import json
import logging
import os
import threading
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.new_game_draft import DEFAULT_COLOURS
from companion.app.states.ids import ScreenId
from companion.config.edition_files import BUILT_IN
from companion.locale import languages
from companion.shell.companion_player import CompanionPlayer
from tests.tools import SEED
from tests.torture.presses import tours
from tests.torture.presses.invariants import check, check_backs, check_texts
from tests.torture.presses.random_player import RandomPlayer

if TYPE_CHECKING:
    from collections.abc import Iterator

# By hand, in full: PRESSES=1000000 pytest -n 0 -m torture tests/torture/presses -s
MANY = int(os.environ.get("PRESSES", "20000"))
WARM = min(100_000, MANY // 2)  # by then every text, font and drawing has been loaded
TABLES = tuple(product(BUILT_IN, range(2, 7)))


def draft(edition: str, players: int, *levels: str, **rulings: bool) -> dict[str, str]:
    """Return the settings with the draft of the last game, as the journal has it.

    `levels` are those of the companion, which plays the last seats.
    """
    seats: list[list[Any]] = [[colour, "", 0] for colour in DEFAULT_COLOURS[:players]]
    for seat, level in zip(reversed(seats), levels, strict=False):
        seat.append({"player": level})
    kept = {"edition": edition, "players": seats, "teams": 0, "rulings": rulings}
    return {"draft": json.dumps(kept)}


def play(seed: int, presses: int, refusals: float = 0.0) -> RandomPlayer:
    """Play with one edition and number of players; check the invariants after each action."""
    edition, players = TABLES[seed % len(TABLES)]
    print(f"seed {seed}: {edition}, {players} players, refusals {refusals}")
    kept = draft(edition, players, decline_back_carrots=seed % 3 == 0)
    player = RandomPlayer(Random(seed), refusals=refusals, settings=kept)
    while player.presses < presses:
        player.act()
        where = f"seed {seed}, press {player.presses}"
        check(player, where)
        if player.random.random() < 0.01 and player.session.ending is None:
            check_backs(player, where)
    player.close()
    return player


@pytest.mark.parametrize("seed", sorted({1, SEED}))
def test_hundreds_of_presses_break_nothing(seed: int) -> None:
    player = play(seed, 500)
    assert player.journal.commits > 10


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(len(TABLES)))
def test_presses_beside_companions_break_nothing(seed: int, tmp_path: Path) -> None:
    edition, players = TABLES[seed]
    kept = draft(edition, players, *("good", "child", "strong", "easy")[: players - 1])
    thinker = partial(CompanionPlayer, tmp_path)
    player = RandomPlayer(Random(seed), settings=kept, make_thinker=thinker)
    while player.presses < 600:
        player.act()
        check(player, f"seed {seed}, press {player.presses}")
    player.close()
    has_begun = player.session.game is not None  # one of the tables presses about in the setup
    assert not has_begun or (ScreenId.COMPANION, ScreenId.TURN) in player.edges


@pytest.mark.torture
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seed", range(0, len(TABLES), 2))
def test_the_texts_of_random_games_fit_and_stand_free(language: str, seed: int) -> None:
    edition, players = TABLES[seed]
    settings = json.dumps({"language": language, "secret": seed % 4 == 0})
    kept = {**draft(edition, players), "settings": settings}
    player = RandomPlayer(Random(seed), settings=kept)
    while player.presses < 200:
        player.act()
        check_texts(player.session, f"seed {seed}, press {player.presses}")
    player.close()


@pytest.mark.torture
def test_storage_that_fails_now_and_then_breaks_nothing() -> None:
    player = play(3, 1000, refusals=0.2)
    assert any(ScreenId.CANNOT_SAVE in edge for edge in player.edges)


def test_each_fault_has_a_screen_that_can_be_left() -> None:
    visits = tours.Visits()
    tours.faults(visits)
    expected = {
        ScreenId.CANNOT_SAVE,
        ScreenId.DAMAGED,
        ScreenId.PAIRING,
        ScreenId.FAULT,
        ScreenId.SAVING,
        ScreenId.DARK,
    }
    assert expected <= set(visits.seen)


@pytest.fixture
def unlogged() -> Iterator[None]:
    """Disable the log: pytest would keep each error with its traceback in memory."""
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
    tours.tour(visits)  # loads fonts, texts and drawings
    toured = visits.edges.total()
    pressed, early = 0, (0, 0, 0)
    for seed in seeds:
        player = play(seed, MANY // len(seeds), refusals=0.02 if seed % 2 else 0.0)
        visits.add(player)
        pressed += player.presses
        del player
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
    """Print how often each screen and each change between two screens was seen."""
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
