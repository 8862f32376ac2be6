"""The command `press`: its scripts, its pictures, and what it says where something fails."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.cli.command_line import parse
from companion.cli.press import run
from companion.cli.report_errors import report_errors
from hardware.press.film import Film
from hardware.press.script import MOST_LETTERS, ScriptError, parse_script

ROOT = Path(__file__).parents[2]


def press(script: str, *options: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command in this process; the program that it presses runs in one of its own."""
    words = ["press", "-", *map(str, options)]
    out, err = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(script.encode()))
    with patch.object(sys, "stdin", typed), redirect_stdout(out), redirect_stderr(err):
        status = report_errors(lambda: run(parse(words)))
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


@pytest.mark.parametrize("line", ["wait 1e12", "hold right 1e9", "wait -1", "wait nan"])
def test_the_error_of_a_time_out_of_bounds_names_both_bounds(line: str) -> None:
    with pytest.raises(ScriptError, match="script:1: the time must be 0 to 10000000 seconds"):
        parse_script(line, "script")


def test_a_shots_name_has_a_bound() -> None:
    assert parse_script(f"shot {'a' * MOST_LETTERS}", "script")
    for name in ("a" * (MOST_LETTERS + 1), "\u00e4" * MOST_LETTERS):
        with pytest.raises(ScriptError, match="100 letters at most"):
            parse_script(f"shot {name}", "script")


def test_a_picture_is_saved_and_reported(tmp_path: Path) -> None:
    done = press("shot first", "--state", tmp_path / "state", "--shots", tmp_path, "--seed=-x")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["shot"] == "first"
    assert (tmp_path / "first.png").exists()


def test_four_presses_of_ok_start_a_game_from_the_first_moment_on(tmp_path: Path) -> None:
    script = "ok\nok\nok\nok\nshot begun"
    done = press(script, "--state", tmp_path / "state", "--shots", tmp_path)
    assert json.loads(done.stdout)["screen"] == "turn"


def test_what_cannot_be_kept_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    done = press("wait 3", "--state", tmp_path / "state", "--shots", tmp_path)
    assert done.returncode == 1
    assert f"{tmp_path / 'state'}: not everything that was played could be kept" in done.stderr
    assert "Traceback" not in done.stderr


def test_saves_that_cannot_be_opened_are_reported_once(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    told = "cannot open the saves: "
    done = press("ok 5\nrestart\nok", "--state", tmp_path / "state")
    assert (done.returncode, done.stderr.count(told)) == (1, 1)
    done = press("", "--state", tmp_path / "state")
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert done.stderr.startswith(told)


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("file", "{} is no folder: name a folder for the pictures\n"),
        ("file/below", "{}: cannot be written: Not a directory\n"),
    ],
)
def test_pictures_that_cannot_be_written_are_reported(tmp_path: Path, place: str, why: str) -> None:
    (tmp_path / "file").touch()
    done = press("shot a", "--state", tmp_path / "state", "--shots", tmp_path / place)
    assert (done.returncode, done.stderr) == (1, why.format(tmp_path / place))


def test_a_film_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    film = tmp_path / "nowhere" / "film.gif"
    options = ("--state", tmp_path / "state", "--shots", tmp_path, "--film", film)
    done = press("shot film\nwait 1\nshot cut", *options)
    assert done.returncode == 1
    assert done.stderr == f"{film}: cannot be written: No such file or directory\n"
    assert list((tmp_path / "state").glob("*")) == []  # told before anything was played


def test_a_film_that_is_there_stays_until_the_new_one_is_made(tmp_path: Path) -> None:
    film = tmp_path / "film.gif"
    film.write_text("the old one")
    Film(film, 1).check_writable()
    assert film.read_text() == "the old one"


@pytest.mark.parametrize(
    "script", ["ok", "shot film", "shot film\nwait 0\nshot cut\nok", "shot cut\nok\nshot film"]
)
def test_a_film_of_nothing_is_refused_before_it_is_played(tmp_path: Path, script: str) -> None:
    options = ("--state", tmp_path / "state", "--film", tmp_path / "film.gif")
    done = press(script, *options)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "-: nothing is filmed: --film needs the lines "
        "shot film, then presses or time, and shot cut where it ends\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_shot_without_a_folder_for_its_picture_prints_its_line(tmp_path: Path) -> None:
    done = press("ok\nshot a", "--state", tmp_path / "state")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["shot"] == "a"
    assert [path.name for path in tmp_path.iterdir()] == ["state"]


def test_a_film_needs_no_folder_for_the_shots_it_lies_between(tmp_path: Path) -> None:
    film = tmp_path / "film.gif"
    done = press("shot film\nok\nshot cut\nok", "--state", tmp_path / "state", "--film", film)
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["shot"] for line in done.stdout.splitlines()] == ["film", "cut"]
    assert {path.name for path in tmp_path.iterdir()} == {"film.gif", "state"}


@pytest.mark.parametrize("script", ["/dev/zero", "/nowhere", "/dev"])
def test_a_script_that_cannot_be_read_is_reported(
    tmp_path: Path, script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report_errors(lambda: run(parse(["press", script, "--state", str(tmp_path)]))) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{script}: cannot be read: ")


def test_the_installed_program_runs_not_a_package_of_the_current_folder(tmp_path: Path) -> None:
    package = tmp_path / "companion"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "companion", "press", "-", "--state", tmp_path / "state"],
        input="ok\n",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()
