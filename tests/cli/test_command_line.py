"""Commands are found by name, load only themselves, and describe every argument that they take."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import re
import subprocess
import sys

import pytest

import companion.cli
from companion.__main__ import main
from companion.cli.command_line import CHILD, COMMANDS, PLAY, load
from companion.cli.shared_options import add_play_options

WAYS_OF_PLAYING = {"play_board", "play_page", "play_terminal", "play_text"}


def usage_of_an_error(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    assert caught.value.code == 2
    return capsys.readouterr().err


def help_text(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        main([*arguments, "--help"])
    assert caught.value.code == 0
    return capsys.readouterr().out


def parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    load(command).add_arguments(parser)
    return parser


def test_every_module_with_a_run_function_is_a_row_of_the_table() -> None:
    names = {module.name for module in pkgutil.iter_modules(companion.cli.__path__)}
    runnable = {
        name
        for name in names - WAYS_OF_PLAYING
        if hasattr(importlib.import_module(f"companion.cli.{name}"), "run")
    }
    listed = {*COMMANDS, PLAY, CHILD}
    assert runnable == {name.replace("-", "_") for name in listed}


@pytest.mark.parametrize("command", ["replay", "games", "export", "perft", "editions"])
def test_a_start_imports_the_module_of_no_other_command(command: str) -> None:
    others = [name for name in (*COMMANDS, PLAY) if name != command]
    code = (
        "import sys; from companion.cli.command_line import load, parse\n"
        f"try: parse([{command!r}, '--help'])\n"
        "except SystemExit: pass\n"
        f"print([n for n in {others} if f'companion.cli.{{n}}' in sys.modules])\n"
        "print({n.split('.')[0] for n in sys.modules} & "
        "{'PIL', 'luma', 'gpiozero', 'aiohttp', 'textual', 'serial', 'hardware'})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["[]", "set()"]


def test_the_list_of_commands_imports_none_of_them() -> None:
    code = (
        "import sys; from companion.cli.command_line import COMMANDS, parse\n"
        "try: parse(['--help'])\n"
        "except SystemExit: pass\n"
        "print([n for n in COMMANDS if f'companion.cli.{n}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("replay", ["replay"]),
        ("replay", ["replay", "-", "--nonsense"]),
        ("export", ["export", "first"]),
        ("press", ["press", "-"]),
        ("press", ["press", "-", "--state", "a", "--nonsense"]),
        ("bench", ["--terminal", "bench"]),
        ("gallery", ["gallery"]),
    ],
)
def test_an_error_prints_the_usage_of_the_command_concerned(
    capsys: pytest.CaptureFixture[str], command: str, arguments: list[str]
) -> None:
    words = usage_of_an_error(capsys, *arguments)
    assert words.startswith(f"usage: hare-companion {command} ")
    assert f"hare-companion {command}: error: " in words


def test_the_help_lists_every_command_with_what_it_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = " ".join(help_text(capsys).split())
    for command, description in COMMANDS.items():
        assert f" {command} {description} " in words


@pytest.mark.parametrize("command", [*COMMANDS, PLAY])
def test_every_argument_is_described_and_an_optional_one_has_its_default(command: str) -> None:
    for action in parser_of(command)._actions:
        assert action.help, f"{command} {action.dest}"
        is_switch = action.nargs == 0
        is_optional = not is_switch and not action.required
        if is_optional:
            assert re.search(r"\((default|required)", action.help), f"{command} {action.dest}"


def test_the_usage_of_press_names_each_of_its_options() -> None:
    parser = parser_of("press")
    options = {name for action in parser._actions for name in action.option_strings}
    assert parser.usage is not None
    assert {*re.findall(r"--?[a-z]+", parser.usage), "--help"} == options
    assert "[--state" not in parser.usage


def test_the_options_of_play_stand_before_the_commands() -> None:
    assert load(PLAY).add_arguments is add_play_options
