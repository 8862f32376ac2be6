"""The cache of the family book: what is in its place is never followed, trusted or fatal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from companion.shell.book_cache import BOOK, read_cache, write_cache

if TYPE_CHECKING:
    from pathlib import Path

RESULTS = {"a": None, "b": None}


def test_it_is_read_as_it_was_written_and_leaves_no_other_file(tmp_path: Path) -> None:
    assert read_cache(tmp_path) == {}
    write_cache(tmp_path, RESULTS)
    assert read_cache(tmp_path) == RESULTS
    assert [path.name for path in tmp_path.iterdir()] == [BOOK]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff" * 100, b"[" * 100_000])
def test_a_damaged_one_is_empty_and_written_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / BOOK).write_bytes(content)
    assert read_cache(tmp_path) == {}
    write_cache(tmp_path, RESULTS)
    assert read_cache(tmp_path) == RESULTS


@pytest.mark.parametrize("name", [BOOK, f"{BOOK}.new"])
def test_a_link_is_not_followed(tmp_path: Path, name: str) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / name).symlink_to(other)
    assert read_cache(tmp_path) == {}
    write_cache(tmp_path, RESULTS)
    assert other.read_text() == "mine"


def test_a_folder_that_is_a_link_is_not_entered(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "other")
    write_cache(tmp_path / "cache", RESULTS)
    assert not list((tmp_path / "other").iterdir())
    assert read_cache(tmp_path / "cache") == {}


def test_a_folder_that_cannot_be_made_stops_nothing(tmp_path: Path) -> None:
    write_cache(tmp_path / "none" / "cache", RESULTS)
    assert read_cache(tmp_path / "none" / "cache") == {}


def test_a_pipe_or_a_folder_in_its_place_stops_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / f"{BOOK}.new")
    (tmp_path / BOOK).mkdir()
    write_cache(tmp_path, RESULTS)
    assert read_cache(tmp_path) == {}
