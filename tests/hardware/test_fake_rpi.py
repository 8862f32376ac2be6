"""Our buttons over RPi.GPIO, on fake-rpi, in a process of its own.

The product itself builds lgpio's factory and no other: this shows that its buttons ask nothing of a
pin that RPi.GPIO could not give.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

CHILD = Path(__file__).parent / "subprocesses" / "rpigpio_child.py"
ROOT = Path(__file__).parents[2]


def test_buttons_work_over_rpi_gpio_and_find_a_missed_release() -> None:
    child = subprocess.run(
        [sys.executable, CHILD],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    events = json.loads(child.stdout.splitlines()[-1])
    assert events[:3] == [["ok", True], ["ok", False], ["left", True]]
    assert ["left", False] in events[3:]
