"""The cache of the family book: what stands in its place is never followed, obeyed or fatal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from companion.journal.book_cache import CACHE, read_cache, write_cache

if TYPE_CHECKING:
    from pathlib import Path

RESULTS = {"a": None, "b": None}


def test_it_is_read_as_it_was_written_and_leaves_no_other_file(tmp_path: Path) -> None:
    assert read_cache(tmp_path) == {}
    write_cache(tmp_path, RESULTS)
    assert read_cache(tmp_path) == RESULTS
    assert [path.name for path in tmp_path.iterdir()] == [CACHE]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff" * 100, b"[" * 100_000])
def test_a_damaged_one_is_empty_and_written_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / CACHE).write_bytes(content)
    assert read_cache(tmp_path) == {}
    write_cache(tmp_path, RESULTS)
    assert read_cache(tmp_path) == RESULTS


@pytest.mark.parametrize("name", [CACHE, f"{CACHE}.new"])
def test_a_link_is_not_followed(tmp_path: Path, name: str) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / name).symlink_to(other)
    assert read_cache(tmp_path) == {}
    write_cache(tmp_path, RESULTS)
    assert other.read_text() == "mine"


def test_a_pipe_or_a_folder_in_its_place_stops_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / f"{CACHE}.new")
    (tmp_path / CACHE).mkdir()
    write_cache(tmp_path, RESULTS)
    assert read_cache(tmp_path) == {}
