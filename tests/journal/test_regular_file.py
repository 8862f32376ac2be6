"""Links and special files in the state folder are refused by name, and never followed."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, found, loaded, new_game, played

from companion.app.storage_fault import StorageFault
from companion.journal.lock_file import refuse_second
from companion.journal.paths import BACKUP_LOG, DATABASE, WAL
from companion.journal.sqlite_journal import SqliteJournal
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
NAMES = [f"{STORE}/{DATABASE}", f"{STORE}/{WAL}", f"{STORE}/{BACKUP_LOG}", "lock"]


@pytest.mark.parametrize("name", [*NAMES, f"{STORE}/{DATABASE}-journal", f"{STORE}/{DATABASE}-shm"])
def test_a_link_is_refused_by_name_and_what_it_leads_to_is_untouched(
    tmp_path: Path, name: str
) -> None:
    state, victim = tmp_path / "state", tmp_path / "victim"
    played(state)
    victim.write_text("precious")
    (state / name).unlink(missing_ok=True)
    (state / name).symlink_to(victim)
    with pytest.raises(JournalError, match=f"{name} is a link that is not followed") as caught:
        loaded(state)
    assert caught.value.cause is StorageFault.IN_THE_WAY
    assert victim.read_text() == "precious"
    (state / name).unlink()
    if name == f"{STORE}/{DATABASE}-shm":
        assert loaded(state).notice is None


def test_a_store_that_is_a_link_is_refused_by_name(tmp_path: Path) -> None:
    played(tmp_path / "other")
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / STORE).symlink_to(tmp_path / "other" / STORE)
    with pytest.raises(JournalError, match="store is a link"):
        loaded(tmp_path / "state")


def test_a_link_that_takes_the_backup_logs_place_meanwhile_is_not_written_through(
    tmp_path: Path,
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    journal = SqliteJournal(tmp_path / "state")
    journal.append(new_game())
    log = tmp_path / "state" / STORE / BACKUP_LOG
    log.unlink()
    log.symlink_to(victim)
    journal.append(*entries(1))
    assert victim.read_text() == "precious"
    journal.close()


def test_a_link_that_takes_the_locks_place_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "victim")
    refuse_second(tmp_path)
    assert not (tmp_path / "victim").exists()


def _folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.timeout(20)
@pytest.mark.parametrize("make", [_folder, os.mkfifo])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_a_file_is_refused_by_name(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    played(tmp_path)
    (tmp_path / name).unlink(missing_ok=True)
    make(tmp_path / name)
    with pytest.raises(JournalError, match=name) as caught:
        loaded(tmp_path)
    assert caught.value.cause is StorageFault.IN_THE_WAY
    assert not list(tmp_path.glob("damaged-*"))


@pytest.mark.timeout(20)
def test_a_fifo_in_the_locks_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lock")
    refuse_second(tmp_path)


@pytest.mark.timeout(20)
def test_a_file_in_the_place_of_the_store_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / STORE).write_text("not a folder")
    with pytest.raises(JournalError, match="store is no folder") as caught:
        loaded(tmp_path)
    assert caught.value.cause is StorageFault.IN_THE_WAY
    assert (tmp_path / STORE).read_text() == "not a folder"


@pytest.mark.parametrize("name", [DATABASE, WAL, BACKUP_LOG])
def test_a_size_that_has_rotted_fills_no_memory(ram: Path, name: str) -> None:
    content = played(ram)
    path = ram / STORE / name
    path.touch()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    os.truncate(path, 3 * 2**30)
    assert found(ram) == content
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 64 * 1024  # kilobytes, of 3 GB


def test_the_journal_imports_neither_pillow_nor_what_a_given_folder_does_not_need() -> None:
    script = (
        "import sys, companion.journal.sqlite_journal;"
        "from companion.config.user_folders import state_folder; state_folder('/a', {});"
        "sys.exit('platformdirs' in sys.modules or 'PIL' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0
