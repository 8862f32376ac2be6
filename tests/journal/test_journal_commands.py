from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, new_game, played, record

from companion.app.journal_entries import NewGame, SavedGame, StorageFault, Undo
from companion.config.edition_files import find_edition
from companion.journal.commands import export, games
from companion.journal.store import SqliteJournal
from companion.journal.story import names_of, seat_names
from companion.journal.witness import NAME
from companion.ports import JournalError
from companion.rules.replay import parse_record

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]


def run(command: object, *arguments: object) -> tuple[int, list[str], str]:
    out, err = io.StringIO(), io.StringIO()
    status = command(*arguments, out, err)
    return status, out.getvalue().splitlines(), err.getvalue()


def test_games_are_listed_newest_first(tmp_path: Path) -> None:
    played(tmp_path)
    status, lines, _ = run(games, tmp_path)
    listed = [json.loads(line) for line in lines]
    assert status == 0
    assert [(game["id"], game["turn"], game["finished"]) for game in listed] == [
        (2, 5, False),
        (1, 6, False),
    ]
    assert listed[0]["players"] == ["Red", "White"]
    assert listed[0]["edition"] == "ravensburger-2008"


def test_export_writes_the_game_as_it_finally_stands_without_the_seed(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game(), *entries(9))
    journal.keep(Undo(2))
    journal.close()
    status, lines, _ = run(export, tmp_path, None)
    assert (status, tuple(lines)) == (0, record()[:8])
    assert "5eed" not in "\n".join(lines)
    again = parse_record("\n".join(lines).encode(), find_edition)
    straight = parse_record("\n".join(record()[:8]).encode(), find_edition)
    assert again.state == straight.state


def test_export_without_a_number_is_the_latest_game(tmp_path: Path) -> None:
    played(tmp_path)
    assert run(export, tmp_path, None)[1][0] == record("ravensburger-2008-2p-0")[0]
    assert run(export, tmp_path, 1)[1] == list(record()[:7])


def test_a_game_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    status, lines, told = run(export, tmp_path, 3)
    assert (status, lines) == (1, [])
    assert "no game 3" in told


def test_before_the_first_game_the_list_is_empty_and_there_is_nothing_to_export(
    tmp_path: Path,
) -> None:
    for folder in (tmp_path, tmp_path / "elsewhere" / "deeper"):
        status, lines, told = run(games, folder)
        assert (status, lines) == (0, [])
        assert f"no game was kept in {folder} yet" in told
        status, lines, told = run(export, folder, None)
        assert (status, lines) == (1, [])
        assert f"no game was kept in {folder} yet: there is nothing to export" in told


def _file(path: Path) -> Path:
    path.write_text("")
    return path


def _below_a_file(path: Path) -> Path:
    path.write_text("")
    return path / "below"


def _circle(path: Path) -> Path:
    path.symlink_to(path)
    return path


def _long_name(path: Path) -> Path:
    path.mkdir()
    return path / ("a" * 300)


def _database_folder(path: Path) -> Path:
    (path / STORE / "journal.db").mkdir(parents=True)
    return path


def _lock_folder(path: Path) -> Path:
    (path / "lock").mkdir(parents=True)
    return path


WRONG_KINDS = [
    (_file, "is no folder"),
    (_below_a_file, "is no folder"),
    (_circle, "circle"),
    (_long_name, "too long a name"),
    (_database_folder, "journal.db is a folder where a file should be"),
]


@pytest.mark.parametrize(("build", "words"), WRONG_KINDS)
def test_what_stands_where_the_games_should_be_is_named(
    tmp_path: Path, build: Callable[[Path], Path], words: str
) -> None:
    folder = build(tmp_path / "state")
    for command in ((games, folder), (export, folder, None)):
        status, lines, told = run(*command)
        assert (status, lines) == (1, [])
        assert words in told
        assert "worn out" not in told


@pytest.mark.parametrize(
    ("build", "words"), [*WRONG_KINDS, (_lock_folder, "lock is a folder where a file should be")]
)
def test_a_companion_says_the_same_of_it(
    tmp_path: Path, build: Callable[[Path], Path], words: str
) -> None:
    folder = build(tmp_path / "state")
    journal = SqliteJournal(folder)
    with pytest.raises(JournalError) as caught:
        journal.load()
    journal.close()
    assert caught.value.cause is StorageFault.IN_THE_WAY
    # Making a folder meets a circle of links as something that is there already.
    assert words.replace("circle", "is no folder") in str(caught.value)
    assert str(tmp_path / "state") in str(caught.value)


def test_a_link_to_a_stick_that_is_not_plugged_in_is_not_an_empty_list(tmp_path: Path) -> None:
    (tmp_path / "state").symlink_to(tmp_path / "stick")
    status, lines, told = run(games, tmp_path / "state")
    assert (status, lines) == (1, [])
    assert "plug it in" in told


def test_a_player_without_a_name_is_listed_by_the_colour() -> None:
    setup = {"seats": [{"name": "", "colour": "red"}, {"name": "Ben", "colour": "blue"}]}
    text = json.dumps(setup)
    assert seat_names(text) == ("red", "Ben")
    assert names_of([SavedGame(1, text, "", 0, False)]) == ("Ben",)


