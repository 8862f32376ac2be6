from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from evening import (
    STORE,
    entries,
    found,
    loaded,
    new_game,
    played,
    record,
    whole,
)

from companion.app.journal_entries import (
    Choose,
    Decision,
    Finish,
    RecoveryKind,
    Redo,
    SetValue,
    Undo,
)
from companion.app.storage_fault import StorageFault
from companion.journal import database
from companion.journal.backup_log import read_log
from companion.journal.database import STEPS
from companion.journal.paths import BACKUP_LOG, DATABASE, WAL
from companion.journal.rows import InvalidRowError, Row
from companion.journal.sqlite_journal import SqliteJournal
from companion.ports import JournalError

FIXTURE = Path(__file__).parent / "fixtures" / f"schema-{len(STEPS)}"
ROOT = Path(__file__).parents[2]


def test_a_new_folder_is_made_without_a_message(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "deep" / "er")
    memory = journal.load()
    assert (memory.games, memory.current, memory.settings, memory.notice) == ((), None, {}, None)
    journal.close()


def test_what_was_appended_is_there_in_the_next_process(tmp_path: Path) -> None:
    told = played(tmp_path)
    journal = SqliteJournal(tmp_path)
    assert whole(journal) == told
    first = journal.game(1)
    assert first.past == (*record()[1:7],)
    assert first.future == ()
    assert journal.game(2).past == record("ravensburger-2008-2p-0")[1:6]
    journal.close()


