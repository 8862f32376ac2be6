"""What `bench` says of folders that it cannot measure; what it measures is in the README."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.benching import BenchError, read_records, run_bench

GAME = Path(__file__).parent / "games" / "ravensburger-1978-2p-0.jsonl"
SETUP, FIRST, *_ = GAME.read_text("utf-8").splitlines(keepends=True)


def refused(folder: Path | None) -> str:
    with pytest.raises(BenchError) as caught:
        run_bench(folder, lambda _: ())
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
