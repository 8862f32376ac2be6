from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from evening import found, played

from companion.config.user_folders import state_folder
from companion.journal.paths import DATABASE, next_damaged_name

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("option", "environment", "folder"),
    [
        ("/a", {"STATE_DIRECTORY": "/b"}, "/a"),
        (None, {"STATE_DIRECTORY": "/b"}, "/b"),
        (None, {"STATE_DIRECTORY": "/b:/c"}, "/b"),
    ],
)
def test_the_option_comes_before_the_folder_of_systemd(
    option: str | None, environment: dict[str, str], folder: str
) -> None:
    assert state_folder(option, environment) == Path(folder)


def test_without_either_it_is_the_users_state_folder() -> None:
    assert state_folder(None, {}).name == "hare-companion"


def test_stores_put_aside_are_counted(tmp_path: Path) -> None:
    for name in ("damaged-2", "damaged-10", "damaged-old", "store"):
        (tmp_path / name).mkdir()
    assert next_damaged_name(tmp_path) == "damaged-11"


def _link(path: Path, away: Path) -> None:
    path.symlink_to(away)


def _file(path: Path, away: Path) -> None:
    path.write_text(str(away))


def _folder(path: Path, away: Path) -> None:
    (path / "photos").mkdir(parents=True)
    (path / "journal.db").write_text(str(away))


def _own_file(path: Path, away: Path) -> None:
    path.mkdir()
    (path / "photo.jpg").write_text(str(away))


def _lost_link(path: Path, away: Path) -> None:
    path.symlink_to(away / "nowhere")


@pytest.mark.parametrize("make", [_link, _file, _folder, _own_file, _lost_link])
@pytest.mark.parametrize("name", ["fresh", "mended"])
def test_what_stands_where_a_store_is_built_and_is_not_a_store_is_only_put_aside(
    tmp_path: Path, make: Callable[[Path, Path], None], name: str
) -> None:
    state, away = tmp_path / "state", tmp_path / "away"
    told = played(state)
    away.mkdir()
    (away / "photo.jpg").write_text("a hare")
    (away / "journal.db").write_text("of ours by its name only")
    make(state / name, away)
    for _ in range(2):
        assert found(state) == told
        assert sorted(path.name for path in state.iterdir()) == ["damaged-1", "lock", "store"]
    assert (away / "photo.jpg").read_text() == "a hare"
    assert (away / "journal.db").exists()
    make(tmp_path / "again", away)
    assert _told(state / "damaged-1") == _told(tmp_path / "again")


def _told(path: Path) -> object:
    if path.is_symlink():
        return path.readlink()
    return path.read_text() if path.is_file() else sorted(p.name for p in path.iterdir())


def test_each_step_of_a_recovery_is_synced_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path)
    shutil.copytree(tmp_path / "store", tmp_path / "fresh")
    (tmp_path / "store" / DATABASE).write_bytes(b"")
    synced: list[tuple[str, list[str]]] = []

    def sync(folder: Path) -> None:
        synced.append((folder.name, sorted(path.name for path in folder.iterdir())))

    for name in ("paths", "recovery"):
        monkeypatch.setattr(f"companion.journal.{name}.sync_folder", sync)
    found(tmp_path)
    assert synced == [
        ("fresh", []),
        (tmp_path.name, ["lock", "store"]),
        ("fresh", ["journal.db", "record.jsonl"]),
        (tmp_path.name, ["lock", "mended", "store"]),
        (tmp_path.name, ["damaged-1", "lock", "store"]),
    ]
