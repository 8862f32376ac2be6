"""What may stand in the place of a store's files, and how much of it is read."""

from __future__ import annotations

import logging
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, found, loaded, new_game, played, record, whole

from companion.app.journal_entries import SetValue, StorageFault
from companion.journal.plain import SANE
from companion.journal.snapshot import DATABASE, LOG
from companion.journal.store import SqliteJournal
from companion.journal.witness import NAME, rows_in
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]


def _folder(path: Path) -> None:
    path.mkdir()


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _circle(path: Path) -> None:
    path.symlink_to(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/null")


@pytest.mark.timeout(20)
@pytest.mark.parametrize("make", [_folder, _fifo, _circle, _device])
def test_what_is_no_witness_stands_in_no_good_databases_way(
    tmp_path: Path, make: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    told = played(tmp_path)
    (tmp_path / STORE / NAME).unlink()
    make(tmp_path / STORE / NAME)
    assert found(tmp_path) == told
    with closing(SqliteJournal(tmp_path)) as journal:
        caplog.clear()
        journal.load()
        for number in range(3):
            journal.keep(SetValue("a", str(number)))
        assert [r.levelno for r in caplog.records] == [logging.ERROR]
        assert "only one copy" in caplog.text
        assert NAME in caplog.text
        (tmp_path / STORE / NAME).rename(tmp_path / "away")
        journal.keep(SetValue("a", "4"))
        assert "two copies" in caplog.text
    assert len(list(rows_in(tmp_path / STORE / NAME))) > 4
    assert not list(tmp_path.glob("damaged-*"))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("make", [_folder, _fifo])
def test_a_damaged_database_beside_what_is_no_witness_is_put_aside(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    played(tmp_path)
    (tmp_path / STORE / NAME).unlink()
    make(tmp_path / STORE / NAME)
    (tmp_path / STORE / DATABASE).write_bytes(b"dear diary")
    memory = loaded(tmp_path)
    assert memory.notice is not None
    assert memory.games == ()


def test_a_witness_that_is_deleted_or_of_another_history_is_noticed_with_the_next_decision(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    witness = tmp_path / "state" / STORE / NAME
    with closing(SqliteJournal(tmp_path / "other")) as journal:
        journal.keep(new_game("ravensburger-2008-2p-0"))
    with closing(SqliteJournal(tmp_path / "state")) as journal:
        journal.keep(new_game(), *entries(3))
        witness.unlink()
        journal.keep(*entries(1, 3))
        assert len(list(rows_in(witness))) == 5
        shutil.copy(tmp_path / "other" / STORE / NAME, tmp_path / "copy")
        (tmp_path / "copy").replace(witness)
        other = witness.read_bytes()
        journal.keep(*entries(1, 4))
        assert witness.read_bytes() == other
        assert "another history" in caplog.text
    memory = loaded(tmp_path / "state")
    assert memory.games[0].past == record()[1:6]


def test_a_row_that_rots_before_the_witness_has_it_is_damage_and_no_fault_of_the_program(
    tmp_path: Path,
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.keep(new_game(), *entries(3))
        (tmp_path / STORE / NAME).unlink()
        journal._files.db.execute("UPDATE entries SET kind = 'enTry' WHERE seq = 3")
        for entry in entries(2, 3):
            with suppress(JournalError):
                journal.keep(entry)
        journal.keep(*entries(1, 5))
    memory = loaded(tmp_path)
    assert memory.notice is not None
    assert memory.games[0].past == record()[1:7]


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", [DATABASE, LOG, "lock"])
def test_a_fifo_holds_nobody_up(tmp_path: Path, name: str) -> None:
    (tmp_path / STORE).mkdir()
    path = tmp_path / (name if name == "lock" else f"{STORE}/{name}")
    os.mkfifo(path)
    script = (
        "import sys; from pathlib import Path; from companion.journal.store import *;"
        "from companion.journal.lock import refuse_second;"
        "state = Path(sys.argv[1]); refuse_second(state); SqliteJournal(state).load()"
    )
    arguments = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(
        arguments, cwd=ROOT, timeout=15, check=False, capture_output=True, text=True
    )
    assert (f"{path} is no plain file" in done.stderr) == (name != "lock")


@pytest.mark.parametrize("name", [DATABASE, LOG, NAME])
def test_a_size_that_has_rotted_fills_no_memory(ram: Path, name: str) -> None:
    told = played(ram)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    os.truncate(ram / STORE / name, 3 * 2**30) if name != LOG else _sparse(ram / STORE / name)
    assert found(ram) == told
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 5 * SANE // 1024  # of 3 GB; kilobytes


def _sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 3 * 2**30)


def test_a_backup_that_belongs_to_another_user_is_read_and_its_owner_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played(tmp_path)
    (tmp_path / STORE / DATABASE).chmod(0o444)

    def connect(path: Path, *, create: bool) -> sqlite3.Connection:
        del path, create
        error = sqlite3.OperationalError("disk I/O error")  # what SQLite makes of such a file
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    def access(path: Path, mode: int) -> bool:
        return bool(path.stat().st_mode & 0o222) or mode != os.W_OK  # whoever runs this test

    monkeypatch.setattr("companion.journal.files.connect", connect)
    monkeypatch.setattr(os, "access", access)
    with closing(SqliteJournal(tmp_path)) as journal:
        assert whole(journal) == told
        with pytest.raises(JournalError, match="give the folder to this user") as caught:
            journal.keep(SetValue("settings", "{}"))
        assert caught.value.cause is StorageFault.NO_PERMISSION
