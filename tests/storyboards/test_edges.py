"""Every change of screen that presses can cause is part of a storyboard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.journal_entries import SavedGame
from companion.rules import setup_json
from tests.dev import rendered as dev
from tests.storyboards.exploring import OPENED_BY_THE_SHELL, Explorer
from tests.tools import quick

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.storyboards.exploring import Edge
    from tests.storyboards.playing import Table

SCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))
STEPS = (3, 16)  # at random from each state of the gallery


@pytest.fixture(scope="module", params=quick(1, STEPS))
def found(request: pytest.FixtureRequest) -> dict[Edge, str]:
    rendered = dev.rendered()
    game = next(state.session.game for state in rendered if state.session.game)
    saved = SavedGame(1, json.dumps(setup_json(game.setup)), game.seed, 0, finished=False)
    explorer = Explorer(saved)
    explorer.everywhere(rendered, request.param)
    return explorer.edges


@pytest.fixture(scope="module")
def walked(played: Callable[[str], Table]) -> set[Edge]:
    return {edge for path in SCRIPTS for edge in played(path.stem).walked}


def test_every_edge_between_two_screens_is_walked_by_a_storyboard(
    found: dict[Edge, str], walked: set[Edge]
) -> None:
    missing = {f"{a} -> {b}": how for (a, b), how in found.items() if (a, b) not in walked}
    assert missing == {}


def test_the_storyboards_show_every_screen_that_presses_can_open(
    found: dict[Edge, str], walked: set[Edge]
) -> None:
    opened = {place for edge in found for place in edge}
    assert opened - {place for edge in walked for place in edge} == set()
    assert not OPENED_BY_THE_SHELL & opened
    assert len(found) > 150
