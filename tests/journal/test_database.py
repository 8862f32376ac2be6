from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from evening import STORE, found, loaded, played

from companion.journal import database
from companion.journal.database import STEPS
from companion.journal.paths import DATABASE
from companion.ports import JournalError

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


def test_a_migration_that_fails_leaves_the_older_schema_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = played(tmp_path)
    with monkeypatch.context() as newer:
        newer.setattr(database, "STEPS", (*STEPS, ("CREATE TABLE cups (id INTEGER)", "no SQL")))
        with pytest.raises(JournalError):
            loaded(tmp_path)
    assert found(tmp_path) == content
    with closing(sqlite3.connect(tmp_path / STORE / DATABASE)) as db:
        assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'cups'").fetchone() == (
            0,
        )
