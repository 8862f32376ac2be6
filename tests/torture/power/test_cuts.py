from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import evening_script as script
import pytest
import strace as recorder
from cut_disk import Disk, lay, lift
from cut_judge import Judge, cut_everywhere, moments

from companion.journal.sqlite_journal import SqliteJournal
from tests.tools import need

if TYPE_CHECKING:
    import random

    from cut_disk import Names

PLAY = Path(__file__).with_name("evening_play.py")
WORDS = ("close", "migrate", "damage")
SYNCS = 201  # of the 96 decisions of an evening, when they were counted last
OPEN = Path(__file__).with_name("evening_open.py")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> list[recorder.Step]:
    """The trace of a whole evening, recorded once."""
    need("strace")
    return recorder.record(PLAY, tmp_path_factory.mktemp("evening") / "state")


def test_no_cut_of_the_power_loses_what_was_confirmed(
    evening: list[recorder.Step], judge: Judge, chance: random.Random
) -> None:
    verdicts = cut_everywhere(judge, evening, chance, share=0.02)
    assert set(verdicts) == {"ok"}, verdicts


@pytest.mark.torture
@pytest.mark.timeout(1800)
def test_no_cut_at_any_moment_loses_what_was_confirmed(
    evening: list[recorder.Step], judge: Judge, chance: random.Random
) -> None:
    verdicts = cut_everywhere(judge, evening, chance)
    print(f"cuts: {verdicts}")
    assert set(verdicts) == {"ok"}, verdicts


@pytest.mark.torture
@pytest.mark.parametrize("weak", ["weak-off", "weak-normal"])
def test_the_two_settings_that_must_fail_are_seen_to_fail(
    ram: Path, chance: random.Random, weak: str
) -> None:
    need("strace")
    trace = recorder.record(PLAY, ram / "state", "short", weak)
    expected = script.expected(ram / "undisturbed", script.script(short=True))
    verdicts = cut_everywhere(Judge(ram, expected), trace, chance, share=0.2)
    assert verdicts["lost"] + verdicts["called damaged"] > 0, verdicts


@pytest.mark.torture
def test_a_second_cut_during_the_recovery_loses_nothing(
    evening: list[recorder.Step], ram: Path, judge: Judge, chance: random.Random
) -> None:
    verdicts = _cut_twice(evening, ram, judge, chance, times=2, share=0.2)
    assert set(verdicts) == {"ok"}, verdicts


@pytest.mark.torture
def test_a_second_cut_after_a_recovery_that_was_almost_finished_loses_nothing(
    evening: list[recorder.Step], ram: Path, judge: Judge, chance: random.Random
) -> None:
    """The first cut leaves the damaged store in its place, and a complete one beside it."""
    verdicts: Counter[str] = Counter()
    for moment in moments(evening, Disk(), -1, damaged=False):
        if moment.step == ("rename", ("state", "fresh"), ("state", "mended")) and moment.damaged:
            (ram / "second").mkdir()
            lay(moment.disk.left("all", chance), ram / "second")
            disk = Disk.holding(lift(ram / "second"))
            recovery = recorder.record(OPEN, ram / "second" / "state")
            known = {"kept": moment.kept, "damaged": moment.damaged}
            verdicts += cut_everywhere(judge, recovery, chance, disk=disk, share=0.2, **known)
    assert set(verdicts) == {"ok"}, verdicts


@pytest.mark.torture
@pytest.mark.timeout(1800)
def test_second_cuts_all_over_the_evening_lose_nothing(
    evening: list[recorder.Step], ram: Path, judge: Judge, chance: random.Random, full: bool
) -> None:
    verdicts = _cut_twice(evening, ram, judge, chance, times=80 if full else 12, share=1.0)
    print(f"second cuts: {verdicts}")
    assert set(verdicts) == {"ok"}, verdicts


@pytest.mark.torture
def test_a_hundred_boots_cut_before_the_first_picture_leave_everything_as_it_is(
    evening: list[recorder.Step], ram: Path, judge: Judge, chance: random.Random
) -> None:
    """Each boot ends as a cut ends it: nothing is closed, only what is written then is left."""
    for moment in _some(evening, chance, 2):
        files = moment["files"]
        sizes = []
        for _ in range(100):
            files = _booted(files, ram / "boots")
            sizes.append(sum(len(content or b"") for content in files.values()))
        assert sizes[-1] <= sizes[0]
        kept, damaged = moment["kept"], moment["damaged"]
        assert judge.verdict(files, kept, damaged=damaged) == "ok"


def test_each_decision_is_one_chain_of_syncs(evening: list[recorder.Step]) -> None:
    """The WAL, then the backup log; a new WAL adds its header, a checkpoint the database's own."""
    chains: list[list[str]] = [[]]
    for step in evening:
        match step:
            case "sync", path:
                chains[-1].append("".join(path[-1:]))
            case "said", str(words) if words.startswith("kept"):
                chains.append([])
    kept = [chain for chain, step in zip(chains[1:], script.script(), strict=False) if chain]
    decisions = [c for c, step in zip(kept, script.script(), strict=True) if step not in WORDS]
    assert all((c[0], c[-1]) == ("journal.db-wal", "record.jsonl") for c in decisions)
    kinds = Counter(map(tuple, decisions))
    wal, backup = "journal.db-wal", "record.jsonl"
    assert kinds[(wal, backup)] >= len(decisions) - 6, kinds
    assert kinds[(wal, wal, "journal.db", backup)] <= 1, kinds
    assert sum(map(len, decisions)) <= SYNCS, kinds


def _cut_twice(
    evening: list[recorder.Step],
    ram: Path,
    judge: Judge,
    chance: random.Random,
    *,
    times: int,
    share: float,
) -> Counter[str]:
    verdicts: Counter[str] = Counter()
    for moment in _some(evening, chance, times):
        root = ram / "second"
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir()
        lay(moment["files"], root)
        disk = Disk.holding(lift(root))
        recovery = [step for step in recorder.record(OPEN, root / "state") if step[0] != "said"]
        known = {"kept": moment["kept"], "damaged": moment["damaged"]}
        verdicts += cut_everywhere(judge, recovery, chance, disk=disk, share=share, **known)
    return verdicts


def _some(
    evening: list[recorder.Step], chance: random.Random, times: int
) -> list[dict[str, object]]:
    """Return moments of the evening, one of them just after the database has rotted."""
    count = sum(1 for _ in moments(evening, Disk(), -1, damaged=False))
    chosen = set(chance.sample(range(count // 20, count), times - 1))
    found = []
    for number, moment in enumerate(moments(evening, Disk(), -1, damaged=False)):
        if number in chosen or moment.step == ("said", "damaged"):
            files = moment.disk.left("random", chance)
            found.append({"files": files, "kept": moment.kept, "damaged": moment.damaged})
    return found


def _booted(files: dict[Names, bytes | None], root: Path) -> dict[Names, bytes | None]:
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    lay(files, root)
    journal = SqliteJournal(root / "state")
    journal.load()
    left = lift(root)
    journal.close()
    return left
