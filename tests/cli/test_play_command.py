"""The command line of playing: which way of playing is taken, and what goes on again."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.cli import play
from companion.cli.command_line import parse
from companion.cli.play_common import _repeated_options


def test_words_are_played_in_the_terminal_and_so_is_going_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[str] = []
    repeated: list[list[str]] = []

    def load(name: str) -> SimpleNamespace:
        taken.append(name)
        return SimpleNamespace(run=lambda options: repeated.append(_repeated_options(options, "a")))

    monkeypatch.setattr(play.importlib, "import_module", load)
    play.run(parse(["--text"]))
    assert taken == ["companion.cli.play_text"]
    assert repeated == [["--text"]]


@pytest.mark.parametrize(("terminal", "wanted"), [("dumb", True), ("", True), ("xterm", False)])
def test_a_terminal_that_only_prints_gets_words(terminal: str, wanted: bool) -> None:
    assert play.can_only_print(terminal) is wanted
