from __future__ import annotations

import dataclasses
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from evening import (
    STORE,
    entries,
    evening,
    found,
    keep_all,
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
    StorageFault,
    Undo,
)
from companion.journal.lock import refuse_second
from companion.journal.row import BadDecisionError
from companion.journal.schema import STEPS
from companion.journal.snapshot import LOG
from companion.journal.store import SqliteJournal
from companion.journal.witness import NAME, rows_in
from companion.ports import JournalError

FIXTURE = Path(__file__).parent / "fixtures" / "schema-1"
ROOT = Path(__file__).parents[2]


def test_a_new_folder_is_made_and_says_nothing(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "deep" / "er")
    memory = journal.load()
    assert (memory.games, memory.current, memory.settings, memory.notice) == ((), None, {}, None)


def test_what_was_kept_is_there_in_the_next_process(tmp_path: Path) -> None:
    told = played(tmp_path)
    journal = SqliteJournal(tmp_path)
    assert whole(journal) == told
    first = journal.game(1)
    assert first.past == (*record()[1:7],)
    assert first.future == ()
    assert journal.game(2).past == record("ravensburger-2008-2p-0")[1:6]
    journal.close()


def test_undo_keeps_what_redo_brings_back_and_a_new_entry_ends_it(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game(), *entries(5))
    journal.keep(Undo(3))
    game = journal.game(1)
    assert (len(game.past), game.future) == (2, record()[3:6])
    journal.keep(Redo(2))
    assert journal.game(1).future == record()[5:6]
    journal.keep(Undo(1), *entries(1, 3))
    assert journal.game(1).future == ()
    with pytest.raises(BadDecisionError):
        journal.keep(Redo(1))
    journal.close()


def test_a_finished_game_is_reopened_by_an_undo_of_nothing(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game(), *entries(2))
    journal.keep(Finish(((0, 1, 5, 9),)))
    assert journal.load().games[0].finished
    journal.keep(Undo(0))
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
def test_a_decision_that_cannot_be_is_refused_and_nothing_is_kept(
    tmp_path: Path, bad: object
) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game())
    with pytest.raises((BadDecisionError, KeyError)):
        journal.keep(SetValue("a", "1"), bad)
    assert journal.load().settings == {}
    journal.close()


def test_an_entry_without_a_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDecisionError):
        SqliteJournal(tmp_path).keep(*entries(1))


