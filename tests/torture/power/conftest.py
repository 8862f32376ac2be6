from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import evening_script as script
import pytest
from cut_judge import Judge

from companion.journal import database

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """What is there after each step of the evening when nothing goes wrong."""
    return script.expected(tmp_path_factory.mktemp("undisturbed") / "state", script.script())


@pytest.fixture(autouse=True)
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests open what the newer version of the evening has written."""
    monkeypatch.setattr(database, "STEPS", script.NEWER)


@pytest.fixture
def judge(ram: Path, undisturbed: list[dict[str, object]]) -> Judge:
    """Hold what is found against the undisturbed evening."""
    return Judge(ram, undisturbed)


@pytest.fixture
def full() -> bool:
    """POWER_FULL=1 leaves nothing out; without it the long attacks take some calls of many."""
    return os.environ.get("POWER_FULL") == "1"


@pytest.fixture
def chance() -> random.Random:
    """Chance from POWER_SEED, printed so that a failure can be repeated."""
    seed = int(os.environ.get("POWER_SEED", "1"))
    print(f"POWER_SEED={seed}")
    return random.Random(seed)
