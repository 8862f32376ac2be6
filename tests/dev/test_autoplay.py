"""Recorded games, entered with the buttons: the bar of spec/device.md, counted."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.dev.autoplay import Autoplay, Count
from companion.dev.bench import library
from companion.rules import parse_record, state_json

if TYPE_CHECKING:
    from companion.app.view import View

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_a_game_entered_with_the_buttons_ends_as_its_record_with_one_commit_a_decision(
    path: Path,
) -> None:
    record = parse_record(path.read_bytes(), library)
    shown: list[str] = []

    def watch(view: View) -> None:
        shown.append(view.body.name)

    autoplay = Autoplay(record, watch=watch)
    made = list(autoplay.play())
    game = autoplay.session.game
    assert game is not None
    assert state_json(game.state) == state_json(record.state)
    assert {count.commits for count in made} == {1}
    assert sum(count.dismissed for count in made) <= shown.count("card")
    assert "moved" not in shown  # without undo and correction


def counts(path: Path, *, holds: bool = False) -> list[Count]:
    return list(Autoplay(parse_record(path.read_bytes(), library), holds=holds).play())


def bar(players: bool, *, holds: bool) -> list[int]:
    chosen = [p for p in GAMES if ("-2p-" in p.name) is players]
    return sorted(c.presses for p in chosen for c in counts(p, holds=holds))


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
