from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import strace

from tests.tools import need, quick

if TYPE_CHECKING:
    import random

    from cut_judge import Judge

PLAY = Path(__file__).with_name("evening_play.py")
# The system calls of a commit; the scripted rot writes by other calls.
CALLS = "pwrite64,fdatasync,fsync,ftruncate,rename,mkdir,unlink"


@pytest.mark.torture
def test_a_kill_at_any_write_or_sync_leaves_the_game_before_or_after(
    ram: Path, judge: Judge, chance: random.Random
) -> None:
    verdicts, _ = _each(ram, judge, chance, "signal=SIGKILL", some=3)
    assert set(verdicts) == {"ok"}, verdicts


@pytest.mark.torture
@pytest.mark.timeout(3000)
def test_a_kill_at_every_write_and_sync_leaves_the_game_before_or_after(
    ram: Path, judge: Judge, chance: random.Random, full: bool
) -> None:
    verdicts, _ = _each(ram, judge, chance, "signal=SIGKILL", some=None if full else 40)
    print(f"kills at a call: {verdicts}")
    assert set(verdicts) == {"ok"}, verdicts


@pytest.mark.torture
@pytest.mark.timeout(3000)
def test_kills_at_random_moments_leave_the_game_before_or_after(
    ram: Path, judge: Judge, chance: random.Random, full: bool
) -> None:
    verdicts: Counter[str] = Counter()
    for _ in range(500 if full else 60):
        state = _fresh(ram)
        child = subprocess.Popen(
            [sys.executable, str(PLAY), str(state)],
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(strace.ROOT)},
        )
        time.sleep(chance.uniform(0.05, 0.6))
        child.kill()
        said = child.communicate()[0].splitlines()
        verdicts[_verdict(judge, state, said)] += 1
    print(f"kills at random: {verdicts}")
    assert set(verdicts) == {"ok"}, verdicts


@pytest.mark.parametrize("error", quick(1, ["EIO", "ENOSPC"]))
def test_an_error_at_any_write_or_sync_loses_nothing_and_the_next_try_keeps(
    ram: Path, judge: Judge, chance: random.Random, error: str
) -> None:
    verdicts, said = _each(ram, judge, chance, f"error={error}", some=2)
    assert set(verdicts) == {"ok"}, verdicts
    assert said["end"] == verdicts["ok"], said


@pytest.mark.torture
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
def test_an_error_at_every_write_and_sync_loses_nothing_and_the_next_try_keeps(
    ram: Path, judge: Judge, chance: random.Random, error: str, full: bool
) -> None:
    verdicts, said = _each(ram, judge, chance, f"error={error}", some=None if full else 40)
    print(f"{error} at a call: {verdicts}")
    assert set(verdicts) == {"ok"}, verdicts
    assert said["end"] == verdicts["ok"], said


@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
def test_storage_that_fails_for_good_is_reported_with_the_cause_and_loses_nothing(
    ram: Path, judge: Judge, chance: random.Random, error: str
) -> None:
    need("strace")
    for number in chance.sample(range(10, 90), 1):
        state = _fresh(ram)
        said = _played(state, f"inject={CALLS}:error={error}:when={number}+")
        assert any(line.startswith("failed") for line in said), said
        assert _verdict(judge, state, said) == "ok"


def _each(
    ram: Path, judge: Judge, chance: random.Random, what: str, *, some: int | None = None
) -> tuple[Counter[str], Counter[str]]:
    """Play the evening once for each call (or for some of them), that call going wrong."""
    need("strace")
    calls = _calls(ram)
    verdicts: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for call, number in calls if some is None else chance.sample(calls, some):
        state = _fresh(ram)
        said = _played(state, f"inject={call}:{what}:when={number}")
        verdict = _verdict(judge, state, said)
        verdicts[verdict] += 1
        words.update(said)
        if verdict != "ok":
            verdicts[f"{verdict} at {call} {number}, {said[-2:]}"] += 1
    return verdicts, words


def _calls(ram: Path) -> list[tuple[str, int]]:
    """List the calls of the evening, each with its number among those of its name."""
    log = ram / "calls"
    strace.run(PLAY, str(_fresh(ram)), strace=("-e", f"trace={CALLS}", "-o", str(log)))
    names = [line.split("(")[0] for line in log.read_text("ascii", "replace").splitlines()]
    log.unlink()
    return [(name, names[: at + 1].count(name)) for at, name in enumerate(names) if name.islower()]


def _played(state: Path, injection: str) -> list[str]:
    done = strace.run(PLAY, str(state), strace=("-e", injection, "-o", "/dev/null"))
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout.splitlines()


def _verdict(judge: Judge, state: Path, said: list[str]) -> str:
    kept = [int(line.split()[1]) for line in said if line.startswith("kept ")]
    return judge.verdict_in(state, kept[-1] if kept else -1, damaged="damaging" in said)


def _fresh(ram: Path) -> Path:
    state = ram / "killed" / "state"
    shutil.rmtree(state.parent, ignore_errors=True)
    state.parent.mkdir()
    return state
