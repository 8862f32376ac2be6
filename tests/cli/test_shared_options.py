"""The words of the command line: what is taken where, and what is refused with which sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import rules
from companion.__main__ import main
from companion.cli.command_line import CHILD, parse
from companion.cli.perft import MAX_DEPTH
from companion.cli.shared_options import LEVELS


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the sentence of a command line that is wrong."""
    with pytest.raises(SystemExit) as caught:
        parse(list(arguments))
    assert caught.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("command", [["games"], ["export"], ["press", "-"], ["doctor"]])
def test_a_state_folder_may_stand_before_or_after_the_command(command: list[str]) -> None:
    assert parse(["--state", "a", *command]).state == "a"
    assert parse([*command, "--state", "b"]).state == "b"
    assert parse(["--state", "a", *command, "--state", "b"]).state == "b"


@pytest.mark.parametrize("command", ["doctor", "probe"])
def test_a_wiring_may_stand_before_or_after_the_command(command: str) -> None:
    assert parse(["--config", "a", command]).config == Path("a")
    assert parse([command, "--config", "b"]).config == Path("b")
    assert parse([command]).config is None


@pytest.mark.parametrize(
    ("option", "command"),
    [
        (["--state", "a"], ["replay", "-"]),
        (["--config", "a"], ["games"]),
        (["--terminal"], ["games"]),
        (["--page"], ["doctor"]),
        (["--listen", "0.0.0.0"], ["bench"]),
        (["--port", "8128"], ["games"]),
        (["--port", "0"], ["games"]),
        (["--no-browser"], ["editions"]),
    ],
)
def test_an_option_that_the_command_does_not_take_is_refused(
    capsys: pytest.CaptureFixture[str], option: list[str], command: list[str]
) -> None:
    words = refused(capsys, *option, *command)
    assert f"{option[0]} has no meaning for the command {command[0]}" in words


def test_port_0_is_a_port() -> None:
    assert parse(["--port", "0"]).port == 0


def test_press_needs_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["press", "-"])
    assert caught.value.code == 2
    assert "press needs --state DIR" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["press", "-", "--state", ""], ["--state=", "games"]])
def test_an_empty_name_does_not_stand_for_the_usual_folder(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert "argument --state: an empty name is no folder" in refused(capsys, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", ""],
        ["press", "", "--state", "a"],
        ["press", "-", "--state", "a", "--film", ""],
        ["editions", ""],
        ["hint", ""],
        ["perft", "", "1"],
        ["doctor", "--config", ""],
        ["--config", ""],
    ],
)
def test_an_empty_name_is_no_file(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert "an empty name is no file" in refused(capsys, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [["press", "-", "--state", "a", "--shots", ""], ["gallery", "--out", ""], ["bench", ""]],
)
def test_an_empty_name_is_no_folder(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert "an empty name is no folder" in refused(capsys, *arguments)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "an empty address is none"),
        ("224.0.0.1", "'224.0.0.1' is for many computers at once"),
        ("ff02::1", "'ff02::1' is for many computers at once"),
        ("ff02::1%eth0", "is for many computers at once"),
        ("255.255.255.255", "'255.255.255.255' is for many computers at once"),
    ],
)
def test_an_address_at_which_nobody_finds_the_page_is_refused(
    capsys: pytest.CaptureFixture[str], address: str, words: str
) -> None:
    told = refused(capsys, "--listen", address)
    assert "argument --listen: " in told
    assert words in told
    assert "0.0.0.0" in told


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.168.1.7", "fe80::1%eth0", "box.local"])
def test_an_address_that_may_be_this_computers_is_taken(address: str) -> None:
    assert parse(["--listen", address]).listen == address


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["perft", "-", "x"], "argument DEPTH: 'x' is no whole number, 0 to 200"),
        (["perft", "-", "100000"], "'100000' is no whole number, 0 to 200"),
        (["perft", "-", "-1"], "0 to 200"),
        (["--port", "65536"], "argument --port: '65536' is no whole number, 0 to 65535"),
        (["--port", "9" * 5000], "is no whole number, 0 to 65535"),
        (["press", "-", "--state", "a", "--scale", "0"], "'0' is no whole number, 1 to 16"),
        (["match", "--seats", "easy,easy", "--games", "1000001"], "1 to 1000000"),
        (["export", "first"], "argument GAME: 'first' is no whole number, 0 or more"),
    ],
)
def test_the_error_of_a_wrong_number_names_the_range(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert words in refused(capsys, *arguments)


def test_the_deepest_count_is_taken() -> None:
    assert parse(["perft", "-", str(MAX_DEPTH)]).depth == MAX_DEPTH


def test_nothing_for_people_names_the_child_of_press(capsys: pytest.CaptureFixture[str]) -> None:
    assert CHILD not in refused(capsys, "nonsense")
    with pytest.raises(SystemExit):
        parse(["--help"])
    assert CHILD not in capsys.readouterr().out
    child = parse([CHILD, "--state=-a", "--seed=-x", "0"])
    assert (child.command, child.state, child.seed) == (CHILD, "-a", "-x")


def test_the_levels_are_those_of_the_record() -> None:
    assert LEVELS == rules.LEVELS
    assert parse(["hint", "-"]).level == "strong"
    assert parse(["match", "--seats", "good,easy"]).seats == ("good", "easy")


@pytest.mark.parametrize(
    "words",
    [
        ["hint"],
        ["hint", "--serve", "-"],
        ["hint", "-", "--level", "best"],
        ["match"],
        ["match", "--seats", "strong"],
        ["match", "--seats", "strong,best"],
        ["match", "--seats", ",".join(["easy"] * 7)],
        ["match", "--seats", "easy,easy", "--games", "0"],
    ],
    ids=" ".join,
)
def test_a_hint_or_a_match_without_sense_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert capsys.readouterr().err.startswith(f"usage: hare-companion {words[0]} ")
