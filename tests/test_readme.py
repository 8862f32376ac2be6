"""README and code agree: screens, commands with their options, pictures, links, length."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from companion.app.states.ids import ScreenId
from companion.cli.command_line import COMMANDS, PLAY, load

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [
    ROOT / name
    for name in ("README.md", "companion/README.md", "firmware-config/README.md", "tests/README.md")
]
USAGES = re.findall(r"^hare-companion .*(?:\n +.*)*", README, re.MULTILINE)


def usage_of(command: str) -> str:
    """Return the lines of the list of commands that are this command's."""
    start = "hare-companion [" if command == PLAY else f"hare-companion {command} "
    (usage,) = (usage for usage in USAGES if usage.startswith(start))
    return usage


def test_every_screen_is_listed_by_its_name() -> None:
    section = PAGES[1].read_text("utf-8").partition("## The screens")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([a-z-]+)`", section)) >= {place.value for place in ScreenId}


@pytest.mark.parametrize("command", [PLAY, *COMMANDS])
def test_the_list_of_commands_has_every_option_and_no_other(command: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    load(command).add_arguments(parser)
    options = {name for action in parser._actions for name in action.option_strings}
    options |= {"--version"} if command == PLAY else set()
    assert set(re.findall(r"--[a-z-]+", usage_of(command))) == options


def test_the_list_of_commands_has_no_command_that_is_not_there() -> None:
    assert len(USAGES) == len(COMMANDS) + 1


def test_the_readme_is_short() -> None:
    assert len(README) <= 12_000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_nothing_is_left_to_be_filled_in(page: Path) -> None:
    assert re.findall(r"^[A-Z][A-Z-]{5,}$", page.read_text("utf-8"), re.MULTILINE) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links or page.parent == ROOT / "tests"
    for link in links:
        path, _, heading = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_file(), link
        if heading:
            assert heading in headings(target), link


def headings(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_no_table_or_paragraph_stands_twice() -> None:
    seen: dict[str, Path] = {}
    for page in PAGES:
        lines = page.read_text("utf-8").splitlines()
        for line in {line for line in lines if len(line) > 60}:
            assert line not in seen, f"{page} and {seen.get(line)}: {line}"
            seen[line] = page


def test_commands_to_type_in_a_clone_name_the_environment() -> None:
    for page in PAGES:
        for block in re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            for line in block.splitlines():
                word = line.split()[0] if line.split() else ""
                assert word not in {"pytest", "hare-companion", "ruff", "mypy", "python"}, line
