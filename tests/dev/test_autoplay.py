"""Recorded games, entered with the buttons: the bar of spec/device.md, counted."""

from __future__ import annotations

import statistics
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.dev.autoplay import Autoplay
from companion.dev.bench import library
from companion.rules import parse_record, state_json

if TYPE_CHECKING:
    from companion.app.view import View

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))


class Played:
    """A recorded game that was entered with the buttons, and the screens that were shown."""

    def __init__(self, path: Path, *, holds: bool) -> None:
        self.record = parse_record(path.read_bytes(), library)
        self.shown: list[str] = []
        autoplay = Autoplay(self.record, holds=holds, watch=None if holds else self._watch)
        self.counts = list(autoplay.play())
        self.game = autoplay.session.game

    def _watch(self, view: View) -> None:
        self.shown.append(view.body.name)


@cache
def played(path: Path, *, holds: bool) -> Played:
    return Played(path, holds=holds)


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_a_game_entered_with_the_buttons_ends_as_its_record_with_one_commit_a_decision(
    path: Path,
) -> None:
    entered = played(path, holds=False)
    assert entered.game is not None
    assert state_json(entered.game.state) == state_json(entered.record.state)
    assert {count.commits for count in entered.counts} == {1}
    assert sum(count.dismissed for count in entered.counts) <= entered.shown.count("card")
    assert "moved" not in entered.shown  # without undo and correction


def bar(players: bool, *, holds: bool) -> list[int]:
    chosen = [path for path in GAMES if ("-2p-" in path.name) is players]
    return sorted(count.presses for p in chosen for count in played(p, holds=holds).counts)


def p90(presses: list[int]) -> int:
    return presses[int(0.9 * (len(presses) - 1))]


def test_the_bar_with_taps_for_three_to_six_players() -> None:
    presses = bar(False, holds=False)
    assert statistics.median(presses) <= 5
    assert p90(presses) <= 9


def test_the_bar_with_holds() -> None:
    presses = sorted(bar(False, holds=True) + bar(True, holds=True))
    assert statistics.median(presses) <= 4
    assert p90(presses) <= 7


def test_the_bar_with_taps_for_two_players() -> None:
    presses = bar(True, holds=False)
    assert statistics.median(presses) <= 5
    assert p90(presses) <= 10
