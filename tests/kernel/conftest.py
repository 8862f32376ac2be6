"""Fixtures of the kernel bench: where the kernel is, and a box that runs on it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.kernel.box import Box, pins_of
from tests.kernel.guest import Guest
from tests.kernel.panels import Sh1106, Ssd1306

if TYPE_CHECKING:
    from collections.abc import Iterator

BUILDER = Path(__file__).parent / "kernel.sh"
WALL_S = 100.0
"""A guest older than this is killed, whatever it does: below pytest's own time-out."""


@pytest.fixture(scope="session")
def kernel() -> Path:
    """Find the kernel; without one the test is skipped, which fails where CI is true."""
    asked = subprocess.run([BUILDER, "--path"], check=True, capture_output=True, text=True)
    path = Path(asked.stdout.strip())
    if not path.exists():
        pytest.skip(f"no kernel at {path}: build it with tests/kernel/kernel.sh (five minutes)")
    return path


@pytest.fixture
def guest(kernel: Path, tmp_path: Path) -> Iterator[Guest]:
    with Guest(kernel, tmp_path, wall_s=WALL_S) as booted:
        yield booted


@pytest.fixture(params=[Ssd1306, Sh1106], ids=["ssd1306", "sh1106"])
def either_panel(request: pytest.FixtureRequest) -> Ssd1306 | Sh1106:
    """Run the test twice, once with each controller."""
    panel: Ssd1306 | Sh1106 = request.param()
    return panel


@pytest.fixture
def box(guest: Guest) -> Box:
    """Return a box without its panel: the test plugs one."""
    return Box(guest, Ssd1306(), pins_of("breadboard"))
