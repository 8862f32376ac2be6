"""What a recovery gives back, what it says, and what it puts aside."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, found, loaded, new_game, played, record, whole
from stores import change_database, killed, logged, rot_line, rot_row, write_rows

from companion.app.journal_entries import Choose, RecoveryKind, SetValue
from companion.app.storage_fault import StorageFault
from companion.journal.backup_log import line_of
from companion.journal.paths import BACKUP_LOG, DATABASE, WAL
from companion.journal.rows import NO_GAME, Kind, chained
from companion.journal.sqlite_journal import SqliteJournal
from companion.ports import JournalError

if TYPE_CHECKING:
    from companion.app.journal_entries import RecoveryReport


def report(state: Path) -> RecoveryReport:
    """Open the store and return its report."""
    notice = loaded(state).notice
    assert notice is not None
    return notice


def test_a_database_cut_short_is_put_aside_and_the_backup_log_gives_all(tmp_path: Path) -> None:
    content = played(tmp_path)
    os.truncate(tmp_path / STORE / DATABASE, 9000)
    notice = report(tmp_path)
    assert (notice.kind, notice.folder) == (RecoveryKind.DAMAGED, "damaged-1")
    assert (notice.game, notice.turns, notice.lost) == (1, 6, False)
    assert found(tmp_path) == content
    assert (tmp_path / "damaged-1" / DATABASE).stat().st_size == 9000


def test_the_report_stays_until_it_is_confirmed(tmp_path: Path) -> None:
    played(tmp_path)
    os.truncate(tmp_path / STORE / DATABASE, 9000)
    for _ in range(2):
        assert report(tmp_path)
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.append(SetValue("report", "null"))
        assert journal.load().notice is None
    assert sorted(p.name for p in tmp_path.iterdir()) == ["damaged-1", "lock", STORE]


@pytest.mark.parametrize("name", [DATABASE, BACKUP_LOG])
def test_a_copy_that_is_missing_is_reported_and_made_anew(tmp_path: Path, name: str) -> None:
    content = played(tmp_path)
    (tmp_path / STORE / name).unlink()
    assert report(tmp_path).folder == "damaged-1"
    assert found(tmp_path) == content
    assert (tmp_path / STORE / name).stat().st_size > 0
    assert not (tmp_path / "damaged-1" / name).exists()


@pytest.mark.parametrize("turns", [0, 3])
def test_a_backup_log_that_is_missing_after_the_first_commit_is_reported(
    tmp_path: Path, turns: int
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.load()
        if turns:
            journal.append(new_game(), *entries(turns))
    (tmp_path / STORE / BACKUP_LOG).unlink()
    assert report(tmp_path).turns == turns


def test_a_wal_and_a_backup_log_that_are_both_gone_are_reported(tmp_path: Path) -> None:
    """Of 23 decisions 11 are left, and nothing in the database says that there were more."""
    content = killed(tmp_path / "state")
    rows = len(logged(tmp_path / "state"))
    (tmp_path / "state" / STORE / WAL).unlink()
    (tmp_path / "state" / STORE / BACKUP_LOG).unlink()
    notice = report(tmp_path / "state")
    assert (notice.kind, notice.folder) == (RecoveryKind.DAMAGED, "damaged-1")
    assert found(tmp_path / "state") != content
    assert len(logged(tmp_path / "state")) < rows


def test_a_wal_that_is_gone_is_reported_and_the_backup_log_gives_all(tmp_path: Path) -> None:
    content = killed(tmp_path / "state")
    (tmp_path / "state" / STORE / WAL).unlink()
    assert not report(tmp_path / "state").lost
    assert found(tmp_path / "state") == content


def test_a_store_without_any_file_is_reported(tmp_path: Path) -> None:
    played(tmp_path)
    for path in (tmp_path / STORE).iterdir():
        path.unlink()
    notice = report(tmp_path)
    assert (notice.folder, notice.lost) == ("damaged-1", True)


@pytest.mark.parametrize("lines", [0, 5, -2])
def test_a_backup_log_that_is_shorter_than_a_power_cut_leaves_it_is_reported(
    tmp_path: Path, lines: int
) -> None:
    content = played(tmp_path)
    path = tmp_path / STORE / BACKUP_LOG
    whole_log = path.read_bytes()
    path.write_bytes(b"".join(whole_log.splitlines(keepends=True)[:lines]))
    assert not report(tmp_path).lost
    assert found(tmp_path) == content
    assert path.read_bytes().startswith(whole_log)


@pytest.mark.parametrize("cut", [1, 60, 400])
def test_the_last_commit_that_a_power_cut_kept_out_of_the_backup_log_is_appended(
    tmp_path: Path, cut: int
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.append(new_game(), *entries(3))
        journal.append(*entries(5, 3))
    path = tmp_path / STORE / BACKUP_LOG
    content = path.read_bytes()
    os.truncate(path, len(content) - cut)
    assert loaded(tmp_path).notice is None
    assert path.read_bytes() == content
    assert not list(tmp_path.glob("damaged-*"))


def test_what_stands_behind_the_last_line_is_only_what_a_torn_line_can_be(tmp_path: Path) -> None:
    played(tmp_path)
    with (tmp_path / STORE / BACKUP_LOG).open("ab") as file:
        file.write(b'{"seq":40,')
    assert report(tmp_path).lost


def test_a_last_line_that_the_database_does_not_have_is_reported(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.append(new_game(), *entries(3))
        journal.append(*entries(1, 3))
    content = found(tmp_path)
    rows = logged(tmp_path)
    other = chained(rows[-2].hash, rows[-1].number, 1, Kind.DECISION, 4, "{}")
    log = tmp_path / STORE / BACKUP_LOG
    log.write_bytes(b"".join(map(line_of, (*rows[:-1], other))))
    assert not report(tmp_path).lost
    assert found(tmp_path) == content


def test_an_older_database_beside_a_newer_backup_log_is_reported(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(new_game(), *entries(3))
    journal.close()
    old = (tmp_path / STORE / DATABASE).read_bytes()
    journal.append(*entries(2, 3))
    journal.close()
    (tmp_path / STORE / DATABASE).write_bytes(old)
    assert not report(tmp_path).lost
    assert loaded(tmp_path).games[0].past == record()[1:6]


def test_rot_in_both_copies_at_different_rows_loses_nothing(tmp_path: Path) -> None:
    content = played(tmp_path)
    rot_row(tmp_path, 5)
    rot_line(tmp_path, 9)
    notice = report(tmp_path)
    assert (notice.folder, notice.lost) == ("damaged-1", False)
    assert found(tmp_path) == content


@pytest.mark.parametrize(
    ("at", "what"),
    [
        pytest.param(60, 77, id="a schema that no version has written"),
        pytest.param(36, 5, id="a list of free pages that are not free"),
    ],
)
def test_rot_in_the_header_is_recovered_though_every_row_is_whole(
    tmp_path: Path, at: int, what: int
) -> None:
    content = played(tmp_path)
    path = tmp_path / STORE / DATABASE
    header = bytearray(path.read_bytes())
    header[at : at + 4] = what.to_bytes(4, "big")
    path.write_bytes(header)
    assert report(tmp_path).kind is RecoveryKind.DAMAGED
    assert found(tmp_path) == content


def test_rows_between_two_damaged_pages_are_read_one_by_one(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        for _ in range(4):
            journal.append(new_game(), *entries(80))
    content = found(tmp_path)
    path = tmp_path / STORE / DATABASE
    pages = bytearray(path.read_bytes())
    leaves = [at for at in range(4096, len(pages), 4096) if pages[at] == 0x0D and pages[at + 4] > 5]
    assert len(leaves) > 6
    pages[leaves[1]] = pages[leaves[-2]] = 0
    path.write_bytes(pages)
    rot_line(tmp_path, 150)
    assert not report(tmp_path).lost
    assert found(tmp_path) == content


def test_rot_in_both_copies_at_one_row_ends_the_journal_there_and_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        for entry in (new_game(), *entries(20)):
            journal.append(entry)
    before = {path.name: path.read_bytes() for path in (tmp_path / STORE).iterdir()}
    rot_row(tmp_path, 12)
    rot_line(tmp_path, 12)
    notice = report(tmp_path)
    assert (notice.game, notice.turns, notice.lost) == (1, 10, True)
    assert notice.folder == "damaged-1"
    assert loaded(tmp_path).games[0].past == record()[1:11]
    assert "the first 11 rows were recovered, those after them were not" in caplog.text
    assert "damaged-1" in caplog.text
    assert len(logged(tmp_path)) == 12  # the report is appended
    assert before.keys() == {path.name for path in (tmp_path / "damaged-1").iterdir()}
    aside = (tmp_path / "damaged-1" / BACKUP_LOG).read_bytes()
    assert aside.splitlines()[12:] == before[BACKUP_LOG].splitlines()[12:]


@pytest.mark.parametrize("rot", ["body = '{}'", "kind = 'enTry'", "seal = ''", "seq = 99"])
def test_a_row_that_rots_while_it_is_read_is_recovered_at_once(tmp_path: Path, rot: str) -> None:
    played(tmp_path)
    with closing(SqliteJournal(tmp_path)) as journal:
        assert journal.load().notice is None
        journal._files.db.execute(f"UPDATE entries SET {rot} WHERE game = 2 AND depth = 2")
        assert journal.game(2).past == record("ravensburger-2008-2p-0")[1:6]
        journal.append(Choose(2))
        notice = journal.load().notice
        assert notice is not None
        assert notice.folder == "damaged-1"


def test_a_confirmed_row_that_rots_in_both_copies_while_open_is_never_built_upon(
    tmp_path: Path,
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        for entry in (new_game(), *entries(5)):
            journal.append(entry)
        journal._files.db.execute("UPDATE entries SET body = '{}' WHERE seq = 4")
        rot_line(tmp_path, 4)
        for _ in range(3):
            with pytest.raises(JournalError, match="does not hold what was written") as caught:
                journal.game(1)
            assert caught.value.cause is StorageFault.DAMAGED
            with pytest.raises(JournalError) as caught:
                journal.append(*entries(1, 5))
            assert caught.value.cause is StorageFault.DAMAGED
        memory = journal.load()
        assert memory.notice is not None
        assert (memory.notice.folder, memory.notice.turns) == ("damaged-1", 2)
        journal.append(*entries(1, 2))
        assert journal.game(1).past == record()[1:4]


@pytest.mark.parametrize("name", [DATABASE, BACKUP_LOG])
def test_storage_that_does_not_give_back_what_was_written_puts_nothing_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    content = played(tmp_path)
    os.truncate(tmp_path / STORE / DATABASE, 9000)

    def forgets(folder: Path) -> None:
        if folder.name == "fresh":
            os.truncate(folder / name, 5000)

    with monkeypatch.context() as worn:
        worn.setattr("companion.journal.recovery.sync_folder", forgets)
        for _ in range(3):
            with pytest.raises(JournalError) as caught:
                loaded(tmp_path)
            assert caught.value.cause is StorageFault.IO_ERROR
        assert not list(tmp_path.glob("damaged-*"))
    assert found(tmp_path) == content


@pytest.mark.parametrize("text", [b"", b"dear diary", b"\0" * 8192])
def test_a_file_that_is_not_a_database_is_put_aside(tmp_path: Path, text: bytes) -> None:
    content = played(tmp_path)
    (tmp_path / STORE / DATABASE).write_bytes(text)
    assert report(tmp_path).kind is RecoveryKind.DAMAGED
    assert found(tmp_path) == content
    assert (tmp_path / "damaged-1" / DATABASE).read_bytes() == text


def test_another_programs_database_is_reported_as_that(tmp_path: Path) -> None:
    (tmp_path / STORE).mkdir()
    with closing(sqlite3.connect(tmp_path / STORE / DATABASE)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    notice = report(tmp_path)
    assert notice.kind is RecoveryKind.FOREIGN
    assert (tmp_path / notice.folder / DATABASE).exists()


@pytest.mark.parametrize("step", ["fresh", "both", "between"])
def test_a_recovery_cut_short_is_finished_or_begun_again(tmp_path: Path, step: str) -> None:
    content = played(tmp_path)
    copy = tmp_path / ("fresh" if step == "fresh" else "mended")
    shutil.copytree(tmp_path / STORE, copy)
    if step == "between":
        (tmp_path / STORE).rename(tmp_path / "damaged-1")
    assert found(tmp_path) == content
    left = {"lock", STORE} | ({"damaged-1"} if step == "between" else set())
    assert {path.name for path in tmp_path.iterdir()} == left


SETUP = '{"seed":"a","setup":{"seats":[]}}'
MISFITS = {
    "a second setup": (1, Kind.NEW, 0, SETUP),
    "a game below zero": (-1, Kind.NEW, 0, SETUP),
    "no setup": (2, Kind.NEW, 0, "7"),
    "a choice of a word": (NO_GAME, Kind.CHOOSE, 0, '"a"'),
    "a choice of no game": (NO_GAME, Kind.CHOOSE, 0, "77"),
    "an undo too far": (1, Kind.UNDO, -7, "9"),
    "a depth that is not the game's": (1, Kind.DECISION, 5, "{}"),
    "a setting without a key": (NO_GAME, Kind.SET, 0, "nan"),
    "a decision of no game": (NO_GAME, Kind.DECISION, 1, "{}"),
    "a setting of a game": (1, Kind.SET, 0, '{"key":"a","value":1}'),
}


@pytest.mark.parametrize("misfit", MISFITS.values(), ids=MISFITS)
def test_a_row_that_cannot_be_ends_the_journal_before_it(
    tmp_path: Path, misfit: tuple[int, Kind, int, str]
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.append(new_game(), *entries(2))
    rows = logged(tmp_path)
    odd = chained(rows[-1].hash, len(rows) + 1, *misfit)
    write_rows(tmp_path, [*rows, odd, chained(odd.hash, 5, 1, Kind.DECISION, 3, "{}")])
    for _ in range(2):
        memory = loaded(tmp_path)
        assert memory.notice is not None
        assert memory.notice.lost
        assert (memory.current, memory.games[0].past) == (1, record()[1:3])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["damaged-1", "lock", STORE]


def test_two_copies_of_one_beginning_that_went_different_ways_are_not_mixed(
    tmp_path: Path,
) -> None:
    with closing(SqliteJournal(tmp_path / "first")) as journal:
        journal.append(new_game(), *entries(3))
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    for name, count in (("first", 2), ("second", 6)):
        with closing(SqliteJournal(tmp_path / name)) as journal:
            journal.load()
            for entry in (SetValue("name", f'"{name}"'), *entries(count, 3)):
                journal.append(entry)
    other = tmp_path / "second" / STORE / BACKUP_LOG
    shutil.copy(other, tmp_path / "first" / STORE / BACKUP_LOG)
    notice = report(tmp_path / "first")
    assert (notice.turns, notice.lost) == (5, True)
    assert loaded(tmp_path / "first").settings == {"name": '"first"'}
    assert (tmp_path / "first" / "damaged-1" / BACKUP_LOG).read_bytes() == other.read_bytes()


def test_a_damaged_store_of_an_older_schema_is_recovered(tmp_path: Path) -> None:
    fixture = Path(__file__).parent / "fixtures" / "schema-1" / STORE
    shutil.copytree(fixture, tmp_path / STORE)
    with closing(SqliteJournal(tmp_path)) as journal:
        content = whole(journal)
    shutil.rmtree(tmp_path / STORE)
    shutil.copytree(fixture, tmp_path / STORE)
    change_database(tmp_path, "UPDATE entries SET body = '{}' WHERE seq = 4")
    rot_line(tmp_path, 9)
    assert report(tmp_path).folder == "damaged-1"
    assert found(tmp_path) == content
