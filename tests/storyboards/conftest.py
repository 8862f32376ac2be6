from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.storyboards.playing import Table, seed_of

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Table]:
    """Play a storyboard by name in this process, each one once."""
    tables: dict[str, Table] = {}

    def play(name: str) -> Table:
        if name not in tables:
            text = (HERE / f"{name}.txt").read_text("utf-8")
            tables[name] = table = Table(tmp_path_factory.mktemp(name), seed_of(text))
            table.script(text, f"{name}.txt")
            table.close()
        return tables[name]

    return play
