"""One process at a time, whatever a killed one left behind."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from evening import loaded

from companion.app.storage_fault import StorageFault
from companion.journal.lock import Lock
from companion.journal.lock_file import refuse_second
from companion.journal.sqlite_journal import SqliteJournal
from companion.ports import JournalError

ROOT = Path(__file__).parents[2]


def test_a_second_process_names_who_holds_the_store(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.load()
    with pytest.raises(JournalError, match=f"held by process {os.getpid()}") as caught:
        loaded(tmp_path)
    assert caught.value.cause is StorageFault.LOCKED
    journal.close()
    loaded(tmp_path)


def test_a_lock_left_by_a_killed_process_locks_nobody_out(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from companion.journal.sqlite_journal import *;"
        "SqliteJournal(Path(sys.argv[1])).load(); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, check=False)
    # The number inside may meanwhile be another program's: here it is ours.
    (tmp_path / "lock").write_text(f"{os.getpid()} 1")
    assert loaded(tmp_path).notice is None


def test_a_file_system_without_locks_is_not_held_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lock").touch()

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("companion.journal.lock_file.fcntl.flock", no_locks)
    refuse_second(tmp_path)  # the journal itself says it, on the panel
    with pytest.raises(JournalError, match="No locks available") as caught:
        loaded(tmp_path)
    assert caught.value.cause is StorageFault.IO_ERROR


def test_a_second_companion_is_refused_before_it_touches_anything(tmp_path: Path) -> None:
    refuse_second(tmp_path)
    assert not list(tmp_path.iterdir())
    first = SqliteJournal(tmp_path)
    first.load()
    with pytest.raises(JournalError, match=f"held by process {os.getpid()}") as refused:
        refuse_second(tmp_path)
    assert refused.value.cause is StorageFault.LOCKED
    first.close()
    refuse_second(tmp_path)


def test_a_lock_names_how_long_it_is_held(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.load()
    with pytest.raises(JournalError, match="for less than a minute: end that one first"):
        loaded(tmp_path)
    (tmp_path / "lock").write_text(f"{os.getpid()} -150")
    with pytest.raises(JournalError, match=r"since \d+ min ago: end that one first"):
        loaded(tmp_path)
    journal.close()


def test_a_lock_that_cannot_be_signed_is_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("companion.journal.lock_file._uptime", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Lock(tmp_path)
    Lock(tmp_path).release()
