from __future__ import annotations

import os
import random
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

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

from companion.app.journal_entries import Choose, RecoveryKind, SetValue, StorageFault
from companion.journal.row import GENESIS, Kind, Row, sealed
from companion.journal.salvage import salvaged
from companion.journal.store import SqliteJournal
from companion.journal.story import standing
from companion.journal.witness import NAME, rows_in
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DB = "journal.db"


def test_a_database_cut_short_is_put_aside_and_the_witness_gives_all(tmp_path: Path) -> None:
    told = played(tmp_path)
    _cut(tmp_path / STORE / DB, 9000)
    memory = loaded(tmp_path)
    assert memory.notice is not None
    assert (memory.notice.kind, memory.notice.folder) == (RecoveryKind.DAMAGED, "damaged-1")
    assert (memory.notice.game, memory.notice.turns, memory.notice.lost) == (1, 6, False)
    assert found(tmp_path) == told
    assert (tmp_path / "damaged-1" / DB).stat().st_size == 9000


def test_the_report_stays_until_it_is_confirmed(tmp_path: Path) -> None:
    played(tmp_path)
    _cut(tmp_path / STORE / DB, 9000)
    for _ in range(2):
        journal = SqliteJournal(tmp_path)
        assert journal.load().notice is not None
        journal.close()
    journal = SqliteJournal(tmp_path)
    journal.keep(SetValue("report", "null"))
    assert journal.load().notice is None
    assert sorted(p.name for p in tmp_path.iterdir()) == ["damaged-1", "lock", STORE]
    journal.close()


def test_an_older_database_beside_a_newer_witness_is_noticed(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game(), *entries(3))
    journal.close()
    old = (tmp_path / STORE / DB).read_bytes()
    journal.keep(*entries(2, 3))
    journal.close()
    (tmp_path / STORE / DB).write_bytes(old)
    memory = loaded(tmp_path)
    assert memory.games[0].past == record()[1:6]
    assert memory.notice is not None
    assert not memory.notice.lost


def test_an_older_witness_is_brought_up_to_date(tmp_path: Path) -> None:
    told = played(tmp_path)
    witness = tmp_path / STORE / NAME
    content = witness.read_bytes()
    for size in (0, 500, 1000, len(content) - 1):
        _cut(witness, size)
        journal = SqliteJournal(tmp_path)
        assert whole(journal) == told
        journal.close()
        assert witness.read_bytes() == content
    witness.unlink()
    assert found(tmp_path) == told
    assert witness.read_bytes() == content


def test_without_a_witness_the_last_good_turn_is_named(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game(), *entries(20))
    journal.close()
    (tmp_path / STORE / NAME).unlink()
    with closing(sqlite3.connect(tmp_path / STORE / DB)) as db:
        db.execute("UPDATE entries SET body = replace(body, 'to', 'tp') WHERE seq = 12")
        db.commit()
    memory = loaded(tmp_path)
    assert memory.notice is not None
    assert (memory.notice.game, memory.notice.turns, memory.notice.lost) == (1, 10, True)
    assert memory.games[0].past == record()[1:11]


@pytest.mark.parametrize("rot", ["body = '{}'", "kind = 'enTry'", "seal = ''"])
def test_damage_in_an_old_game_is_noticed_when_it_is_opened_and_spares_the_others(
    tmp_path: Path, rot: str
) -> None:
    played(tmp_path)
    with closing(sqlite3.connect(tmp_path / STORE / DB)) as db:
        db.execute(f"UPDATE entries SET {rot} WHERE game = 2 AND depth = 2")
        db.commit()
    journal = SqliteJournal(tmp_path)
    assert journal.load().notice is None
    with pytest.raises(OSError, match="does not hold what was written"):
        journal.game(2)
    assert journal.game(2).past == record("ravensburger-2008-2p-0")[1:6]
    assert journal.load().notice is not None
    journal.close()


@pytest.mark.parametrize("number", [1, 3])
def test_a_last_turn_that_rots_into_another_game_is_missed(tmp_path: Path, number: int) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        for turns in (3, 4, 5):
            journal.keep(new_game(), *entries(turns), SetValue("told", "1"), SetValue("told", "2"))
    with closing(sqlite3.connect(tmp_path / STORE / DB)) as db:
        last = "SELECT max(seq) FROM entries WHERE game = ?"
        db.execute(f"UPDATE entries SET game = 2 WHERE seq = ({last})", (number,))
        db.commit()
    with closing(SqliteJournal(tmp_path)) as journal:
        assert (journal.load().notice is None) == (number == 1)  # 3 is opened at once
        if number == 1:
            with pytest.raises(JournalError, match="does not hold what was written"):
                journal.game(1)
        assert journal.game(number).past == record()[1 : number + 3]


