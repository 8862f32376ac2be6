"""The command `stats`: what it prints, bad records, and what it imports."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.journal_entries import Decision, Finish, NewGame, SetValue, Undo
from companion.app.session import ReadBook, Resources
from companion.cli.command_line import parse
from companion.cli.record_files import Streams
from companion.cli.stats import print_book, run, source_of_file
from companion.config.edition_files import known_editions
from companion.config.user_folders import CACHE
from companion.journal.sqlite_journal import SqliteJournal
from companion.shell.saved_game_reader import SavedGameReader

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "games"
THREE = GAMES / "ravensburger-1978-3p-0.jsonl"


def stats(*names: str, plain: bool = False, as_json: bool = True) -> tuple[int, list[str], str]:
    out, err = io.StringIO(), io.StringIO()
    streams = Streams(io.BytesIO(THREE.read_bytes()), out, err)
    sources = [source_of_file(name, streams) for name in names]
    status = print_book(sources, streams=streams, as_json=as_json, plain=plain)
    return status, out.getvalue().splitlines(), err.getvalue()


def test_records_named_are_counted_and_standard_input_too() -> None:
    status, (line,), words = stats(*map(str, sorted(GAMES.glob("*.jsonl"))), "-")
    book = json.loads(line)
    assert (status, words, book["games"], book["unfinished"]) == (0, "", 9, 0)
    assert [table["games"] for table in book["starting_order"]] == [4, 2, 2, 1]


def test_each_bad_record_has_a_sentence_and_the_others_are_counted(tmp_path: Path) -> None:
    bad, cut = tmp_path / "bad", tmp_path / "cut"
    bad.write_bytes(b"nonsense")
    cut.write_bytes(b"\n".join(THREE.read_bytes().splitlines()[:9]))
    names = (str(bad), str(tmp_path / "none"), str(tmp_path), str(cut), str(THREE))
    status, lines, words = stats(*names)
    assert status == 1
    assert [sentence.split(",")[0] for sentence in words.splitlines()] == list(names[:3])
    assert [json.loads(line)["error"]["code"] for line in lines[:3]] == ["bad-setup"] * 3
    book = json.loads(lines[3])
    assert (book["games"], book["unfinished"]) == (1, 1)
    status, lines, _ = stats(*names, as_json=False)
    assert (status, lines[0]) == (1, "1 finished game, 1 not finished")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with a finished game, one that was undone after its end, and one just begun."""
    setup, *entries = THREE.read_text("utf-8").splitlines()
    game = (NewGame(setup, "5eed"), *map(Decision, entries), Finish(()))
    journal = SqliteJournal(tmp_path)
    journal.append(*game, *game, Undo(1), NewGame(setup, "5eed"))
    journal.close()
    return tmp_path


def test_saved_games_are_counted_and_undone_ones_are_unfinished(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(parse(["stats", "--json", "--state", str(store)])) == 0
    book = json.loads(capsys.readouterr().out)
    assert (book["games"], book["unfinished"]) == (1, 2)
    assert book["bests"][0]["game"] == "1"


def test_two_spellings_that_were_joined_on_the_device_count_as_one(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = SqliteJournal(store)
    journal.append(SetValue("spellings", '{"White": "Granny", "Blue": 3}'))
    journal.close()
    assert run(parse(["stats", "--json", "--state", str(store)])) == 0
    names = {player["name"] for player in json.loads(capsys.readouterr().out)["players"]}
    assert names == {"Granny", "Red", "Blue"}


def test_the_cache_of_the_device_is_used_and_never_written(
    store: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = parse(["stats", "--json", "--state", str(store)])
    run(arguments)
    printed = capsys.readouterr().out
    assert not (store / CACHE).exists()
    journal = SqliteJournal(store)
    journal.load()
    editions = tuple(known.edition for known in known_editions([])[0])
    SavedGameReader(journal, store / CACHE).read(ReadBook(), Resources(editions=editions), 1.0)
    journal.close()
    monkeypatch.setattr("companion.cli.stats.replay", None)  # would fail
    assert run(arguments) == 0
    assert capsys.readouterr().out == printed


def test_a_folder_without_games_is_reported_and_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(parse(["stats", "--state", str(tmp_path / "none")])) == 0
    printed = capsys.readouterr()
    assert printed.out == "0 finished games\n"
    assert "no game was kept" in printed.err


def test_a_saved_game_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = THREE.read_text("utf-8").splitlines()[0].replace("ravensburger-1978", "lost-edition")
    journal = SqliteJournal(tmp_path)
    journal.append(NewGame(setup, "5eed"), Finish(()))
    journal.close()
    assert run(parse(["stats", "--state", str(tmp_path)])) == 1
    assert f"game 1 in {tmp_path}, line 1: " in capsys.readouterr().err


def test_it_imports_neither_pillow_nor_a_display_library(store: Path) -> None:
    code = (
        "import sys, companion.__main__ as m; m.main(['stats', '--state', sys.argv[1]]);"
        "print({n.split('.')[0] for n in sys.modules} & "
        "{'PIL', 'luma', 'gpiozero', 'aiohttp', 'textual', 'serial', 'hardware'})"
    )
    arguments = [sys.executable, "-c", code, str(store)]
    done = subprocess.run(arguments, capture_output=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == b"set()"
