from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, loaded, new_game, played, record
from stores import killed

from companion.app.journal_entries import NewGame, SavedGame, Undo
from companion.app.setup_line import player_names, seat_names
from companion.app.storage_fault import StorageFault
from companion.cli.saved_games import export, games
from companion.config.edition_files import find_edition
from companion.journal.sqlite_journal import SqliteJournal
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
    journal.append(new_game(), *entries(9))
    journal.append(Undo(2))
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


def test_a_missing_game_is_reported(tmp_path: Path) -> None:
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
def test_a_companion_reports_the_same(
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
    assert player_names([SavedGame(1, text, "", 0, False)]) == ("Ben",)


def test_they_read_beside_a_running_companion_and_leave_no_trace(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(new_game(), *entries(4))
    before = _facts(tmp_path)
    assert len(run(export, tmp_path, None)[1]) == 5
    assert len(run(games, tmp_path)[1]) == 1
    assert _facts(tmp_path) == before
    journal.append(*entries(1, 4))
    assert len(run(export, tmp_path, None)[1]) == 6
    journal.close()


def test_of_a_damaged_store_what_can_be_recovered_is_printed_and_it_stays_as_it_is(
    tmp_path: Path,
) -> None:
    played(tmp_path)
    os.truncate(tmp_path / STORE / "journal.db", 5000)
    before = _facts(tmp_path)
    status, lines, told = run(export, tmp_path, 1)
    assert (status, lines) == (0, list(record()[:7]))
    assert "is damaged" in told
    assert [json.loads(line)["id"] for line in run(games, tmp_path)[1]] == [2, 1]
    assert _facts(tmp_path) == before
    (tmp_path / STORE / "record.jsonl").unlink()
    assert run(export, tmp_path, 1)[0] == 1


def test_what_only_the_backup_log_has_is_listed_as_an_opening_would(tmp_path: Path) -> None:
    killed(tmp_path / "state")
    (tmp_path / "state" / STORE / "journal.db-wal").unlink()
    before = _facts(tmp_path / "state")
    status, lines, told = run(games, tmp_path / "state")
    assert (status, [json.loads(line)["turn"] for line in lines]) == (0, [5, 6])
    assert "is damaged" in told
    assert _facts(tmp_path / "state") == before


@pytest.mark.parametrize("name", [STORE, "mended"])
def test_a_recovery_cut_between_its_two_renames_hides_no_game(tmp_path: Path, name: str) -> None:
    played(tmp_path)
    listed = run(games, tmp_path)[1]
    (tmp_path / STORE).rename(tmp_path / "damaged-1")
    shutil.copytree(tmp_path / "damaged-1", tmp_path / name)
    before = sorted(path.name for path in tmp_path.iterdir())
    assert run(games, tmp_path)[:2] == (0, listed)
    assert run(export, tmp_path, 1)[1] == list(record()[:7])
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_the_list_names_the_stores_that_were_put_aside(tmp_path: Path) -> None:
    played(tmp_path)
    assert run(games, tmp_path)[2] == ""
    (tmp_path / STORE / "journal.db").write_bytes(b"")
    loaded(tmp_path)
    assert run(games, tmp_path)[2] == (
        "hare-companion: a damaged store was put aside as damaged-1\n"
    )


def test_they_import_neither_pillow_nor_a_display_library(tmp_path: Path) -> None:
    played(tmp_path)
    script = (
        "import sys; from pathlib import Path; from companion.cli.saved_games import *;"
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
    journal.append(NewGame(setup, "5eed"))
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
