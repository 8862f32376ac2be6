"""What tests of several parts share."""

from __future__ import annotations

import os
import shutil
import subprocess
from random import SystemRandom
from typing import TYPE_CHECKING, Final

import pytest

from tests.caches import CACHES, filled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

IS_CI: Final = os.environ.get("CI") == "true"
# Chance in tests: 1 by hand, new in each run in CI; each run prints it in its first lines.
# TEST_SEED=17 pytest ... repeats a run, TEST_SEED=$RANDOM pytest ... tries another one.
SEED: Final = int(os.environ.get("TEST_SEED") or (SystemRandom().randrange(10**6) if IS_CI else 1))
# A skip for this reason stays one in CI: no tool is missing, the machine itself does not allow it.
CANNOT_RUN_HERE: Final = "this machine does not allow it: "


def need(tool: str) -> str:
    """Return the path of a program; without it the test is skipped, and a skip fails in CI."""
    path = shutil.which(tool)
    if path is None:
        pytest.skip(f"{tool} is not installed")
    return path


def npm_package(name: str, version: str) -> Path:
    """Have npm put a package into the cache; return its folder."""
    npm = need("npm")
    folder = CACHES / f"{name.rpartition('/')[2]}-{version}"
    package = folder / "node_modules" / name
    if not package.exists():
        command = [npm, "install", "--no-audit", "--no-fund", "--prefix", folder]
        subprocess.run([*command, f"{name}@{version}"], check=True, capture_output=True)
    return package


def seeds(count: int) -> list[int]:
    """Return the fixed seeds below `count`, and the run's own where it is another one."""
    return [*range(count), *({SEED} - set(range(count)))]


def quick(count: int, values: Iterable[object]) -> list[object]:
    """Return parameters of which the first `count` run in the test line, the others in torture."""
    return [
        value if place < count else pytest.param(value, marks=pytest.mark.torture)
        for place, value in enumerate(values)
    ]


def is_renewing() -> bool:
    """Return whether the golden files are to be written anew."""
    return os.environ.get("RENEW_GOLDEN", "0") != "0"


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder that one worker of the run fills, and that all of them read."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return filled(shared / name, make)
