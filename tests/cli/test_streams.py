"""Streams that are closed or full: each is reported in a sentence and by the exit status."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.streams import describe
from tests.tools import quick

ROOT = Path(__file__).parents[2]
GAME = "tests/games/ravensburger-1978-2p-0.jsonl"


def run(line: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the shell's redirections."""
    product = f"{shlex.quote(sys.executable)} -m companion"
    return subprocess.run(
        ["/bin/bash", "-c", f"{product} {line}"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
    )


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    return line


WRITERS = [
    f"replay {GAME}",
    "--port 0 --no-browser --state {}",
    "doctor",
    f"perft {GAME} 1",
    "editions",
]


@pytest.mark.parametrize("line", quick(2, WRITERS))
def test_a_full_output_is_reported(line: str, tmp_path: Path) -> None:
    words = one_sentence(run(f"{line.format(tmp_path)} >/dev/full"))
    assert "No space left on device" in words


def test_a_full_output_of_press_is_reported(tmp_path: Path) -> None:
    line = f"press - --state {tmp_path} --shots {tmp_path} <<<'shot a' >/dev/full"
    assert "No space left on device" in one_sentence(run(line))


@pytest.mark.parametrize("line", quick(1, ["press --help", "--help", "--version"]))
def test_a_help_that_cannot_be_printed_is_reported(line: str) -> None:
    assert "No space left on device" in one_sentence(run(f"{line} >/dev/full"))
    assert "Bad file descriptor" in one_sentence(run(f"{line} >&-"))


def test_a_wrong_line_keeps_its_status_where_the_output_is_full() -> None:
    assert run("press >/dev/full").returncode == 2


def test_a_closed_output_is_reported() -> None:
    assert "Bad file descriptor" in one_sentence(run(f"replay {GAME} >&-"))


def test_a_closed_input_is_no_record() -> None:
    done = run("replay - <&-")
    assert "standard input, line 1: the file cannot be read" in one_sentence(done)
    assert done.stdout == '{"error": {"line": 1, "code": "bad-setup"}}\n'


def test_a_sentence_for_people_never_lands_among_the_results() -> None:
    done = run("replay nofile 2>&-")
    assert done.stdout == '{"error": {"line": 1, "code": "bad-setup"}}\n'


def test_a_reader_who_goes_away_needs_no_words() -> None:
    done = run(f"replay --trace {GAME} | head -c 1")
    assert (done.stdout, done.stderr) == ("{", "")


def test_an_error_of_the_system_is_one_line() -> None:
    assert describe(FileNotFoundError(2, "No such file", "here")) == "here: No such file"
    assert describe(OSError(28, "No space")) == "reading or writing failed: No space"
    assert describe(OSError("odd")) == "reading or writing failed: odd"
