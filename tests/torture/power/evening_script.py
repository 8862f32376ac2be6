"""The evening that the power is cut in: what is kept, step by step, and what each step must leave.

Every step is one call of `append`, or a word: "close" and the next step opens anew, "migrate" (a
newer version opens the store), "damage" (a bit rots while the program is off).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from companion.app.journal_entries import (
    Choose,
    Decision,
    Finish,
    JournalEntry,
    NewGame,
    Redo,
    SetValue,
    Undo,
)
from companion.journal.database import STEPS
from companion.journal.sqlite_journal import SqliteJournal

GAMES = Path(__file__).parents[2] / "games"
NEWER = (*STEPS, ("ALTER TABLE entries ADD COLUMN stars INTEGER", "CREATE TABLE cups (id INTEGER)"))

Step = tuple[JournalEntry, ...] | str


def lines(name: str) -> list[str]:
    return (GAMES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def script(*, short: bool = False) -> list[Step]:
    """Return the steps; the short script has the beginning only."""
    first, second = lines("ravensburger-1978-4p-0"), lines("ravensburger-2008-2p-0")
    begin: list[Step] = [
        (SetValue("settings", '{"language":"de"}'),),
        (NewGame(first[0], "5eed"), SetValue("setup", '["a"]')),
        *((Decision(line),) for line in first[1:7]),
        (Undo(2),),
        (Decision(first[5]),),
    ]
    if short:
        return begin
    return [
        *begin,
        "close",
        *((Decision(line),) for line in first[6:9]),
        (Undo(1), Redo(1)),
        (Finish(((0, 1, 3, 20), (1, None, 60, 19))),),
        (Undo(1),),
        "migrate",
        (NewGame(second[0], "beef"),),
        *((Decision(line),) for line in second[1:5]),
        "damage",
        (Decision(second[5]),),
        (SetValue("report", "null"),),
        (Choose(1),),
        # Enough for a checkpoint in the middle of a game.
        *((Decision(line),) for line in first[8:80]),
    ]


def content(journal: SqliteJournal) -> dict[str, object]:
    """Return everything that the journal holds."""
    memory = journal.load()
    games = [journal.game(game.number) for game in memory.games]
    return {
        "settings": memory.settings,
        "current": memory.current,
        "games": [(g.number, g.record, g.seed, g.past, g.future, g.finished) for g in games],
    }


def rot(state: Path) -> None:
    """Flip a bit in the middle of the database's newest row."""
    path = state / "store" / "journal.db"
    content = bytearray(path.read_bytes())
    at = content.index(b'"do"')
    content[at : at + 4] = b'"Do"'
    path.write_bytes(content)


def expected(state: Path, steps: list[Step]) -> list[dict[str, object]]:
    """Return what is there after 0, 1, 2 ... steps, from an undisturbed run."""
    journal = SqliteJournal(state)
    found = [content(journal)]
    for step in steps:
        if not isinstance(step, str):
            journal.append(*step)
        found.append(content(journal))
    journal.close()
    return json.loads(json.dumps(found))


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()
