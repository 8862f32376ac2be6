"""Rot at random places: of one file, of both, and under a running program.

By hand, in full: ROT_TIMES=1000 pytest -m torture tests/journal -s
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, found, loaded, new_game, record, whole
from stores import flip, killed, logged, rot_line, rot_row, shorten, zero

from companion.app.journal_entries import Choose
from companion.journal.paths import BACKUP_LOG, DATABASE, WAL
from companion.journal.saved_state import by_game, whole_game
from companion.journal.sqlite_journal import SqliteJournal
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from companion.journal.rows import Row

    Rot = Callable[[Path, random.Random], None]

MANY = int(os.environ.get("ROT_TIMES", "300"))


def test_a_flipped_bit_anywhere_is_reported_or_harmless(ram: Path) -> None:
    one_file(ram, flip, times=30, seed=1)


def test_a_zeroed_sector_anywhere_is_reported_or_harmless(ram: Path) -> None:
    one_file(ram, zero, times=15, seed=2)


def test_a_wal_cut_anywhere_is_reported_or_harmless(ram: Path) -> None:
    one_file(ram, shorten, times=15, seed=3, names=(WAL,))


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_rot_of_one_file_anywhere_is_reported_or_harmless(ram: Path) -> None:
    chance = seeded()
    for number, rot in enumerate((flip, zero, shorten)):
        (ram / str(number)).mkdir()
        verdicts = one_file(ram / str(number), rot, times=MANY, seed=chance.randrange(10**6))
        print(f"rot of one file, {rot.__name__}: {verdicts}")


def one_file(
    ram: Path, rot: Rot, times: int, seed: int, names: Sequence[str] = (DATABASE, WAL, BACKUP_LOG)
) -> Counter[str]:
    """Rot one file of a killed program's store: all must be there, and half a loss be reported."""
    content = killed(ram / "whole")
    chance = random.Random(seed)
    verdicts: Counter[str] = Counter()
    for turn in range(times):
        name = chance.choice(names)
        with copied(ram) as state:
            rot(state / STORE / name, chance)
            with closing(SqliteJournal(state)) as journal:
                memory = journal.load()
                assert whole(journal) == content, f"{turn}: {name} of seed {seed}"
            assert (memory.notice is not None) == bool(list(state.glob("damaged-*")))
            verdicts["reported" if memory.notice else "harmless"] += 1
    assert verdicts["reported"]
    return verdicts


def test_rot_in_both_files_leaves_a_valid_beginning_and_is_reported(ram: Path) -> None:
    both_files(ram, times=20, seed=4)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_rot_in_both_files_anywhere_leaves_a_valid_beginning_and_is_reported(ram: Path) -> None:
    print(f"rot of both files: {both_files(ram, MANY, seeded().randrange(10**6))}")


def both_files(ram: Path, times: int, seed: int) -> Counter[str]:
    """Rot the log and the database at random places; what is left of each game is a beginning."""
    content = killed(ram / "whole")
    beginnings = list(beginnings_of(logged(ram / "whole")))
    chance = random.Random(seed)
    verdicts: Counter[str] = Counter()
    for turn in range(times):
        with copied(ram) as state:
            chance.choice((flip, zero))(state / STORE / BACKUP_LOG, chance)
            name = chance.choice((WAL, DATABASE))
            chance.choice((flip, zero, shorten))(state / STORE / name, chance)
            left = found(state)
            games = {number: past for number, _, _, past, *_ in left["games"]}
            assert games in beginnings, f"{turn} of seed {seed}"
            assert found(state) == left
            assert len(list(state.glob("damaged-*"))) <= 1
            assert loaded(state).notice is not None or left == content
            verdicts["all there" if left == content else "a beginning"] += 1
    return verdicts


def beginnings_of(rows: Sequence[Row]) -> Iterator[dict[int, tuple[str, ...]]]:
    """Return what stood in each game after each row."""
    for count in range(len(rows) + 1):
        streams = {game: stream for game, stream in by_game(rows[:count]).items() if game}
        yield {g: whole_game(s).past for g, s in streams.items()}


def test_rot_at_different_rows_of_both_files_loses_nothing(ram: Path) -> None:
    different_rows(ram, times=8, seed=5)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_rot_at_any_different_rows_of_both_files_loses_nothing(ram: Path) -> None:
    different_rows(ram, MANY, seed=seeded().randrange(10**6))
    print(f"rot of both files at different rows: {MANY}, nothing lost")


def different_rows(ram: Path, times: int, seed: int) -> None:
    """Rot some rows in the database and all or some of the others in the log."""
    content = killed(ram / "whole")
    count = len(logged(ram / "whole"))
    chance = random.Random(seed)
    for turn in range(times):
        with copied(ram) as state:
            numbers = chance.sample(range(1, count + 1), chance.randint(2, count))
            half = chance.randint(1, len(numbers) - 1)
            for number in numbers[:half]:
                rot_row(state, number)
            for number in numbers[half:]:
                rot_line(state, number)
            assert found(state) == content, f"{turn} of seed {seed}"
            notice = loaded(state).notice
            assert notice is not None
            assert not notice.lost


def test_rot_at_the_same_row_of_both_files_loses_the_rows_from_there_on(ram: Path) -> None:
    same_row(ram, rows=[1, 2, 9, 24])


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_rot_at_each_row_of_both_files_loses_the_rows_from_there_on(ram: Path) -> None:
    print(f"rot of both files at one row: {same_row(ram)} rows, exactly the rows from there on")


