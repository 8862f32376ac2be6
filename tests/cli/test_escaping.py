"""Control characters in quoted text are escaped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.escaping import EscapingStream, escape, escape_output
from tests.tools import quick

ROOT = Path(__file__).parents[2]
ATTACK = "\x1b]0;pwn\x07\x1b[31mRED\x9b2J\x7f"
CONTROLS = {chr(code) for code in (*range(32), *range(127, 160))} - {"\n"}


def run(*words: str, typed: str = "", cwd: Path = ROOT) -> str:
    """Run a command, and return what it prints on either stream."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "companion", *words],
        input=typed.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(cwd / "state")},
        check=False,
        timeout=60,
    )
    return done.stdout.decode("utf-8", "replace")


def test_control_characters_become_text_that_json_reads_back() -> None:
    assert escape("a\tb\nc") == "a\tb\nc"
    assert escape("\x1b[31m\r\x7f\x9b") == r"\u001b[31m\u000d\u007f\u009b"
    assert json.loads(escape(json.dumps("\x7f\x9b", ensure_ascii=False))) == "\x7f\x9b"
    assert escape("Béla – Россия ✓") == "Béla – Россия ✓"


def test_marks_that_turn_the_direction_or_begin_a_line_become_text() -> None:
    assert escape("\u061ca\u200e\u200f") == r"\u061ca\u200e\u200f"
    assert escape("\u2028\u2029\u202a\u202e") == r"\u2028\u2029\u202a\u202e"
    assert escape("\u2066\u2069") == r"\u2066\u2069"
    assert escape("a\u200db") == "a\u200db"  # joins letters, as some scripts need it


def test_no_name_in_a_record_passes_them_on_in_the_family_book(tmp_path: Path) -> None:
    game = (ROOT / "tests" / "games" / "ravensburger-1978-3p-0.jsonl").read_text("utf-8")
    setup, entries = game.split("\n", 1)
    hostile = json.loads(setup)
    hostile["seats"][0]["name"] = f"Eve{ATTACK}\u202e\n"
    file = tmp_path / "hostile.jsonl"
    file.write_text(f"{json.dumps(hostile)}\n{entries}", "utf-8")
    printed = run("stats", str(file), cwd=tmp_path)
    assert "Eve" in printed
    assert not (CONTROLS | {"\u202e"}) & set(printed)


CALLS = [
    ("press", "-", "--state", "{state}"),
    ("replay", ATTACK),
    (ATTACK,),
    ("doctor", "--config", "{state}/" + ATTACK),
    ("press", ATTACK, "--state", "{state}"),
    ("editions", ATTACK),
    ("games", "--state", "{state}/" + ATTACK),
    ("--listen", ATTACK),
    ("doctor", "--state", "{state}/" + ATTACK),
]


@pytest.mark.parametrize("words", quick(4, CALLS))
def test_no_command_passes_control_characters_on(words: tuple[str, ...], tmp_path: Path) -> None:
    printed = run(
        *(word.replace("{state}", str(tmp_path)) for word in words), typed=ATTACK, cwd=tmp_path
    )
    assert printed
    assert not CONTROLS & set(printed)


def test_the_streams_are_wrapped_once(capsys: pytest.CaptureFixture[str]) -> None:
    escape_output()
    escape_output()
    assert isinstance(sys.stdout, EscapingStream)
    assert not isinstance(sys.stdout._stream, EscapingStream)
    print("\x1b[31m")
    print("\x07", file=sys.stderr)
    assert capsys.readouterr() == ("\\u001b[31m\n", "\\u0007\n")


FILES = [
    ("replay", "{}"),
    ("press", "-", "--state", "state", "--shots", "/dev/null/{}"),
    ("press", "{}", "--state", "state"),
    ("editions", "{}"),
    ("probe", "--config", "{}"),
    ("games", "--state", "{}"),
    ("export", "--state", "{}"),
    ("stats", "--state", "{}"),
]


@pytest.mark.parametrize("words", quick(2, FILES))
def test_a_line_feed_in_a_file_s_name_begins_no_line(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    printed = run(*(word.format("two\nlines") for word in words), cwd=tmp_path)
    assert "two\\u000alines" in printed
    assert "\nlines" not in printed


def test_a_line_feed_in_a_script_s_name_begins_no_line_of_its_error(tmp_path: Path) -> None:
    (tmp_path / "two\nlines").write_text("jump\n", encoding="utf-8")
    printed = run("press", "two\nlines", "--state", "state", cwd=tmp_path)
    assert printed.startswith("two\\u000alines:1: unknown word")
