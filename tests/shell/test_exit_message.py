"""The line at the end of a play: it can be typed as it stands."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.shell.exit_message import exit_message, started_as

ROOT = Path(__file__).parents[2]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a program into a folder, and stand beside it."""
    program = tmp_path / "bin" / "hare-companion"
    program.parent.mkdir()
    program.touch(0o755)
    monkeypatch.chdir(tmp_path)
    return program


@pytest.mark.parametrize("typed", ["bin/hare-companion", "./bin/hare-companion"])
def test_a_program_that_was_started_by_its_path_is_named_by_it(program: Path, typed: str) -> None:
    assert program.exists()
    assert started_as(typed, "python") == (typed,)
    assert started_as(str(program), "python") == (str(program),)


def test_a_program_that_the_shell_finds_is_named_by_its_name(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(program.parent))
    assert started_as(str(program), "python") == ("hare-companion",)


def test_a_module_is_named_with_the_python_that_was_typed() -> None:
    module = str(ROOT / "companion" / "__main__.py")
    assert started_as(module, ".venv/bin/python") == (".venv/bin/python", "-m", "companion")


def test_words_that_a_shell_would_part_are_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["our games/hare-companion"])
    line = exit_message(Path("/our saves"), ["--state", "/our saves"])
    again = "'our games/hare-companion' --state '/our saves'"
    assert line == f"Your games are kept in '/our saves'. To go on: {again}"
