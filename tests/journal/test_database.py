from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from evening import STORE, found, loaded

from companion.journal.database import STEPS

FIXTURES = Path(__file__).parent / "fixtures"


def test_every_schema_ever_released_has_a_fixture() -> None:
    kept = {path.name for path in FIXTURES.iterdir()}
    assert kept == {f"schema-{number}" for number in range(1, len(STEPS) + 1)}


@pytest.mark.parametrize("folder", sorted(FIXTURES.iterdir()), ids=lambda path: path.name)
def test_every_save_format_ever_written_opens(tmp_path: Path, folder: Path) -> None:
    shutil.copytree(folder / STORE, tmp_path / STORE)
    told = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    assert loaded(tmp_path).notice is None
    assert not list(tmp_path.glob("damaged-*"))
    assert json.loads(json.dumps(found(tmp_path))) == told