def test_each_keep_is_one_commit_in_wal_with_full_sync(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.load()
    statements: list[str] = []
    db = journal._files.db
    db.set_trace_callback(statements.append)
    journal.keep(new_game(), *entries(3), SetValue("a", "1"))
    assert sum(s.startswith("COMMIT") for s in statements) == 1
    db.set_trace_callback(None)
    modes = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert modes == ["wal", 2]
    journal.close()


def test_the_tables_tell_statistics(tmp_path: Path) -> None:
    played(tmp_path)
    with closing(sqlite3.connect(tmp_path / STORE / "journal.db")) as db:
        games = db.execute("SELECT number, edition, players, finished FROM games").fetchall()
        assert games == [(1, "ravensburger-1978", 4, 0), (2, "ravensburger-2008", 2, 0)]
        assert db.execute("SELECT count(*) FROM seats").fetchone() == (6,)
        assert db.execute("SELECT count(*) FROM results").fetchone() == (0,)
        assert db.execute("SELECT value FROM settings WHERE key = 'setup'").fetchone() == (
            '["a","b"]',
        )
        verbs = "SELECT body ->> 'do', count(*) FROM entries WHERE kind = 'entry' GROUP BY 1"
        assert dict(db.execute(verbs).fetchall())["forward"] > 1


def test_results_are_there_once_a_game_is_finished(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game(), Finish(((0, 1, 3, 20), (1, None, 60, 19))))
    journal.close()
    with closing(sqlite3.connect(tmp_path / STORE / "journal.db")) as db:
        found = db.execute("SELECT * FROM results ORDER BY seat").fetchall()
    assert found == [(1, 0, 1, 3, 20), (1, 1, None, 60, 19)]


def test_the_witness_has_every_row_and_nothing_else(tmp_path: Path) -> None:
    played(tmp_path)
    with closing(sqlite3.connect(tmp_path / STORE / "journal.db")) as db:
        rows = db.execute("SELECT * FROM entries ORDER BY seq").fetchall()
    told = [dataclasses.astuple(row) for row in rows_in(tmp_path / STORE / NAME)]
    assert told == rows


def test_a_second_process_says_who_holds_the_store(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.load()
    with pytest.raises(JournalError, match=f"held by process {os.getpid()}") as caught:
        loaded(tmp_path)
    assert (caught.value.cause, caught.value.holder) == (StorageFault.LOCKED, os.getpid())
    journal.close()
    loaded(tmp_path)


def test_a_lock_left_by_a_killed_process_holds_nobody_up(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from companion.journal.store import *;"
        "SqliteJournal(Path(sys.argv[1])).load(); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, check=False)
    # The number inside may meanwhile be another program's: here it is ours.
    (tmp_path / "lock").write_text(f'{{"pid": {os.getpid()}, "since": 1}}')
    assert loaded(tmp_path).notice is None


def test_a_card_that_cannot_be_locked_is_not_held_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lock").touch()

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("companion.journal.lock.fcntl.flock", no_locks)
    refuse_second(tmp_path)  # the journal itself says it, on the panel
    with pytest.raises(JournalError, match="No locks available") as caught:
        loaded(tmp_path)
    assert caught.value.cause is StorageFault.IO_ERROR


def test_a_newer_store_is_read_and_never_written(tmp_path: Path) -> None:
    newer = (*STEPS, ("CREATE TABLE stickers (id INTEGER PRIMARY KEY)",))
    journal = SqliteJournal(tmp_path, steps=newer)
    keep_all(journal, evening())
    told = whole(journal)
    journal.close()
    before = (tmp_path / STORE / "journal.db").read_bytes()
    present = SqliteJournal(tmp_path)
    memory = present.load()
    assert memory.notice is not None
    assert memory.notice.kind is RecoveryKind.NEWER
    assert whole(present) == told
    with pytest.raises(JournalError) as caught:
        present.keep(SetValue("a", "1"))
    assert caught.value.cause is StorageFault.NEWER
    present.close()
    assert (tmp_path / STORE / "journal.db").read_bytes() == before
    assert not (tmp_path / "damaged-1").exists()


@pytest.mark.parametrize("report", ['{"trouble":"moved","folder":"x","game":1}', "[1]", "3"])
def test_a_report_that_this_version_does_not_know_holds_no_start_up(
    tmp_path: Path, report: str
) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game(), SetValue("report", report))
    journal.close()
    memory = loaded(tmp_path)
    assert (memory.notice, memory.current, memory.settings) == (None, 1, {})


def test_an_older_store_is_brought_up_to_date_with_all_in_it(tmp_path: Path) -> None:
    told = played(tmp_path)
    newer = (*STEPS, ("ALTER TABLE games ADD COLUMN stars INTEGER",))
    journal = SqliteJournal(tmp_path, steps=newer)
    assert whole(journal) == told
    journal.close()
    with closing(sqlite3.connect(tmp_path / STORE / "journal.db")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
        assert db.execute("SELECT stars FROM games").fetchall() == [(None,), (None,)]


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


def test_a_store_that_vanishes_is_noticed_before_saved_is_said(tmp_path: Path) -> None:
    state = tmp_path / "state"
    journal = SqliteJournal(state)
    journal.keep(new_game())
    state.rename(tmp_path / "unplugged")
    for _ in range(2):
        with pytest.raises(JournalError) as caught:
            journal.keep(*entries(1))
        assert caught.value.cause is StorageFault.GONE
    (tmp_path / "unplugged").rename(state)
    journal.keep(*entries(1))
    assert len(journal.game(1).past) == 1
    journal.close()


def test_decisions_after_a_failure_may_come_in_one_batch(tmp_path: Path) -> None:
    state = tmp_path / "state"
    journal = SqliteJournal(state)
    journal.keep(new_game())
    state.rename(tmp_path / "unplugged")
    with pytest.raises(JournalError):
        journal.keep(*entries(1))
    (tmp_path / "unplugged").rename(state)
    journal.keep(*entries(3))
    assert journal.game(1).past == record()[1:4]
    journal.close()


def test_a_setting_with_odd_signs_in_its_key_is_its_own(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(
        SetValue('a,"value":1', "1"), SetValue('a,"value":2', '"é"'), SetValue('a,"value":1', "3")
    )
    assert journal.load().settings == {'a,"value":1': "3", 'a,"value":2': '"é"'}
    journal.close()


class _FailsAfterwards:
    """A commit that reaches the card and is reported as failed, as a sync error does."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._commit = journal._files.commit
        journal._files.commit = self

    def __call__(self, rows: object) -> None:
        self._commit(rows)
        raise OSError(errno.EIO, "the sync failed")


def test_a_commit_that_arrived_after_all_is_found_and_written_back_not_appended_twice(
    tmp_path: Path,
) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game())
    _FailsAfterwards(journal)
    journal.keep(*entries(2))
    # Read back from the log it may be in memory only: now the database itself has it.
    assert (tmp_path / STORE / LOG).stat().st_size == 0
    journal.keep(*entries(1, 2))
    assert journal.game(1).past == record()[1:4]
    journal.close()
    assert found(tmp_path)["games"][0][3] == record()[1:4]


def unplug_after_commit(journal: SqliteJournal, state: Path, away: Path) -> None:
    """Let the next commit reach the card, which then goes before that is known."""
    commit = journal._files.commit

    def unplugged(rows: object) -> None:
        commit(rows)
        state.rename(away)
        raise OSError(errno.EIO, "gone in the middle")

    journal._files.commit = unplugged


def test_decisions_in_the_place_of_some_that_nobody_was_told_of_replace_them(
    tmp_path: Path,
) -> None:
    state, away = tmp_path / "state", tmp_path / "unplugged"
    journal = SqliteJournal(state)
    journal.keep(new_game())
    unplug_after_commit(journal, state, away)
    with pytest.raises(JournalError):
        journal.keep(*entries(2), SetValue("a", "1"))
    away.rename(state)
    journal.keep(SetValue("b", "2"))
    assert journal.game(1).past == ()
    assert journal.load().settings == {"b": "2"}
    journal.close()
    with closing(sqlite3.connect(state / STORE / "journal.db")) as db:
        assert db.execute("SELECT key FROM settings").fetchall() == [("b",)]
    assert loaded(state).notice is None


def test_a_game_is_told_and_chosen_without_what_nobody_was_told_of(tmp_path: Path) -> None:
    state, away = tmp_path / "state", tmp_path / "unplugged"
    journal = SqliteJournal(state)
    journal.keep(new_game(), *entries(2))
    unplug_after_commit(journal, state, away)
    with pytest.raises(JournalError):
        journal.keep(*entries(1, 2), new_game())
    away.rename(state)
    assert journal.game(1).past == record()[1:3]
    with pytest.raises(KeyError):
        journal.game(2)
    journal.keep(Choose(1))
    journal.keep(*entries(1, 2))
    assert journal.game(1).past == record()[1:4]
    journal.close()
    assert loaded(state).notice is None


def test_what_a_killed_process_left_in_the_log_is_written_back_before_it_is_told(
    tmp_path: Path,
) -> None:
    shutil.copytree(FIXTURE / STORE, tmp_path / STORE)
    assert (tmp_path / STORE / LOG).stat().st_size > 0
    journal = SqliteJournal(tmp_path)
    journal.load()
    assert (tmp_path / STORE / LOG).stat().st_size == 0
    journal.close()


def test_games_may_be_begun_and_chosen_to_and_fro_in_one_batch(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game(), *entries(2))
    _FailsAfterwards(journal)
    journal.keep(new_game(), *entries(3), Choose(1), *entries(1, 2), Choose(2), Choose(1))
    journal.keep(*entries(1, 3), Undo(1))
    assert journal.current == 1
    assert (len(journal.game(1).past), len(journal.game(2).past)) == (3, 3)
    journal.close()
    assert loaded(tmp_path).notice is None


def test_a_second_companion_is_refused_before_it_touches_anything(tmp_path: Path) -> None:
    refuse_second(tmp_path)
    assert not list(tmp_path.iterdir())
    first = SqliteJournal(tmp_path)
    first.load()
    with pytest.raises(JournalError) as refused:
        refuse_second(tmp_path)
    assert refused.value.cause is StorageFault.LOCKED
    assert refused.value.holder == os.getpid()
    first.close()
    refuse_second(tmp_path)


def test_a_witness_that_fails_once_is_brought_up_to_date_before_anything_else_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = SqliteJournal(tmp_path)
    journal.load()
    journal.keep(SetValue("one", "1"))
    whole, failures = os.pwrite, [errno.EIO]

    def fails_once(handle: int, data: bytes, at: int) -> int:
        if failures:
            raise OSError(failures.pop(), "the card answers with an error")
        return whole(handle, data, at)

    monkeypatch.setattr("companion.journal.witness.os.pwrite", fails_once)
    journal.keep(SetValue("two", "2"))
    assert not failures
    assert journal.is_witnessed
    bodies = [row.body for row in rows_in(tmp_path / "store" / NAME)]
    journal.close()
    assert len([body for body in bodies if '"two"' in body]) == 1
