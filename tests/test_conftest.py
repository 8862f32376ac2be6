"""What holds for every test, seen to fail: leaks, skips in CI, golden files renewed there."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.left_open import Resources

ROOT = Path(__file__).parents[1]
TESTS = """
import os
import hypothesis.core
import pytest
from tests.tools import seeds

@pytest.mark.skip(reason="no tool")
def test_tool(): pass

@pytest.mark.skip(reason="this machine does not allow it: x")
def test_machine(): pass

def test_leak(): os.pipe()

def test_seed(): assert (seeds(2), hypothesis.core.global_force_seed) == ([0, 1, 77], 77)
"""


def run_pytest(
    folder: Path, text: str, *options: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run one file of tests with this project's rules for all of them."""
    (folder / "test_one.py").write_text(text)
    words = ["-p", "tests.conftest", "-p", "no:cacheprovider", "--rootdir", str(folder), "-c"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words, "/dev/null", "-rA", str(folder), *options],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_what_a_test_leaves_open_is_named() -> None:
    before, gate = Resources.now(), threading.Event()
    thread = threading.Thread(target=gate.wait, name="waiting")
    thread.start()
    reader, writer = os.pipe()
    with subprocess.Popen(["sleep", "60"]) as child:
        left = before.left_open(ending_s=0.0)
        child.kill()
    gate.set()
    thread.join()
    os.close(reader)
    os.close(writer)
    assert left[:2] == ["thread waiting", f"process {child.pid}"]
    assert [name.partition(" -> pipe")[0] for name in left[2:]] == [str(reader), str(writer)]
    assert before.left_open() == []


def test_in_ci_leaks_and_skips_fail_and_the_given_seed_is_used(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, TESTS, CI="true", RENEW_GOLDEN="0", TEST_SEED="77")
    assert "TEST_SEED=77" in done.stdout
    assert "the test left open: " in done.stdout
    assert "skipped under CI=true: " in done.stdout
    assert "2 passed, 1 skipped, 2 errors" in done.stdout


@pytest.mark.torture
def test_by_hand_a_skip_is_a_skip_and_golden_files_may_be_renewed(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, TESTS, "-k", "tool", CI="", RENEW_GOLDEN="1")
    assert done.returncode == 0, done.stdout


@pytest.mark.torture
def test_golden_files_are_not_renewed_in_ci(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, TESTS, CI="true", RENEW_GOLDEN="1")
    assert done.returncode == 4
    assert "RENEW_GOLDEN" in done.stderr


def test_pytest_xdist_knows_the_group_of_each_test(request: pytest.FixtureRequest) -> None:
    grouped = [item for item in request.session.items if item.get_closest_marker("xdist_group")]
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    assert request.node in grouped
    assert {"@" in item.nodeid.rpartition("]")[2] for item in grouped} == {is_worker}
