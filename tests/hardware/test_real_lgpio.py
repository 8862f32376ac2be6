"""The true threads: unmodified gpiozero and lgpio.py over stubbed C calls, in their own process."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = Path(__file__).parent / "subprocesses" / "lgpio_child.py"
ROOT = Path(__file__).parents[2]

# Not imported here: its import makes a FIFO in the working directory, where the workers meet.
if importlib.util.find_spec("lgpio") is None:
    pytest.skip("no lgpio for this Python", allow_module_level=True)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    child = subprocess.run(
        [sys.executable, CHILD],
        cwd=tmp_path_factory.mktemp("work"),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    return {"stderr": child.stderr, **json.loads(child.stdout)}


def test_a_press_comes_through_the_drivers_own_thread_with_its_own_time(
    seen: dict[str, object],
) -> None:
    assert seen["press"] == ["left", True, True]


def test_an_inbox_that_raises_does_not_end_the_drivers_thread(seen: dict[str, object]) -> None:
    assert seen["raised"] is True
    assert seen["after a raising inbox"] == [True]
    assert seen["alive"] is True


def test_a_taken_pin_is_named_with_its_holder(seen: dict[str, object]) -> None:
    assert seen["held"] == "back"
    assert 'GPIO 23 (back) is held by "spi0 CS0"' in str(seen["stderr"])


def test_lgpios_pipe_leaves_no_trace_and_the_working_folder_stays(
    seen: dict[str, object],
) -> None:
    assert seen["same folder"] is True
    assert seen["nothing left"] is True


def test_before_the_pins_are_opened_there_is_no_driver(seen: dict[str, object]) -> None:
    assert seen["alive before"] is False


def test_the_real_import_leaves_no_trace_either(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    temporary = tmp_path_factory.mktemp("temporary")
    script = """
from pathlib import Path
from hardware.gpio import import_lgpio, is_driver_alive
import_lgpio()
assert is_driver_alive()
print([*Path().iterdir()], Path.cwd())
"""
    told = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert told.stdout.strip() == f"[] {tmp_path}"
    assert not list(temporary.iterdir())