def test_undo_keeps_what_redo_brings_back_and_a_new_decision_ends_it(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(new_game(), *entries(5))
    journal.append(Undo(3))
    game = journal.game(1)
    assert (len(game.past), game.future) == (2, record()[3:6])
    journal.append(Redo(2))
    assert journal.game(1).future == record()[5:6]
    journal.append(Undo(1), *entries(1, 3))
    assert journal.game(1).future == ()
    with pytest.raises(InvalidRowError):
        journal.append(Redo(1))
    journal.close()


def test_a_finished_game_is_reopened_by_an_undo_of_nothing(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(new_game(), *entries(2))
    journal.append(Finish(((0, 1, 5, 9),)))
    assert journal.load().games[0].finished
    journal.append(Undo(0))
    game = journal.load().games[0]
    assert (game.finished, game.turns) == (False, 2)
    journal.close()


def test_only_the_current_game_is_read_whole_at_the_start(tmp_path: Path) -> None:
    played(tmp_path)
    memory = loaded(tmp_path)
    assert [(g.number, g.whole, g.turns) for g in memory.games] == [(2, False, 5), (1, True, 6)]
    assert memory.current == 1


def test_names_are_remembered_latest_game_first(tmp_path: Path) -> None:
    told = played(tmp_path)
    assert told["names"][:2] == ("Red", "White")


@pytest.mark.parametrize(
    "bad",
    [Undo(1), Redo(1), Choose(7), Decision("{"), Decision('{"a":\n1}'), SetValue("k", "no json")],
)
def test_an_entry_that_cannot_be_is_refused_and_nothing_is_stored(
    tmp_path: Path, bad: object
) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(new_game())
    with pytest.raises((InvalidRowError, KeyError)):
        journal.append(SetValue("a", "1"), bad)
    assert journal.load().settings == {}
    journal.close()


def test_a_decision_without_a_game_is_refused(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    with closing(journal), pytest.raises(InvalidRowError):
        journal.append(*entries(1))


def test_each_append_is_one_commit_in_wal_with_full_sync(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.load()
    statements: list[str] = []
    db = journal._files.db
    db.set_trace_callback(statements.append)
    journal.append(new_game(), *entries(3), SetValue("a", "1"))
    assert sum(s.startswith("COMMIT") for s in statements) == 1
    db.set_trace_callback(None)
    modes = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert modes == ["wal", 2]
    journal.close()


def test_the_backup_log_has_every_row_and_nothing_else(tmp_path: Path) -> None:
    played(tmp_path)
    with closing(sqlite3.connect(tmp_path / STORE / DATABASE)) as db:
        rows = db.execute("SELECT seq, game, kind, depth, body, seal FROM entries ORDER BY seq")
        stored = rows.fetchall()
    assert [tuple(row) for row in logged(tmp_path)] == stored


def test_no_table_repeats_the_rows(tmp_path: Path) -> None:
    played(tmp_path)
    with closing(sqlite3.connect(tmp_path / STORE / DATABASE)) as db:
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert sorted(name for (name,) in tables) == ["entries", "meta"]


def test_a_newer_store_is_read_and_never_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(database, "STEPS", (*STEPS, ("CREATE TABLE stickers (id INTEGER)",)))
        told = played(tmp_path)
    before = (tmp_path / STORE / DATABASE).read_bytes()
    present = SqliteJournal(tmp_path)
    memory = present.load()
    assert memory.notice is not None
    assert memory.notice.kind is RecoveryKind.NEWER
    assert whole(present) == told
    with pytest.raises(JournalError) as caught:
        present.append(SetValue("a", "1"))
    assert caught.value.cause is StorageFault.NEWER
    present.close()
    assert (tmp_path / STORE / DATABASE).read_bytes() == before
    assert not (tmp_path / "damaged-1").exists()


@pytest.mark.parametrize("report", ['{"trouble":"moved","folder":"x","game":1}', "[1]", "3"])
def test_a_report_that_this_version_does_not_know_is_ignored(tmp_path: Path, report: str) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(new_game(), SetValue("report", report))
    journal.close()
    memory = loaded(tmp_path)
    assert (memory.notice, memory.current, memory.settings) == (None, 1, {})


def test_an_older_store_is_brought_up_to_date_with_all_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played(tmp_path)
    newer = (*STEPS, ("ALTER TABLE entries ADD COLUMN stars INTEGER",))
    monkeypatch.setattr(database, "STEPS", newer)
    assert found(tmp_path) == told
    with closing(sqlite3.connect(tmp_path / STORE / DATABASE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (3,)
        assert set(db.execute("SELECT stars FROM entries")) == {(None,)}


def test_a_hundred_starts_change_nothing(tmp_path: Path) -> None:
    told = played(tmp_path)
    sizes = {path.name: path.stat().st_size for path in (tmp_path / STORE).iterdir()}
    for _ in range(100):
        journal = SqliteJournal(tmp_path)
        journal.load()
        journal.close()
    assert {path.name: path.stat().st_size for path in (tmp_path / STORE).iterdir()} == sizes
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lock", STORE]
    assert found(tmp_path) == told


def test_a_store_that_is_unplugged_is_gone_until_it_is_back(tmp_path: Path) -> None:
    state = tmp_path / "state"
    journal = SqliteJournal(state)
    journal.append(new_game())
    state.rename(tmp_path / "unplugged")
    for _ in range(2):
        with pytest.raises(JournalError) as caught:
            journal.append(*entries(1))
        assert caught.value.cause is StorageFault.GONE
    (tmp_path / "unplugged").rename(state)
    journal.append(*entries(1))
    assert len(journal.game(1).past) == 1
    journal.close()


def test_decisions_after_a_failure_may_come_in_one_batch(tmp_path: Path) -> None:
    state = tmp_path / "state"
    journal = SqliteJournal(state)
    journal.append(new_game())
    state.rename(tmp_path / "unplugged")
    with pytest.raises(JournalError):
        journal.append(*entries(1))
    (tmp_path / "unplugged").rename(state)
    journal.append(*entries(3))
    assert journal.game(1).past == record()[1:4]
    journal.close()


def test_a_setting_with_odd_signs_in_its_key_is_its_own(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(
        SetValue('a,"value":1', "1"), SetValue('a,"value":2', '"é"'), SetValue('a,"value":1', "3")
    )
    assert journal.load().settings == {'a,"value":1': "3", 'a,"value":2': '"é"'}
    journal.close()


class _FailsAfterwards:
    """A commit that reaches the storage and is reported as failed, as a sync error does."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._commit = journal._files.commit
        journal._files.commit = self

    def __call__(self, rows: object) -> None:
        self._commit(rows)
        raise OSError(errno.EIO, "the sync failed")


def test_a_commit_that_arrived_after_all_is_not_appended_twice(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(new_game())
    _FailsAfterwards(journal)
    journal.append(*entries(2))
    journal.append(*entries(1, 2))
    assert journal.game(1).past == record()[1:4]
    journal.close()
    assert found(tmp_path)["games"][0][3] == record()[1:4]


def logged(state: Path) -> tuple[Row, ...]:
    return read_log(state / STORE / BACKUP_LOG, ()).others


def unplug_after_commit(journal: SqliteJournal, state: Path, away: Path) -> None:
    """Let the next commit reach the storage, which is lost before the commit is confirmed."""
    commit = journal._files.commit

    def unplugged(rows: object) -> None:
        commit(rows)
        state.rename(away)
        raise OSError(errno.EIO, "gone in the middle")

    journal._files.commit = unplugged


def test_other_entries_replace_those_that_were_never_confirmed(
    tmp_path: Path,
) -> None:
    state, away = tmp_path / "state", tmp_path / "unplugged"
    journal = SqliteJournal(state)
    journal.append(new_game())
    unplug_after_commit(journal, state, away)
    with pytest.raises(JournalError):
        journal.append(*entries(2), SetValue("a", "1"))
    away.rename(state)
    journal.append(SetValue("b", "2"))
    assert journal.game(1).past == ()
    assert journal.load().settings == {"b": "2"}
    journal.close()
    assert [row.body for row in logged(state)][-1:] == ['{"key":"b","value":2}']
    assert loaded(state).notice is None


def test_a_game_is_read_and_chosen_without_what_was_never_confirmed(tmp_path: Path) -> None:
    state, away = tmp_path / "state", tmp_path / "unplugged"
    journal = SqliteJournal(state)
    journal.append(new_game(), *entries(2))
    unplug_after_commit(journal, state, away)
    with pytest.raises(JournalError):
        journal.append(*entries(1, 2), new_game())
    away.rename(state)
    assert journal.game(1).past == record()[1:3]
    with pytest.raises(KeyError):
        journal.game(2)
    journal.append(Choose(1))
    journal.append(*entries(1, 2))
    assert journal.game(1).past == record()[1:4]
    journal.close()
    assert loaded(state).notice is None


def test_what_a_killed_process_left_in_the_wal_is_written_back(
    tmp_path: Path,
) -> None:
    shutil.copytree(FIXTURE / STORE, tmp_path / STORE)
    assert (tmp_path / STORE / WAL).stat().st_size > 0
    journal = SqliteJournal(tmp_path)
    journal.load()
    assert (tmp_path / STORE / WAL).stat().st_size == 0
    journal.close()


def test_games_may_be_begun_and_chosen_to_and_fro_in_one_batch(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(new_game(), *entries(2))
    _FailsAfterwards(journal)
    journal.append(new_game(), *entries(3), Choose(1), *entries(1, 2), Choose(2), Choose(1))
    journal.append(*entries(1, 3), Undo(1))
    assert journal.load().current == 1
    assert (len(journal.game(1).past), len(journal.game(2).past)) == (3, 3)
    journal.close()
    assert loaded(tmp_path).notice is None


@pytest.mark.parametrize("call", ["pwrite", "fdatasync"])
def test_a_backup_log_that_fails_once_gets_the_row_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    journal = SqliteJournal(tmp_path)
    journal.load()
    journal.append(SetValue("one", "1"))
    works, failures = getattr(os, call), [errno.EIO]

    def fails_once(*arguments: object) -> object:
        if failures:
            raise OSError(failures.pop(), "Input/output error")
        return works(*arguments)

    monkeypatch.setattr(f"companion.journal.backup_log.os.{call}", fails_once)
    journal.append(SetValue("two", "2"))
    assert not failures
    journal.close()
    assert [row.body for row in logged(tmp_path) if '"two"' in row.body] == [
        '{"key":"two","value":2}'
    ]


def test_a_row_whose_sync_failed_is_written_to_the_backup_log_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read back after a failed sync may be in memory only."""
    journal = SqliteJournal(tmp_path)
    journal.load()
    journal.append(SetValue("one", "1"))
    works, written, failures = os.pwrite, [], [errno.EIO]

    def counted(handle: int, data: bytes, at: int) -> int:
        written.append(data)
        return works(handle, data, at)

    def fails_once(_: int) -> None:
        if failures:
            raise OSError(failures.pop(), "Input/output error")

    monkeypatch.setattr("companion.journal.backup_log.os.pwrite", counted)
    monkeypatch.setattr("companion.journal.backup_log.os.fdatasync", fails_once)
    journal.append(SetValue("two", "2"))
    journal.close()
    assert written[0] == written[1]
    assert b'"two"' in written[0]


def test_what_failed_is_not_stored_twice_when_more_fails_after_it(tmp_path: Path) -> None:
    state, away = tmp_path / "state", tmp_path / "unplugged"
    journal = SqliteJournal(state)
    journal.append(new_game())
    unplug_after_commit(journal, state, away)
    with pytest.raises(JournalError):
        journal.append(*entries(1))
    away.rename(state)
    with pytest.MonkeyPatch.context() as full:
        full.setattr("companion.journal.open_store.OpenStore.commit", _fails)
        with pytest.raises(JournalError):
            journal.append(*entries(2))
    assert journal._files is None  # nothing is tried again on files that failed
    journal.append(*entries(3))
    assert journal.game(1).past == record()[1:4]
    journal.close()


def _fails(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_commit_that_fails_once_is_tried_again_on_files_opened_anew(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(new_game())
    first = journal._files
    first.commit = _fails
    journal.append(*entries(1))
    assert journal._files is not first
    assert journal.game(1).past == record()[1:2]
    journal.close()


@pytest.mark.parametrize("what", ["", STORE])
def test_what_is_deleted_while_it_is_open_is_gone_until_the_next_load(
    tmp_path: Path, what: str
) -> None:
    journal = SqliteJournal(tmp_path / "state")
    journal.append(new_game())
    shutil.rmtree(tmp_path / "state" / what)
    for _ in range(4):
        with pytest.raises(JournalError) as caught:
            journal.append(*entries(1))
        assert caught.value.cause is StorageFault.GONE
    assert not (tmp_path / "state" / what).exists()
    assert journal.load().games == ()
    journal.close()


def test_nothing_is_appended_to_an_older_copy_that_was_put_in_place(tmp_path: Path) -> None:
    state = tmp_path / "state"
    journal = SqliteJournal(state)
    journal.append(new_game(), *entries(2))
    journal.close()
    shutil.copytree(state / STORE, tmp_path / "older")
    journal.append(*entries(1, 2))
    shutil.rmtree(state / STORE)
    shutil.copytree(tmp_path / "older", state / STORE)
    for _ in range(2):
        with pytest.raises(JournalError, match="3 of 4 rows are there") as caught:
            journal.append(*entries(1, 3))
        assert caught.value.cause is StorageFault.DAMAGED
    assert journal.load().games[0].past == record()[1:3]
    journal.append(*entries(1, 2))
    journal.close()
    assert loaded(state).games[0].past == record()[1:4]
