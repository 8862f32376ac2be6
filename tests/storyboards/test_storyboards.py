"""Storyboards through the real program: what its shots show, and what its saves hold.

`RENEW_GOLDEN=1 pytest -n 0 tests/storyboards` writes the whole game's shots anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from companion.dev.bench import library
from companion.rules import Drew, parse_record, state_json
from hardware.press.script import parse_script
from tests.storyboards.playing import Table, seed_of
from tests.tools import is_renewing

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GAME = HERE / "whole-game.txt"
GOLDEN = HERE / "whole-game.shots.jsonl"
NINE = {
    "fall_back",
    "advance",
    "free_ride",
    "ten",
    "eat_lettuce",
    "miss_turn",
    "go_again",
    "carrot_forward",
    "carrot_back",
}


def companion(*words: str | Path) -> str:
    command = [sys.executable, "-m", "companion", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    return done.stdout


def press(script: Path, state: Path, shots: Path) -> str:
    seed = seed_of(script.read_text("utf-8"))
    return companion("press", script, "--state", state, "--shots", shots, "--seed", seed)


@pytest.fixture(scope="module")
def exported(evening: tuple[Path, dict[str, Any]]) -> str:
    return companion("export", "--state", evening[0] / "state")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Play the whole game once; return its folder of saves and shots, and the shots by name."""
    folder = tmp_path_factory.mktemp("evening")
    said = press(GAME, folder / "state", folder)
    if is_renewing():
        GOLDEN.write_text(said, encoding="utf-8")
    return folder, {shot["shot"]: shot for shot in map(json.loads, said.splitlines())}


def test_the_whole_game_shows_what_its_golden_shots_say(
    evening: tuple[Path, dict[str, Any]],
) -> None:
    golden = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
    assert list(evening[1].values()) == golden, "renew with RENEW_GOLDEN=1"


def test_each_shot_is_a_picture_of_the_panel_four_times_as_large(
    evening: tuple[Path, dict[str, Any]],
) -> None:
    folder, shots = evening
    assert {Image.open(folder / f"{name}.png").size for name in shots} == {(512, 256)}


def test_the_whole_game_meets_all_that_a_game_of_1978_can_bring(
    evening: tuple[Path, dict[str, Any]], exported: str
) -> None:
    _, shots = evening
    record = parse_record(exported.encode(), library)
    happened = [h for step in record.steps if step.applied for h in step.applied.consequences]
    assert {h.card for h in happened if isinstance(h, Drew)} == NINE
    assert record.state.over
    assert len(record.setup.names) == 4
    assert shots["undone"]["screen"] == "moved"
    assert "Costs 45, you have 44:" in shots["refusal"]["text"]
    assert shots["resume"]["screen"] == "resume"
    assert shots["final-ranking"]["text"][0] == "Cili wins!"


def test_the_exported_game_replays_to_the_state_that_was_played(
    exported: str, tmp_path: Path, played: Callable[[str], Table]
) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text(exported, encoding="utf-8")
    replayed = json.loads(companion("replay", record))
    game = played(GAME.stem).session.game
    assert game is not None
    assert replayed == json.loads(json.dumps(state_json(game.state)))


UNDONE = "wait 1\nok\nok\nok\nok\nright 5\nok\nback\nok\n"


def test_a_moved_piece_that_nobody_confirmed_is_shown_again_after_a_power_cut(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path, "1")
    table.script(UNDONE)
    shown = table.seen()
    table.script("restart\nback")
    assert shown[0] == "moved"
    assert table.seen() == shown
    table.script("ok\nrestart\nback")
    assert table.seen()[0] == "turn"
    table.close()


TO_THE_LETTERS = "wait 1\nok\nok\nok\nright 2\nok\nok\nok\n"
BEN = "right\nok\nright 3\nok\nhold right 0.5\nleft 2\nok\nhold right 1.5\nok\n"


def test_ben_is_spelled_in_at_most_twelve_presses(tmp_path: Path) -> None:
    table = Table(tmp_path, "1")
    table.script(TO_THE_LETTERS)
    assert table.seen()[0] == "spell"
    table.script(BEN)
    assert table.seen()[0] == "seat"
    assert "Ben" in table.seen()[1]
    assert sum(max(1, line.count) for line in parse_script(BEN, "Ben")) <= 12
    table.close()


@pytest.mark.parametrize("name", [pytest.param("tens", marks=pytest.mark.torture), "gifts"])
def test_a_script_in_this_process_shows_what_press_shows(
    name: str, tmp_path: Path, played: Callable[[str], Table]
) -> None:
    script = HERE / f"{name}.txt"
    said = press(script, tmp_path / "state", tmp_path)
    pressed = {
        shot["shot"]: (shot["screen"], tuple(shot["text"]))
        for shot in map(json.loads, said.splitlines())
    }
    assert played(name).shots == pressed
