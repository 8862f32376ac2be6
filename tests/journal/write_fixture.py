"""Write the fixture of the present schema: run once when a schema is released, never again.

python tests/journal/write_fixture.py
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from evening import STORE, evening, keep_all, whole

from companion.journal.database import STEPS
from companion.journal.sqlite_journal import SqliteJournal

FIXTURES = Path(__file__).parent / "fixtures"


def main() -> None:
    """Append an evening, and copy the store as a pulled plug leaves it, with its WAL."""
    folder = FIXTURES / f"schema-{len(STEPS)}"
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as state:
        journal = SqliteJournal(Path(state))
        commits = evening()
        keep_all(journal, commits[:10])
        journal.close()
        keep_all(journal, commits[10:])
        shutil.copytree(Path(state) / STORE, folder / STORE)
        told = whole(journal)
        journal.close()
    text = json.dumps(told, indent=1, ensure_ascii=False)
    (folder / "told.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
