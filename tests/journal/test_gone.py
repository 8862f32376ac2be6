"""A store that is deleted or replaced while it is played on: what the process knows is kept."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, loaded, new_game, record, whole

from companion.app.journal_entries import Choose, SetValue, StorageFault
from companion.journal.store import SqliteJournal
from companion.journal.witness import NAME, rows_in
from companion.ports import JournalError

if TYPE_CHECKING:
    from pathlib import Path

    from companion.app.journal_entries import JournalEntry

OTHER = "ravensburger-2008-2p-0"


def kept_at(journal: SqliteJournal, *decisions: JournalEntry) -> tuple[int, list[StorageFault]]:
    """Try until it is kept, five times at most; say at which try, and what was in the way."""
    causes: list[StorageFault] = []
    for number in range(1, 6):
        try:
            journal.keep(*decisions)
        except JournalError as error:
            causes.append(error.cause)
        else:
            return number, causes
    return 0, causes


def evening(state: Path) -> SqliteJournal:
    """An older game of another start, and one that this process began."""
    with closing(SqliteJournal(state)) as journal:
        journal.keep(SetValue("settings", '{"language":"de"}'), new_game(OTHER))
        journal.keep(*entries(4, name=OTHER))
    journal = SqliteJournal(state)
    journal.load()
    journal.keep(new_game(), *entries(3))
    return journal


@pytest.mark.parametrize("what", ["", STORE])
def test_a_folder_that_was_deleted_is_made_anew_at_the_third_try(tmp_path: Path, what: str) -> None:
    state = tmp_path / "state"
    with closing(evening(state)) as journal:
        shutil.rmtree(state / what)
        assert kept_at(journal, *entries(1, 3)) == (3, [StorageFault.GONE] * 2)
        journal.keep(*entries(1, 4))
        memory = journal.load()
        assert memory.games[0].past == record()[1:6]
        assert memory.settings == {"settings": '{"language":"de"}'}
        assert whole(journal)["current"] == 2
    assert loaded(state).games[0].past == record()[1:6]
    assert len(list(rows_in(state / STORE / NAME))) >= 7


@pytest.mark.parametrize("turns", [0, 1], ids=["opened", "chosen and played on"])
def test_a_saved_game_that_was_opened_outlives_the_folder(tmp_path: Path, turns: int) -> None:
    state = tmp_path / "state"
    evening(state).close()
    with closing(SqliteJournal(state)) as journal:
        journal.load()
        journal.game(1)
        if turns:
            journal.keep(Choose(1))
            journal.keep(*entries(1, 4, OTHER))
        shutil.rmtree(state)
        decisions = entries(1, 5, OTHER) if turns else (Choose(1), *entries(2, 4, OTHER))
        assert kept_at(journal, *decisions) == (3, [StorageFault.GONE] * 2)
        assert journal.game(1).past == record(OTHER)[1:7]
        assert journal.game(2).past == record()[1:4]
    memory = loaded(state)
    assert (memory.current, memory.notice) == (1, None)
    assert memory.settings == {"settings": '{"language":"de"}'}


def test_a_stick_that_was_unplugged_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tmp_path / "stick" / "state"
    with closing(evening(state)) as journal:
        (tmp_path / "stick").rename(tmp_path / "away")
        (tmp_path / "stick").mkdir()
        with monkeypatch.context() as unplugged:
            unplugged.setattr("companion.journal.place.device_of", lambda _: -1)
            assert kept_at(journal, *entries(1, 3)) == (0, [StorageFault.GONE] * 5)
        assert not list((tmp_path / "stick").iterdir())
        (tmp_path / "stick").rmdir()
        (tmp_path / "away").rename(tmp_path / "stick")
        assert kept_at(journal, *entries(1, 3)) == (1, [])
        assert len(journal.load().games) == 2


def test_an_older_copy_is_put_aside_and_all_that_was_kept_is_there(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with closing(evening(state)) as journal:
        journal._files.write_back()
        shutil.copytree(state / STORE, tmp_path / "older")
        told = whole(journal)
        journal.keep(*entries(2, 3))
        shutil.rmtree(state / STORE)
        shutil.copytree(tmp_path / "older", state / STORE)
        assert kept_at(journal, *entries(1, 5)) == (2, [StorageFault.DAMAGED])
        assert journal.game(2).past == record()[1:7]
        assert journal.game(1).past == told["games"][1][3]
    memory = loaded(state)
    assert memory.games[0].past == record()[1:7]
    assert memory.notice is not None
    assert memory.notice.folder == "damaged-1"
    assert not memory.notice.lost


@pytest.mark.parametrize("turns", [2, 12])
def test_a_store_of_another_history_is_put_aside_once_for_what_is_known(
    tmp_path: Path, turns: int
) -> None:
    state = tmp_path / "state"
    with closing(SqliteJournal(tmp_path / "other")) as other:
        other.keep(new_game(OTHER), *entries(turns, name=OTHER))
    with closing(evening(state)) as journal:
        shutil.rmtree(state / STORE)
        shutil.copytree(tmp_path / "other" / STORE, state / STORE)
        assert kept_at(journal, *entries(1, 3)) == (2, [StorageFault.DAMAGED])
        journal.keep(*entries(1, 4))
    memory = loaded(state)
    assert memory.games[0].past == record()[1:6]
    assert [path.name for path in state.glob("damaged-*")] == ["damaged-1"]


def test_a_game_goes_on_though_an_older_one_rotted_in_both_copies(tmp_path: Path) -> None:
    evening(tmp_path).close()
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.load()  # of the older game this process knows nothing but its number
        journal._files.db.execute("UPDATE entries SET body = 'x' WHERE seq = 4")
        witness = tmp_path / STORE / NAME
        content = witness.read_bytes().splitlines(keepends=True)
        with witness.open("r+b") as file:
            file.seek(sum(map(len, content[:3])))
            file.write(b"#")
        with pytest.raises(JournalError):
            journal.game(1)
        assert kept_at(journal, *entries(1, 3)) == (1, [])
        journal.keep(*entries(1, 4))
        assert journal.game(2).past == record()[1:6]
        assert journal.game(1).past == record(OTHER)[1:2]
    memory = loaded(tmp_path)
    assert memory.games[0].past == record()[1:6]
    assert memory.notice is not None
    assert memory.notice.lost