def same_row(ram: Path, rows: Sequence[int] = ()) -> int:
    """Rot one row in both; exactly the rows before it are left, and the others are put aside."""
    killed(ram / "whole")
    written = logged(ram / "whole")
    for number in rows or range(1, len(written) + 1):
        with copied(ram) as state:
            rot_row(state, number)
            rot_line(state, number)
            notice = loaded(state).notice
            assert notice is not None
            assert notice.folder == "damaged-1"
            assert notice.lost
            assert logged(state)[:-1] == written[: number - 1]
            kept = (state / notice.folder / BACKUP_LOG).read_bytes().splitlines()
            assert len(kept) == len(written)
    return len(rows or written)


ONE_BYTE: dict[str, tuple[int, Callable[[int], int]]] = {
    "a page that forgets its last rows": (4, lambda cells: cells - 4),
    "a page that forgets all its rows": (4, lambda _: 0),
    "a page of no kind": (0, lambda _: 0),
}


@pytest.mark.parametrize(("at", "change"), ONE_BYTE.values(), ids=ONE_BYTE)
def test_one_byte_that_rots_under_a_running_program_costs_no_decision(
    tmp_path: Path, at: int, change: Callable[[int], int]
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.append(new_game(), *entries(30))
        journal.append(new_game("ravensburger-2008-2p-0"))
        journal.append(*entries(20, name="ravensburger-2008-2p-0"))
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.load()
        assert one_byte(tmp_path, at, change)
        assert journal.game(1).past == record()[1:31]
        journal.append(Choose(1))
        journal.append(*entries(3, 30))
    memory = loaded(tmp_path)
    assert memory.notice is not None
    assert memory.notice.folder == "damaged-1"
    game = next(game for game in memory.games if game.number == memory.current)
    assert game.past == record()[1:34]


def one_byte(state: Path, at: int, change: Callable[[int], int]) -> int:
    """Rot one byte of each table page that is full of rows; return how many there were."""
    file = state / STORE / DATABASE
    content, count = bytearray(file.read_bytes()), 0
    for page in range(1, len(content) // 4096):
        if content[page * 4096] == 0x0D and content[page * 4096 + 4] > 20:  # a leaf with its cells
            content[page * 4096 + at] = change(content[page * 4096 + at])
            count += 1
    with file.open("r+b") as there:
        there.write(content)
    return count


def test_rot_under_a_running_program_is_recovered_or_refused(ram: Path) -> None:
    live(ram, times=8, seed=6)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_rot_anywhere_under_a_running_program_is_recovered_or_refused(ram: Path) -> None:
    print(f"rot under a running program: {live(ram, MANY, seeded().randrange(10**6))}")


def live(ram: Path, times: int, seed: int) -> Counter[str]:
    """Rot a file while it is open, and play on: what was confirmed is there afterwards."""
    chance = random.Random(seed)
    verdicts: Counter[str] = Counter()
    lines = record()[1:]
    for turn in range(times):
        state = ram / str(turn)
        with closing(SqliteJournal(state)) as journal:
            journal.append(new_game(), *entries(8))
            confirmed = 8
            for _ in range(chance.randint(1, 12)):
                if chance.random() < 0.3:
                    path = state / STORE / chance.choice((DATABASE, WAL, BACKUP_LOG))
                    chance.choice((flip_in_place, zero_in_place))(path, chance)
                try:
                    if chance.random() < 0.3:
                        assert journal.game(1).past == lines[:confirmed]
                    journal.append(*entries(1, confirmed))
                except JournalError:
                    memory = journal.load()
                    assert memory.notice is not None
                    assert (
                        memory.games == () or memory.games[0].past == lines[: memory.games[0].turns]
                    )
                    verdicts["both rotted: refused, reported and recovered"] += 1
                    break
                confirmed += 1
            else:
                journal.close()
                memory = loaded(state)
                past = memory.games[0].past if memory.games else ()
                assert past == lines[: len(past)], f"{turn} of seed {seed}"
                assert len(past) == confirmed or memory.notice is not None
                verdicts["all there" if len(past) == confirmed else "both rotted: reported"] += 1
        shutil.rmtree(state)
    return verdicts


def flip_in_place(path: Path, chance: random.Random) -> None:
    change_in_place(path, chance, 1)


def zero_in_place(path: Path, chance: random.Random) -> None:
    change_in_place(path, chance, 512)


def change_in_place(path: Path, chance: random.Random, size: int) -> None:
    """Change bytes under whoever has the file open."""
    if not path.exists() or path.stat().st_size < size:
        return
    with path.open("r+b") as file:
        at = chance.randrange(path.stat().st_size // size) * size
        file.seek(at)
        byte = file.read(1)[0] ^ (1 << chance.randrange(8)) if size == 1 else 0
        file.seek(at)
        file.write(bytes([byte]) * size)


@contextmanager
def copied(ram: Path) -> Iterator[Path]:
    """A copy of the whole store that is removed again."""
    state = ram / "rotten"
    shutil.copytree(ram / "whole", state)
    yield state
    shutil.rmtree(state)


def seeded() -> random.Random:
    """Chance from ROT_SEED, printed so that a failure can be repeated."""
    seed = int(os.environ.get("ROT_SEED", random.SystemRandom().randrange(10**6)))
    print(f"ROT_SEED={seed}")
    return random.Random(seed)
