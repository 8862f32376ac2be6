"""Spoilt input at every border: only named errors come out, and a large one costs little."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.tools import SEED
from tests.torture.fuzz.mutate import mutated
from tests.torture.fuzz.targets import ROOT, TARGETS

# By hand, in full: FUZZ=100000 pytest -m torture -n 0 tests/torture/fuzz -s
MANY = int(os.environ.get("FUZZ", "3000"))
MOST_KIB = 50 * 1024
GENEROUS_S = 10.0
LARGE = 1_000_000


@pytest.fixture(autouse=True)
def _no_log(caplog: pytest.LogCaptureFixture) -> None:
    """Log nothing: it would repeat the spoilt input, which a report cannot carry."""
    caplog.set_level(logging.CRITICAL + 1)


def fuzz(name: str, count: int, seed: int) -> None:
    print(f"{name}: {count} inputs, TEST_SEED={seed}")
    random, target = Random(f"{name} {seed}"), TARGETS[name]
    for number in range(count):
        content = mutated(random, target.seeds)
        try:
            target.read(content)
        except Exception as error:
            error.add_note(f"{name}, TEST_SEED={seed}, input {number}: {content[:2000]!r}")
            raise


@pytest.mark.parametrize("name", TARGETS)
def test_only_named_errors_come_out_of_spoilt_input(name: str) -> None:
    for seed in TARGETS[name].seeds:
        TARGETS[name].read(seed)
    for number in sorted({1, SEED}):
        fuzz(name, 150, number)


@pytest.mark.torture
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", TARGETS)
def test_only_named_errors_come_out_of_much_spoilt_input(name: str) -> None:
    fuzz(name, MANY, SEED)


def large_inputs() -> dict[str, bytes]:
    """Make inputs of a megabyte that are cheap to write and dear to read."""
    move = b'{"seat": 0, "do": "forward", "to": 10'
    return {
        "one word": b"x" * LARGE,
        "one key of many parts": b"a." * (LARGE // 2) + b"a = 1",
        "many keys": b"".join(b"k%d = 1\n" % n for n in range(LARGE // 12)),
        "many tables": b"".join(b"[t%d]\n" % n for n in range(LARGE // 9)),
        "deep lists": b"a = " + b"[" * LARGE,
        "deep objects": b'{"a":' * (LARGE // 5),
        "one number": b"a = " + b"9" * LARGE,
        "many lines": b"{}\n" * (LARGE // 3),
        "words of a script": b"ok\n" * (LARGE // 3),
        "an unknown key": move + b', "note": "' + b"x" * LARGE + b'"}',
        "zeros": bytes(LARGE),
        "noise": Random(SEED).randbytes(LARGE),
    }


def games_of_a_megabyte() -> bytes:
    """Make a record whose every line is good: a game of hundreds of unknown keys."""
    lines = TARGETS["records"].seeds[0].split(b"\n")
    padding = b', "note": "' + b"x" * (LARGE // len(lines)) + b'"}'
    return b"\n".join(line.rstrip(b"}") + padding if line else line for line in lines)


@pytest.mark.torture
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", TARGETS)
def test_a_megabyte_is_read_or_refused_in_little_time_and_memory(name: str, tmp_path: Path) -> None:
    inputs = large_inputs() | ({"a record": games_of_a_megabyte()} if name == "records" else {})
    for number, content in enumerate(inputs.values()):
        (tmp_path / str(number)).write_bytes(content)
    child = Path(__file__).with_name("large_child.py")
    done = subprocess.run(
        [sys.executable, str(child), name, *(str(tmp_path / str(n)) for n in range(len(inputs)))],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr
    for told, (seconds, kib) in zip(inputs, json.loads(done.stdout), strict=True):
        print(f"{name}, {told}: {seconds:.3f} s, {kib} KiB")
        assert kib <= MOST_KIB, told
        assert seconds <= GENEROUS_S, told