def _one_byte(state: Path, at: int, change: Callable[[int], int]) -> int:
    """Rot one byte of each table page that is full of rows; tell how many there were."""
    file = state / STORE / DB
    content, count = bytearray(file.read_bytes()), 0
    for page in range(1, len(content) // 4096):
        if content[page * 4096] == 0x0D and content[page * 4096 + 4] > 20:  # a leaf with its cells
            content[page * 4096 + at] = change(content[page * 4096 + at])
            count += 1
    with file.open("r+b") as there:
        there.write(content)
    return count


@pytest.mark.parametrize(
    ("at", "change"),
    [
        pytest.param(4, lambda cells: cells - 4, id="a page that forgets its last rows"),
        pytest.param(4, lambda _: 0, id="a page that forgets all its rows"),
        pytest.param(0, lambda _: 0, id="a page of no kind"),
    ],
)
def test_one_byte_that_rots_under_a_running_companion_costs_no_decision(
    tmp_path: Path, at: int, change: Callable[[int], int]
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.keep(new_game(), *entries(30))
        journal.keep(new_game("ravensburger-2008-2p-0"))
        journal.keep(*entries(20, name="ravensburger-2008-2p-0"))
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.load()
        assert _one_byte(tmp_path, at, change)
        with pytest.raises(JournalError, match="does not hold what was written"):
            journal.game(1)
        assert journal.game(1).past == record()[1:31]
        journal.keep(Choose(1))
        journal.keep(*entries(3, 30))
    memory = loaded(tmp_path)
    assert memory.notice is not None
    assert (memory.notice.folder, memory.notice.lost) == ("damaged-1", False)
    game = next(game for game in memory.games if game.number == memory.current)
    assert game.past == record()[1:34]


def test_a_decision_that_meets_damage_is_kept_at_the_second_try(tmp_path: Path) -> None:
    played(tmp_path)
    with closing(sqlite3.connect(tmp_path / STORE / DB)) as db:
        db.execute("UPDATE entries SET body = '{}' WHERE game = 2 AND depth = 2")
        db.commit()
    journal = SqliteJournal(tmp_path)
    journal.load()
    with pytest.raises(OSError, match="does not hold what was written"):
        journal.keep(Choose(2))
    journal.keep(Choose(2))
    assert journal.load().current == 2
    assert (tmp_path / "damaged-1").is_dir()
    journal.close()


@pytest.mark.parametrize("name", [DB, NAME])
def test_a_card_that_does_not_give_back_what_was_written_puts_nothing_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    told = played(tmp_path)
    _cut(tmp_path / STORE / DB, 9000)

    def forgets(folder: Path) -> None:
        if folder.name == "fresh":
            _cut(folder / name, 5000)

    with monkeypatch.context() as worn:
        worn.setattr("companion.journal.mend.sync_folder", forgets)
        for _ in range(3):
            with pytest.raises(JournalError) as caught:
                loaded(tmp_path)
            assert caught.value.cause is StorageFault.IO_ERROR
        assert not list(tmp_path.glob("damaged-*"))
    assert found(tmp_path) == told


@pytest.mark.parametrize("content", [b"", b"dear diary", b"\0" * 8192])
def test_a_file_that_is_no_database_is_put_aside(tmp_path: Path, content: bytes) -> None:
    told = played(tmp_path)
    (tmp_path / STORE / DB).write_bytes(content)
    memory = loaded(tmp_path)
    assert memory.notice is not None
    assert memory.notice.kind is RecoveryKind.DAMAGED
    assert found(tmp_path) == told
    assert (tmp_path / "damaged-1" / DB).read_bytes() == content


def test_another_programs_database_is_called_so(tmp_path: Path) -> None:
    (tmp_path / STORE).mkdir()
    with closing(sqlite3.connect(tmp_path / STORE / DB)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    memory = loaded(tmp_path)
    assert memory.notice is not None
    assert memory.notice.kind is RecoveryKind.FOREIGN
    assert (tmp_path / memory.notice.folder / DB).exists()


def test_another_programs_file_in_the_place_of_the_folder_is_kept(tmp_path: Path) -> None:
    (tmp_path / STORE).write_text("not a folder")
    memory = loaded(tmp_path)
    assert memory.notice is not None
    assert (tmp_path / memory.notice.folder).read_text() == "not a folder"


@pytest.mark.parametrize("step", ["fresh", "both", "between"])
def test_a_mending_cut_short_is_finished_or_begun_again(tmp_path: Path, step: str) -> None:
    told = played(tmp_path)
    copy = tmp_path / ("fresh" if step == "fresh" else "mended")
    shutil.copytree(tmp_path / STORE, copy)
    if step == "between":
        (tmp_path / STORE).rename(tmp_path / "damaged-1")
    assert found(tmp_path) == told
    left = {"lock", STORE} | ({"damaged-1"} if step == "between" else set())
    assert {path.name for path in tmp_path.iterdir()} == left


def test_a_store_damaged_while_it_is_open_is_mended_with_what_the_process_knows(
    tmp_path: Path,
) -> None:
    journal = SqliteJournal(tmp_path)
    journal.load()
    journal.keep(new_game(), *entries(4))
    journal._files.db.execute("UPDATE entries SET body = 'x' WHERE seq = 3")
    (tmp_path / STORE / NAME).write_bytes(b"")
    memory = journal.load()
    assert memory.games[0].past == record()[1:5]
    journal.close()


def test_rows_after_a_hole_are_carried_over_for_other_games_only() -> None:
    rows = _rows((1, Kind.NEW), (1, Kind.ENTRY), (2, Kind.NEW), (2, Kind.ENTRY), (1, Kind.ENTRY))
    rescued = salvaged([rows[:1] + rows[2:], rows[:2]], _all)
    assert rescued.rows == tuple(rows)
    assert not rescued.lost
    broken = [*rows[:1], rows[2], rows[3], rows[4]]
    rescued = salvaged([broken], _all)
    # Row 3 hangs on the lost row 2, row 4 on row 3: both rows of game 2 but the first are proved.
    assert [(row.game, row.kind) for row in rescued.rows] == [(1, Kind.NEW)]
    assert rescued.lost


def test_a_game_whose_setup_is_lost_is_not_carried_over() -> None:
    rows = _rows((1, Kind.NEW), (2, Kind.NEW), (2, Kind.ENTRY), (2, Kind.ENTRY), (1, Kind.ENTRY))
    other = sealed(rows[0].seal, 2, 2, Kind.ENTRY, 0, "{}")  # what the place of the setup held
    rescued = salvaged([[rows[0], other, *_chained(other, rows[2:])]], _all)
    assert [(row.game, row.kind) for row in rescued.rows] == [(1, Kind.NEW), (1, Kind.ENTRY)]
    assert rescued.lost


def _chained(before: Row, rows: list[Row]) -> list[Row]:
    chained = []
    for row in rows:
        before = sealed(before.seal, row.seq, row.game, row.kind, row.depth, row.body)
        chained.append(before)
    return chained


def test_turns_that_the_rules_refuse_are_not_carried_over() -> None:
    rows = _rows((1, Kind.NEW), (1, Kind.ENTRY), (1, Kind.ENTRY), (1, Kind.ENTRY))
    rescued = salvaged([rows], lambda _, entries: min(len(entries), 2))
    assert [row.depth for row in rescued.rows] == [0, 1, 2]
    assert rescued.lost


def test_a_whole_journal_is_carried_over_as_it_is() -> None:
    rows = _rows((1, Kind.NEW), (1, Kind.ENTRY), (1, Kind.ENTRY))
    assert salvaged([rows], _all).rows == tuple(rows)


def test_a_flipped_bit_anywhere_is_noticed_or_harmless(ram: Path) -> None:
    _rot(ram, _flip, times=100, seed=1)


def test_a_zeroed_sector_anywhere_is_noticed_or_harmless(ram: Path) -> None:
    _rot(ram, _zero, times=40, seed=2)


def test_a_log_cut_anywhere_is_noticed_or_harmless(ram: Path) -> None:
    _rot(ram, _shorten, times=40, seed=3, files=("journal.db-wal",))


def test_rot_in_both_witnesses_leaves_a_good_beginning_and_says_so(ram: Path) -> None:
    _killed(ram / "whole")
    stages = _stages(ram / "whole")
    chance = random.Random(4)
    for turn in range(60):
        state = ram / "rotten"
        shutil.copytree(ram / "whole", state)
        # Only where both end at an earlier row, as if nothing had been kept since, nobody can tell.
        chance.choice((_flip, _zero))(state / STORE / NAME, chance)
        name = chance.choice(("journal.db-wal", DB))
        chance.choice((_flip, _zero, _shorten))(state / STORE / name, chance)
        for told in (found(state), found(state)):
            for number, _, _, past, *_ in told["games"]:
                assert past in stages[number], turn
        assert len(list(state.glob("damaged-*"))) <= 1
        memory = loaded(state)
        assert memory.notice is not None or found(state)["games"][0][3] == stages[2][-1]
        shutil.rmtree(state)


# By hand, in full: ROT_TIMES=1000 pytest -m torture tests/journal -s
MANY = int(os.environ.get("ROT_TIMES", "300"))


@pytest.mark.torture
def test_thousands_of_faults_in_every_file_are_noticed_or_harmless(ram: Path) -> None:
    seed = int(os.environ.get("ROT_SEED", random.SystemRandom().randrange(10**6)))
    print(f"ROT_SEED={seed}")
    for number, fault in enumerate((_flip, _zero, _shorten)):
        folder = ram / str(number)
        folder.mkdir()
        _rot(folder, fault, times=MANY, seed=seed + number)


def _rot(ram: Path, fault: object, times: int, seed: int, files: object = None) -> None:
    """Damage one file of a killed companion's store: nothing that was kept may be missing."""
    told = _killed(ram / "whole")
    chance = random.Random(seed)
    noticed = 0
    for turn in range(times):
        state = ram / "rotten"
        shutil.copytree(ram / "whole", state)
        store = state / STORE
        name = chance.choice(files or sorted(p.name for p in store.iterdir()))
        fault(store / name, chance)
        journal = SqliteJournal(state)
        memory = journal.load()
        for game in memory.games:
            try:
                journal.game(game.number)
            except OSError:
                memory = journal.load()
                break
        noticed += memory.notice is not None
        assert whole(journal) == told, f"{turn}: {name} of seed {seed}"
        journal.close()
        shutil.rmtree(state)
    assert noticed


def _stages(state: Path) -> dict[int, list[tuple[str, ...]]]:
    """List what stood in each game after each of its rows: all that a good beginning can be."""
    stages: dict[int, list[tuple[str, ...]]] = {}
    rows: dict[int, list[Row]] = {}
    for row in rows_in(state / STORE / NAME):
        rows.setdefault(row.game, []).append(row)
        past, _ = standing(rows[row.game])
        stages.setdefault(row.game, []).append(tuple(entry.body for entry in past))
    return stages


def _killed(state: Path) -> dict[str, object]:
    """A store as a killed companion leaves it: half in the database, half in its log."""
    journal = SqliteJournal(state)
    commits = evening()
    keep_all(journal, commits[:12])
    journal.close()
    keep_all(journal, commits[12:])
    copy = state.with_name("copy")
    shutil.copytree(state, copy)
    told = whole(journal)
    journal.close()
    shutil.rmtree(state)
    copy.rename(state)
    return told


def _cut(path: Path, size: int) -> None:
    os.truncate(path, size)


def _shorten(path: Path, chance: random.Random) -> None:
    os.truncate(path, chance.randrange(path.stat().st_size))


def _flip(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def _zero(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    at = chance.randrange(0, len(content), 512)
    content[at : at + 512] = bytes(len(content[at : at + 512]))
    path.write_bytes(content)


def _all(_: str, played: tuple[str, ...]) -> int:
    return len(played)


def _rows(*kinds: tuple[int, Kind]) -> list[Row]:
    rows: list[Row] = []
    depths: dict[int, int] = {}
    before = GENESIS
    for seq, (game, kind) in enumerate(kinds, 1):
        depths[game] = 0 if kind is Kind.NEW else depths[game] + 1
        body = '{"seed":"a","setup":{}}' if kind is Kind.NEW else f'{{"to":{seq}}}'
        rows.append(sealed(before, seq, game, kind, depths[game], body))
        before = rows[-1].seal
    return rows
