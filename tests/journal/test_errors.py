"""Each fault of the storage has a cause, and a sentence that names the path and the fix."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from evening import STORE, found, loaded, played, whole

from companion.app.journal_entries import SetValue
from companion.app.storage_fault import StorageFault
from companion.config.regular_file import copy_regular
from companion.journal.errors import SENTENCES, explained
from companion.journal.paths import BACKUP_LOG, DATABASE
from companion.journal.sqlite_journal import SqliteJournal
from companion.ports import JournalError

if TYPE_CHECKING:
    from pathlib import Path


def test_every_cause_has_a_sentence_with_the_path_and_a_fix() -> None:
    assert SENTENCES.keys() == set(StorageFault)
    for sentence in SENTENCES.values():
        assert sentence.startswith("{path} ") or "for {path}: " in sentence
        assert ": " in sentence


def _sqlite(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("it failed")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (OSError(errno.ENOSPC, "full"), StorageFault.FULL),
        (OSError(errno.EROFS, "read-only"), StorageFault.READ_ONLY),
        (OSError(errno.EACCES, "denied"), StorageFault.NO_PERMISSION),
        (OSError(errno.ENOENT, "missing"), StorageFault.GONE),
        (OSError(errno.ELOOP, "a link"), StorageFault.IN_THE_WAY),
        (OSError(errno.EIO, "error"), StorageFault.IO_ERROR),
        (_sqlite(sqlite3.SQLITE_FULL), StorageFault.FULL),
        (_sqlite(sqlite3.SQLITE_BUSY), StorageFault.LOCKED),
        (_sqlite(sqlite3.SQLITE_CORRUPT), StorageFault.DAMAGED),
        (_sqlite(sqlite3.SQLITE_IOERR | 4 << 8), StorageFault.IO_ERROR),
    ],
)
def test_an_error_gets_its_cause(tmp_path: Path, error: Exception, cause: StorageFault) -> None:
    with pytest.raises(JournalError, match=str(tmp_path)) as caught, explained(tmp_path):
        raise error
    assert caught.value.cause is cause


def test_a_backup_that_belongs_to_another_user_is_read_and_the_cause_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = played(tmp_path)
    (tmp_path / STORE / DATABASE).chmod(0o444)

    def connect(path: Path, *, create: bool) -> sqlite3.Connection:
        del path, create
        raise _sqlite(sqlite3.SQLITE_IOERR)  # what SQLite makes of such a file

    def access(path: Path, mode: int) -> bool:
        return bool(path.stat().st_mode & 0o222) or mode != os.W_OK  # whoever runs this test

    monkeypatch.setattr("companion.journal.database.connect", connect)
    monkeypatch.setattr(os, "access", access)
    with closing(SqliteJournal(tmp_path)) as journal:
        assert whole(journal) == content
        with pytest.raises(JournalError, match="give the folder to this user") as caught:
            journal.append(SetValue("settings", "{}"))
        assert caught.value.cause is StorageFault.NO_PERMISSION


@pytest.mark.parametrize("name", [DATABASE, BACKUP_LOG])
def test_no_room_for_the_copy_that_is_read_is_not_taken_for_rot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    content = played(tmp_path)

    def copy(source: Path, target: Path) -> None:
        if source.name == name:
            raise OSError(errno.ENOSPC, "No space left on device")
        copy_regular(source, target)

    with monkeypatch.context() as full:
        full.setattr("companion.journal.read_store.copy_regular", copy)
        with pytest.raises(JournalError) as caught:
            loaded(tmp_path)
    assert caught.value.cause is StorageFault.FULL
    assert not list(tmp_path.glob("damaged-*"))
    assert found(tmp_path) == content
