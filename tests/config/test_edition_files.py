"""Finding edition files: by path and in folders, each fault with its key and its file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.config.edition_files import (
    BUILT_IN,
    EditionFileError,
    known_editions,
    read_edition_file,
)

SOURCE = Path(__file__).parents[2] / "companion" / "editions" / "ravensburger-1978.toml"


def write(folder: Path, name: str, id_: str = "grandma", extra: str = "") -> Path:
    """Write an edition of one's own: the board and cards of 1978 under another id."""
    path = folder / name
    text = SOURCE.read_text(encoding="utf-8").replace('id = "ravensburger-1978"', f'id = "{id_}"')
    path.write_text(extra + text, encoding="utf-8")
    return path


def keys(error: EditionFileError) -> list[str]:
    return [key for key, _ in error.faults]


def test_a_file_is_read_by_its_path_and_carries_what_a_record_embeds(tmp_path: Path) -> None:
    known = read_edition_file(write(tmp_path, "ours.toml"))
    assert known.edition.id == "grandma"
    assert known.data is not None
    assert known.data["board"].startswith("SHCH3CHL")


def test_a_byte_order_mark_of_an_editor_on_windows_is_skipped(tmp_path: Path) -> None:
    path = write(tmp_path, "ours.toml")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_edition_file(path).edition.id == "grandma"


def test_a_fault_is_named_with_file_and_key(tmp_path: Path) -> None:
    path = write(tmp_path, "ours.toml", extra="speed = 3\n")
    with pytest.raises(EditionFileError) as caught:
        read_edition_file(path)
    assert keys(caught.value) == ["speed"]
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe",
        b"id = ",
        b"id = 1\nid = 2",
        "id = 1".encode("utf-16"),
        b"a = " + b"[" * 100_000,
        b"a = " + b"1" * 10_000,
        b"# " + b"x" * 2_000_000,
    ],
    ids=["no utf-8", "no value", "key twice", "utf-16", "deep", "huge number", "large"],
)
def test_what_is_no_toml_is_named_with_its_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(content)
    with pytest.raises(EditionFileError) as caught:
        read_edition_file(path)
    assert keys(caught.value) == ["file"]


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_file_that_cannot_be_opened_is_an_error_with_its_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(EditionFileError) as caught:
        read_edition_file(tmp_path / name)
    assert keys(caught.value) == ["file"]


def test_what_is_no_regular_file_is_an_error_with_the_mend(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "ours.toml")
    with pytest.raises(EditionFileError, match="it is no regular file: copy it into one"):
        read_edition_file(tmp_path / "ours.toml")


def test_the_id_of_a_built_in_edition_is_taken(tmp_path: Path) -> None:
    with pytest.raises(EditionFileError) as caught:
        read_edition_file(write(tmp_path, "ours.toml", BUILT_IN[0]))
    assert keys(caught.value) == ["id"]


def test_of_two_files_with_one_id_the_second_is_refused_and_names_the_first(
    tmp_path: Path,
) -> None:
    first = write(tmp_path, "a.toml")
    second = write(tmp_path, "b.toml")
    known, errors = known_editions([tmp_path])
    assert [each.edition.id for each in known] == [*BUILT_IN, "grandma"]
    assert [error.path for error in errors] == [second]
    assert str(first) in str(errors[0])


def test_a_wrong_file_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("id = 3\n")
    write(tmp_path, "b.toml")
    known, errors = known_editions([tmp_path, tmp_path / "none"])
    assert known[-1].edition.id == "grandma"
    assert [error.path.name for error in errors] == ["a.toml"]
