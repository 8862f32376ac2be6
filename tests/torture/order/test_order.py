"""The order of writes: a decision is synced before the first byte of a picture that shows it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.app.events import Button
from companion.app.states.ids import ScreenId
from tests.tools import need
from tests.torture.order import syscalls
from tests.torture.presses.random_player import RandomPlayer

if TYPE_CHECKING:
    from pathlib import Path

WAL, BACKUP, DATABASE = "sync journal.db-wal", "sync record.jsonl", "sync journal.db"
# The WAL, then the backup log. A full WAL is written back into the database, and the next
# decision begins it anew with a header that is synced by itself (sqlite.org/walformat.html).
USUAL = (WAL, BACKUP)
CHAINS = {USUAL, (WAL, WAL, DATABASE, BACKUP), (WAL, WAL, BACKUP)}
ENOUGH = 3000


def played(seed: int, *, undo_at: int) -> RandomPlayer:
    """Play a game to its end, with one undo and one redo on the way."""
    print(f"seed {seed}")
    player = RandomPlayer(Random(seed), wild=False, seed=f"seed order {seed}")
    while player.screen_id is not ScreenId.END and player.presses < ENOUGH:
        if player.presses > undo_at and player.screen_id is ScreenId.TURN:
            undo_at = ENOUGH
            for _ in range(2):  # undo; then the first line of the menu is redo
                player.press(Button.BACK)
                player.press(Button.OK)
        player.act()
    player.close()
    return player


def chains(state: Path, player: RandomPlayer, seed: int) -> tuple[list[tuple[str, ...]], list[str]]:
    """List the syncs of each press, and the faults: a sync behind the first byte of a picture.

    The very first press chooses the language, which the player's own journal already has.
    """
    buttons = [Button.OK, *(button for button, _ in player.press_log)]
    steps = syscalls.play(state, buttons, f"order {seed}")
    presses = _by_press(steps)
    found = [tuple(step for step in press if step.startswith("sync")) for press in presses]
    faults = [f"press {n}: {press}" for n, press in enumerate(presses) if _is_late(press)]
    return found, faults


def _by_press(steps: list[str]) -> list[list[str]]:
    presses: list[list[str]] = [[]]
    for step in steps:
        presses[-1].append(step)
        if step == syscalls.SHOT:
            presses.append([])
    return presses[:-1]


def _is_late(press: list[str]) -> bool:
    """Return whether something is synced after something was shown."""
    shown = press.index(syscalls.PICTURE)
    return any(step.startswith("sync") for step in press[shown:])


def hold(state: Path, player: RandomPlayer, seed: int) -> None:
    found, faults = chains(state, player, seed)
    assert len(found) == 1 + len(player.press_log)
    # The first press has the making of the store before it.
    assert faults == [fault for fault in faults if fault.startswith("press 0:")]
    for number, (chain, (button, commits)) in enumerate(
        zip(found[1:], player.press_log, strict=True)
    ):
        wanted = CHAINS if commits else {()}
        assert chain in wanted, f"press {number}, {button}, {commits} decisions: {chain}"
    decisions = sum(commits for _, commits in player.press_log)
    assert sum(chain not in {USUAL, ()} for chain in found[1:]) <= decisions / 10
    print(f"{len(player.press_log)} presses, {decisions} decisions, each synced once before shown")
    assert decisions > 20


@pytest.mark.torture
def test_each_decision_is_synced_once_before_its_picture_and_a_finger_never(tmp_path: Path) -> None:
    need("strace")
    player = played(9, undo_at=50)
    assert player.screen_id is ScreenId.END
    del player.press_log[150:]
    hold(tmp_path / "state", player, 9)


@pytest.mark.torture
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [12, 15, 16])
def test_whole_games_are_synced_before_they_are_seen(tmp_path: Path, seed: int) -> None:
    need("strace")
    hold(tmp_path / "state", played(seed, undo_at=120), seed)
