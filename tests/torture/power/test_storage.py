from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools import CANNOT_RUN_HERE, need

ROOT = Path(__file__).parents[3]
HELD = Path(__file__).with_name("storage_fault.py")


def test_full_storage_is_reported_and_saving_goes_on_once_there_is_room(
    ram: Path,
) -> None:
    said = _in_own_mounts(ram, "mount -t tmpfs -o size=400k tmpfs {0}", "full")
    assert said["causes"] == ["full"]
    assert said["kept"] == said["found"]
    assert said["kept"] > 3


def test_storage_that_became_read_only_is_named_and_its_game_is_still_printed(ram: Path) -> None:
    said = _in_own_mounts(ram, "mount -t tmpfs tmpfs {0}", "read-only")
    assert said["causes"] == ["read-only", "read-only"]
    assert said["told"] == 3
    assert said["found"] == 5


def test_a_folder_of_another_user_is_named_and_its_game_is_still_printed(ram: Path) -> None:
    _need_root()
    ram.chmod(0o755)
    said = _run([sys.executable, str(HELD), str(ram / "state"), "another-user"])
    assert said["causes"] == ["no-permission"]
    assert said["told"] == 3


def test_a_folder_that_may_not_even_be_read_is_named(ram: Path) -> None:
    _need_root()
    ram.chmod(0o755)
    said = _run([sys.executable, str(HELD), str(ram / "state"), "hidden"])
    assert said["causes"] == ["no-permission", "no-permission"]


@pytest.mark.parametrize("name", ["journal.db", "record.jsonl"])
def test_a_file_that_cannot_be_read_is_put_aside_and_the_other_gives_all(
    ram: Path, name: str
) -> None:
    said = _with_unreadable(ram / "state", name, "pread64:error=EIO:when=1..2")
    assert said["causes"] == []
    assert said["notice"] == ["damaged", "damaged-1", 3, False]
    assert said["found"] == 3


@pytest.mark.parametrize("name", ["journal.db", "record.jsonl"])
def test_a_file_that_can_be_read_at_the_second_try_is_not_put_aside(ram: Path, name: str) -> None:
    said = _with_unreadable(ram / "state", name, "pread64:error=EIO:when=1")
    assert (said["causes"], said["notice"], said["found"]) == ([], None, 3)


def test_a_sync_that_takes_long_is_waited_for(ram: Path) -> None:
    need("strace")
    slow = ["strace", "-qq", "-o", "/dev/null", "-e", "inject=fdatasync:delay_enter=300ms:when=4"]
    said = _run([*slow, sys.executable, str(HELD), str(ram / "state"), "patient"])
    assert (said["causes"], said["found"]) == ([], 3)


def _with_unreadable(state: Path, name: str, *calls: str) -> dict[str, object]:
    need("strace")
    script = [sys.executable, str(HELD), str(state)]
    _run([*script, "patient"])
    path = str(state / "store" / name)
    broken = ["strace", "-qq", "-o", "/dev/null", "-P", path]
    broken += [f"--inject={call}" for call in calls]
    return _run([*broken, *script, "unreadable"])


def _in_own_mounts(ram: Path, mount: str, trouble: str) -> dict[str, object]:
    """Run where mounts can be made that nobody else sees."""
    _need_root()
    need("unshare")
    folder = ram / "card"
    folder.mkdir()
    words = [sys.executable, str(HELD), f"{folder}/state", trouble]
    line = f"{mount.format(shlex.quote(str(folder)))} && exec {shlex.join(words)}"
    return _run(["unshare", "-m", "sh", "-c", line])


def _run(command: list[str]) -> dict[str, object]:
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    refused = re.search("permission denied|not permitted", done.stderr, re.IGNORECASE)
    if refused and command[0] == "unshare":
        pytest.skip(f"{CANNOT_RUN_HERE}{done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _need_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root")
