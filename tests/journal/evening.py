"""A scripted evening for the journal's tests: real records, appended decision by decision."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from companion.app.journal_entries import (
    Choose,
    Decision,
    Finish,
    JournalEntry,
    NewGame,
    Redo,
    SavedState,
    SetValue,
    Undo,
)
from companion.app.setup_line import player_names
from companion.journal.sqlite_journal import SqliteJournal

GAMES = Path(__file__).parents[1] / "games"
STORE = "store"


def record(name: str = "ravensburger-1978-4p-0") -> tuple[str, ...]:
    """A whole record: the setup line, then the entries."""
    return tuple((GAMES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())


def new_game(name: str = "ravensburger-1978-4p-0") -> NewGame:
    return NewGame(record(name)[0], "5eed")


def entries(
    count: int, start: int = 0, name: str = "ravensburger-1978-4p-0"
) -> tuple[Decision, ...]:
    return tuple(Decision(line) for line in record(name)[1 + start : 1 + start + count])


def evening() -> list[tuple[JournalEntry, ...]]:
    """Commits of an evening: two games, undo, redo, a finish and its undo, settings."""
    first, second = entries(8), entries(5, name="ravensburger-2008-2p-0")
    return [
        (SetValue("settings", '{"language":"de"}'),),
        (new_game(), SetValue("setup", '["a","b"]')),
        *((entry,) for entry in first[:6]),
        (Undo(3),),
        (Redo(1),),
        (first[4],),
        (first[5],),
        (Finish(((0, 1, 3, 20), (1, None, 60, 19))),),
        (Undo(1),),
        (new_game("ravensburger-2008-2p-0"),),
        *((entry,) for entry in second),
        (Choose(1),),
        (first[5],),
        (SetValue("settings", '{"language":"hu"}'),),
    ]


def keep_all(journal: SqliteJournal, commits: list[tuple[JournalEntry, ...]]) -> None:
    for decisions in commits:
        journal.append(*decisions)


def whole(journal: SqliteJournal) -> dict[str, object]:
    """Return everything in the journal but a report, as one value to compare."""
    memory = journal.load()
    return everything(memory, journal)


def loaded(state: Path) -> SavedState:
    """Return what a start in that folder reads; it is unlocked again afterwards."""
    with closing(SqliteJournal(state)) as journal:
        return journal.load()


def found(state: Path) -> dict[str, object]:
    """Return everything in that folder; it is unlocked again afterwards."""
    with closing(SqliteJournal(state)) as journal:
        return whole(journal)


def everything(memory: SavedState, journal: SqliteJournal) -> dict[str, object]:
    games = [journal.game(game.number) for game in memory.games]
    return {
        "settings": memory.settings,
        "current": memory.current,
        "names": player_names(memory.games),
        "games": [(g.number, g.record, g.seed, g.past, g.future, g.finished) for g in games],
    }


def played(state: Path) -> dict[str, object]:
    """Append the whole evening in a state folder, close it, and return what is then there."""
    journal = SqliteJournal(state)
    keep_all(journal, evening())
    content = whole(journal)
    journal.close()
    return content


def colours(setup: str) -> list[str]:
    return [seat["colour"] for seat in json.loads(setup)["seats"]]
