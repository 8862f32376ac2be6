"""In positions of random games: after any hint that is closed, OK does what it showed."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.app.events import MAIN, Button, Tap
from companion.app.game import new_game, play
from companion.app.journal_entries import Decision
from companion.app.next_screen import ALL_ACKNOWLEDGED, show_next_screen
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.app.update import update
from companion.dev.gallery.fixtures import EDITIONS, WIDE, Stage, empty_table
from companion.rules import COLOURS, action_json, legal_actions, make_setup, opening_deck
from tests.tools import seeds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.app.game import Game
    from companion.rules import Action, Edition

PLIES = 45


def random_games(random: Random, edition: Edition, players: int) -> Iterator[Game]:
    """Yield the game after each of its first decisions, mostly short moves."""
    deck = opening_deck(str(random.random()), edition, edition.rules)
    game = new_game(1, make_setup(edition, WIDE[:players], COLOURS[:players], deck), "seed")
    for _ in range(PLIES):
        yield game
        if game.state.over:
            return
        actions = legal_actions(game.state)
        game, _ = play(game, random.choice(actions[:8] if random.random() < 0.8 else actions))


def waiting(game: Game, *, secret: bool) -> Stage:
    stage = empty_table("en").set(secret=secret)
    session = replace(stage.session, game=game, acknowledged=ALL_ACKNOWLEDGED)
    return Stage(show_next_screen(session))


def decided(stage: Stage) -> list[dict[str, object]]:
    """Return what OK decides: at once, or after the line of the own square."""
    entries = update(stage.session, Tap(MAIN, Button.OK, stage.session.now + 1)).entries
    return [json.loads(entry.body) for entry in entries if isinstance(entry, Decision)]


def check(game: Game, action: Action, *, secret: bool) -> None:
    stage = waiting(game, secret=secret).hinted(action)
    assert render(view(stage.session)).problems == ()
    meant = {**action_json(action, game.setup), "hint": True}
    (entry,) = decided(stage.press("back"))
    assert {key: entry.get(key) for key in meant} == meant


@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize(("edition", "players"), [(0, 2), (1, 6), (2, 3)])
def test_after_any_hint_ok_does_what_it_showed(edition: int, players: int, seed: int) -> None:
    random = Random(seed)
    for game in random_games(random, EDITIONS[edition], players):
        if not game.state.over:
            check(game, random.choice(legal_actions(game.state)), secret=random.random() < 0.5)
