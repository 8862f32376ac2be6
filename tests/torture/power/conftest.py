from __future__ import annotations

import os
import random
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def ram() -> Iterator[Path]:
    """A folder in memory where there is one: thousands of simulated cuts would wear a disk."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def chance() -> random.Random:
    """Chance from POWER_SEED, printed so that a failure can be repeated."""
    seed = int(os.environ.get("POWER_SEED", "1"))
    print(f"POWER_SEED={seed}")
    return random.Random(seed)