def test_they_read_beside_a_running_companion_and_leave_no_trace(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.keep(new_game(), *entries(4))
    before = _facts(tmp_path)
    assert len(run(export, tmp_path, None)[1]) == 5
    assert len(run(games, tmp_path)[1]) == 1
    assert _facts(tmp_path) == before
    journal.keep(*entries(1, 4))
    assert len(run(export, tmp_path, None)[1]) == 6
    journal.close()


def test_a_damaged_store_still_gives_what_it_proves_and_stays_as_it_is(tmp_path: Path) -> None:
    played(tmp_path)
    os.truncate(tmp_path / STORE / "journal.db", 5000)
    before = _facts(tmp_path)
    status, lines, told = run(export, tmp_path, 1)
    assert (status, lines) == (0, list(record()[:7]))
    assert "is damaged" in told
    assert [json.loads(line)["id"] for line in run(games, tmp_path)[1]] == [2, 1]
    assert _facts(tmp_path) == before
    (tmp_path / STORE / NAME).unlink()
    assert run(export, tmp_path, 1)[0] == 1


@pytest.mark.parametrize("first", [0, 6], ids=["all of the evening", "the end of it"])
def test_what_only_the_second_witness_has_is_told_as_an_opening_would(
    tmp_path: Path, first: int
) -> None:
    state, killed = tmp_path / "state", tmp_path / "killed"
    if first:
        with closing(SqliteJournal(state)) as journal:
            journal.keep(new_game(), *entries(first))
    with closing(SqliteJournal(state)) as journal:
        journal.keep(*([] if first else [new_game()]), *entries(8 - first, first))
        shutil.copytree(state, killed)
    log = killed / STORE / "journal.db-wal"
    content = log.read_bytes()
    log.write_bytes(content[:40] + bytes([content[40] ^ 1]) + content[41:])
    before = _facts(killed)
    status, lines, told = run(games, killed)
    assert (status, [json.loads(line)["turn"] for line in lines]) == (0, [8])
    assert "is damaged" in told
    assert run(export, killed, None)[1] == list(record()[:9])
    assert _facts(killed) == before


@pytest.mark.parametrize("name", [STORE, "mended"])
def test_a_mending_cut_between_its_two_renames_hides_no_game(tmp_path: Path, name: str) -> None:
    played(tmp_path)
    told = run(games, tmp_path)[1]
    (tmp_path / STORE).rename(tmp_path / "damaged-1")
    shutil.copytree(tmp_path / "damaged-1", tmp_path / name)
    before = sorted(path.name for path in tmp_path.iterdir())
    assert run(games, tmp_path) == (0, told, "")
    assert run(export, tmp_path, 1)[1] == list(record()[:7])
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_the_list_says_what_only_a_store_that_was_put_aside_may_still_have(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.keep(new_game(), *entries(3))
        journal.keep(new_game("ravensburger-2008-2p-0"))
        journal.keep(*entries(4, name="ravensburger-2008-2p-0"))
    assert run(games, tmp_path)[2] == ""
    store = tmp_path / STORE
    lines = (store / NAME).read_bytes().splitlines(keepends=True)
    spoilt = [
        line.replace(b'"body":{', b'"body":{ ') if k == 7 else line for k, line in enumerate(lines)
    ]
    spoilt[0] = spoilt[0].replace(b"5eed", b"5eeds")
    (store / NAME).write_bytes(b"".join(spoilt))
    (store / "journal.db").write_bytes(b"")
    with closing(SqliteJournal(tmp_path)) as journal:
        assert [(game.number, game.turns) for game in journal.load().games] == [(2, 2)]
    assert "game 1: 0 of 3 turns" in caplog.text
    assert "game 2: 2 of 4 turns" in caplog.text
    told = run(games, tmp_path)[2]
    assert "damaged-1 may hold a game that is not in this list: its game 1, 3 turns" in told
    assert "damaged-1 may hold more of a game in this list: 4 turns of its game 2" in told
    assert len(told.splitlines()) == 2


def test_they_import_neither_pillow_nor_a_display_library(tmp_path: Path) -> None:
    played(tmp_path)
    script = (
        "import sys; from pathlib import Path; from companion.journal.commands import *;"
        "state = Path(sys.argv[1]); export(state, None, sys.stdout, sys.stderr);"
        "games(state, sys.stdout, sys.stderr);"
        "sys.exit(bool({'PIL', 'luma', 'gpiozero', 'aiohttp'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0


def _facts(state: Path) -> dict[str, tuple[int, int]]:
    stats = {path.name: path.stat() for path in (state / STORE).iterdir()}
    return {name: (facts.st_size, facts.st_mtime_ns) for name, facts in stats.items()}


@pytest.mark.parametrize("encoding", ["ascii", "iso8859-2"])
@pytest.mark.parametrize("command", ["games", "export"])
def test_a_name_is_written_in_utf8_whatever_the_locale(
    tmp_path: Path, command: str, encoding: str
) -> None:
    setup = new_game().record.replace("Red", "Zsófi")
    journal = SqliteJournal(tmp_path)
    journal.keep(NewGame(setup, "5eed"))
    journal.close()
    done = subprocess.run(
        [sys.executable, "-m", "companion", command, "--state", str(tmp_path)],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Zsófi" in done.stdout.decode()
