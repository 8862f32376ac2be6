"""The backup log: what is read of it, and what happens when it cannot be written."""

from __future__ import annotations

import json
import logging
import os
import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, loaded, new_game, played, record
from stores import logged

from companion.app.journal_entries import SetValue
from companion.journal.backup_log import read_log
from companion.journal.paths import BACKUP_LOG
from companion.journal.sqlite_journal import SqliteJournal

if TYPE_CHECKING:
    from pathlib import Path


def test_each_line_is_json_with_the_games_record_last(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.append(new_game(), *entries(2))
    lines = (tmp_path / STORE / BACKUP_LOG).read_text(encoding="utf-8").splitlines()
    values = [json.loads(line) for line in lines]
    assert [list(value)[-1] for value in values] == ["body"] * 3
    assert [value["body"] for value in values[1:]] == [json.loads(line) for line in record()[1:3]]


def test_lines_that_cannot_be_read_are_passed_over_and_end_what_is_intact(tmp_path: Path) -> None:
    played(tmp_path)
    path = tmp_path / STORE / BACKUP_LOG
    rows = logged(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[4] = b"\xff" * 3_000_000 + b"\n"
    path.write_bytes(b"".join(lines) + b'{"seq":99')
    content = read_log(path, rows)
    assert content is not None
    assert (content.shared, content.others) == (4, rows[5:])
    assert (content.shared_size, content.size) == (sum(map(len, lines[:4])), path.stat().st_size)


def test_a_log_that_is_not_there_is_none(tmp_path: Path) -> None:
    assert read_log(tmp_path / BACKUP_LOG, ()) is None


def test_a_log_that_cannot_be_written_stops_no_game_and_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / STORE / BACKUP_LOG
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.append(new_game())
        path.rename(tmp_path / "away")
        path.mkdir()
        caplog.clear()
        for number in range(3):
            journal.append(SetValue("a", str(number)))
        assert [r.levelno for r in caplog.records] == [logging.ERROR]
        assert "only one copy of the games" in caplog.text
        assert BACKUP_LOG in caplog.text
        path.rmdir()
        journal.append(SetValue("a", "4"))
        assert "two copies" in caplog.text
        assert len(logged(tmp_path)) == 5
    assert [row.number for row in logged(tmp_path)] == [1, 2, 3, 4, 5]
    assert loaded(tmp_path).notice is None


def test_a_log_that_is_deleted_or_replaced_meanwhile_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "state" / STORE / BACKUP_LOG
    with closing(SqliteJournal(tmp_path / "other")) as journal:
        journal.append(new_game("ravensburger-2008-2p-0"))
        journal.append(*entries(9, name="ravensburger-2008-2p-0"))
    with closing(SqliteJournal(tmp_path / "state")) as journal:
        journal.append(new_game(), *entries(3))
        path.unlink()
        journal.append(*entries(1, 3))
        assert [row.number for row in logged(tmp_path / "state")] == [1, 2, 3, 4, 5]
        shutil.copy(tmp_path / "other" / STORE / BACKUP_LOG, tmp_path / "copy")
        (tmp_path / "copy").replace(path)
        journal.append(*entries(1, 4))
    assert [row.number for row in logged(tmp_path / "state")] == [1, 2, 3, 4, 5, 6]
    memory = loaded(tmp_path / "state")
    assert (memory.notice, memory.games[0].past) == (None, record()[1:6])


@pytest.mark.parametrize("kept", [0, 300])
def test_a_log_that_is_cut_short_meanwhile_is_made_anew_and_the_fault_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kept: int
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.append(new_game(), *entries(3))
        os.truncate(tmp_path / STORE / BACKUP_LOG, kept)
        journal.append(*entries(1, 3))
    assert "was replaced or cut short" in caplog.text
    assert [row.number for row in logged(tmp_path)] == [1, 2, 3, 4, 5]
    memory = loaded(tmp_path)
    assert (memory.notice, memory.games[0].past) == (None, record()[1:5])


def test_the_name_of_a_log_that_is_made_anew_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.append(new_game())
        synced: list[Path] = []
        monkeypatch.setattr("companion.journal.backup_log.sync_folder", synced.append)
        journal.append(*entries(1))
        assert synced == []
        (tmp_path / STORE / BACKUP_LOG).unlink()
        journal.append(*entries(1, 1))
        assert synced == [tmp_path / STORE]
