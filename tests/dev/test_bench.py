"""The messages of `bench` for folders that it cannot measure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tests.reference
from companion.app.events import Button
from companion.dev.autoplay import Autoplay, AutoplayError
from companion.dev.bench import BenchError, library, read_records, run_bench
from companion.rules import parse_record

GAME = Path(__file__).parents[1] / "games" / "ravensburger-1978-2p-0.jsonl"
SETUP, FIRST, *_ = GAME.read_text("utf-8").splitlines(keepends=True)


def refused(folder: Path | None) -> str:
    with pytest.raises(BenchError) as caught:
        run_bench(folder, lambda *_: (), lambda: tests.reference)
    return str(caught.value)


def test_a_bad_record_is_named_by_its_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(SETUP + FIRST)
    (tmp_path / "b.jsonl").write_text(SETUP + "nonsense")
    assert refused(tmp_path).startswith(f"{tmp_path / 'b.jsonl'}, line 2: ")


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").mkdir()
    assert refused(tmp_path) == f"{tmp_path / 'a.jsonl'}: cannot be read: Is a directory"


@pytest.mark.parametrize("more", ["", json.dumps({"do": "correct", "seat": 0, "carrots": 5})])
def test_a_folder_in_which_nothing_was_played_cannot_be_measured(tmp_path: Path, more: str) -> None:
    (tmp_path / "a.jsonl").write_text(SETUP + more)
    assert len(read_records(tmp_path)) == 1
    assert "cannot be measured" in refused(tmp_path)


def test_outside_a_checkout_a_folder_must_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "name a FOLDER" in refused(None)
    assert "no records" in refused(tmp_path)
    games = tmp_path / "tests" / "games"
    games.mkdir(parents=True)
    (games / "a.jsonl").write_text(SETUP)
    assert refused(None).startswith(f"{Path('tests/games')}: no game without corrections")


CORRECTED = """
{"seat": 0, "do": "forward", "to": 4}
{"do": "correct", "seat": 1, "square": 20, "carrots": 90}
{"seat": 1, "do": "forward", "to": 26}
{"do": "correct", "turn": 1}
{"do": "correct", "seat": 0, "status": "miss"}
{"seat": 1, "do": "carrots", "by": 10}
"""


@pytest.mark.parametrize("holds", [False, True])
def test_a_game_that_was_corrected_is_entered_like_any_other(tmp_path: Path, holds: bool) -> None:
    first = (GAME.parent / "ravensburger-1978-3p-0.jsonl").read_text("utf-8").splitlines()[0]
    (tmp_path / "a.jsonl").write_text(first + CORRECTED)
    ((_, record),) = read_records(tmp_path)
    autoplay = Autoplay(record, holds=holds)
    assert [count.commits for count in autoplay.play()] == [1, 1, 1]
    assert autoplay.session.game is not None
    assert autoplay.session.game.state == record.state


def test_a_hold_that_cannot_come_so_far_is_an_error_and_ends() -> None:
    autoplay = Autoplay(parse_record(GAME.read_bytes(), library))
    with pytest.raises(AutoplayError):
        autoplay.hold(Button.RIGHT, 65)
