"""The family book's games: from the cache, or computed once, some at a time."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.app.events import BookRead, GameRead
from companion.app.journal_entries import Choose, Decision, Finish, NewGame, Undo
from companion.app.session import ReadBook, ReadGame, Resources
from companion.config.edition_files import known_editions
from companion.journal.sqlite_journal import SqliteJournal
from companion.shell.book_cache import BOOK
from companion.shell.saved_game_reader import SLICE, SavedGameReader

GAMES = Path(__file__).parents[1] / "games"
LINES = (GAMES / "ravensburger-1978-3p-0.jsonl").read_text("utf-8").splitlines()
FINISHED = (NewGame(LINES[0], "5eed"), *map(Decision, LINES[1:]), Finish(()))
ENDED_HERE = (NewGame(LINES[0], "5eed"), *map(Decision, LINES[1:9]), Finish(()))
RESOURCES = Resources(editions=tuple(known.edition for known in known_editions([])[0]))


def store(folder: Path, games: int) -> SqliteJournal:
    """Open a store with so many finished games, one that was ended, and one just begun."""
    journal = SqliteJournal(folder)
    journal.load()
    journal.append(*FINISHED * games, *ENDED_HERE, NewGame(LINES[0], "5eed"))
    return journal


def read_all(reader: SavedGameReader) -> tuple[BookRead, list[int]]:
    """Read until nothing is left; return the last answer, and what was left after each."""
    left = []
    while True:
        read = reader.read(ReadBook(), RESOURCES, 1.0)
        assert isinstance(read, BookRead)
        left.append(read.left)
        if not read.left:
            return read, left


def test_each_finished_game_is_computed_once_and_then_comes_from_the_cache(tmp_path: Path) -> None:
    journal = store(tmp_path, 3)
    first = SavedGameReader(journal, tmp_path)
    read, _ = read_all(first)
    assert [each.game for each in read.games] == ["1", "2", "3"]
    assert first.computed == 4  # the ended one too, which has no result
    again, second = read_all(first)[0], SavedGameReader(journal, tmp_path)
    assert first.computed == 4
    assert read_all(second)[0].games == again.games == read.games
    assert second.computed == 0
    journal.close()


@pytest.mark.parametrize("damage", [b"", b"nonsense"])
def test_a_deleted_or_damaged_cache_is_computed_again(tmp_path: Path, damage: bytes) -> None:
    journal = store(tmp_path, 2)
    whole = read_all(SavedGameReader(journal, tmp_path))[0]
    (tmp_path / BOOK).write_bytes(damage) if damage else (tmp_path / BOOK).unlink()
    reader = SavedGameReader(journal, tmp_path)
    assert read_all(reader)[0].games == whole.games
    assert reader.computed == 3
    journal.close()


def test_only_a_game_that_changed_is_computed_anew(tmp_path: Path) -> None:
    journal = store(tmp_path, 2)
    read_all(SavedGameReader(journal, tmp_path))
    journal.append(Choose(1), Undo(1))
    reader = SavedGameReader(journal, tmp_path)
    assert [each.game for each in read_all(reader)[0].games] == ["2"]
    assert reader.computed == 0
    journal.append(Decision(LINES[-1]), Finish(()))
    assert [each.game for each in read_all(reader)[0].games] == ["1", "2"]
    assert reader.computed == 1
    journal.close()


def test_games_are_computed_some_at_a_time(tmp_path: Path) -> None:
    journal = store(tmp_path, SLICE)
    read, left = read_all(SavedGameReader(journal, tmp_path))
    assert left == [1, 0]
    assert len(read.games) == SLICE
    journal.close()


def test_a_game_that_cannot_be_read_is_logged_once_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = store(tmp_path, 1)
    lost = NewGame(LINES[0].replace("ravensburger-1978", "lost"), "5eed")
    journal.append(lost, Finish(()))
    reader = SavedGameReader(journal, tmp_path)
    with caplog.at_level(logging.ERROR):
        assert len(read_all(reader)[0].games) == 1
        assert len(read_all(reader)[0].games) == 1
    assert [record.getMessage()[:12] for record in caplog.records] == ["saved game 4"]
    journal.close()


def test_the_game_of_a_race_is_read_or_missing(tmp_path: Path) -> None:
    journal = store(tmp_path, 1)
    reader = SavedGameReader(journal)
    read = reader.read(ReadGame(1), RESOURCES, 1.0)
    assert isinstance(read, GameRead)
    assert read.game is not None
    assert len(read.game.past) == len(LINES) - 1
    assert reader.read(ReadGame(9), RESOURCES, 1.0) == GameRead(None, 1.0)
    journal.close()


def test_a_journal_that_is_gone_gives_an_empty_book(tmp_path: Path) -> None:
    reader = SavedGameReader(SqliteJournal(tmp_path / "none"))
    assert reader.read(ReadBook(), RESOURCES, 1.0) == BookRead((), 0, 1.0)
