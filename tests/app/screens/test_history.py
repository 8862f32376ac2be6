"""The history: figures in the lines, words at the foot for each kind of decision."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.app.game import play
from companion.app.render import layout
from companion.app.render.wrapping import measure
from companion.app.screens import history
from companion.app.states.lists import HistoryScreen
from companion.app.text.icons import CARROT, HARE, boxed, spell_icons
from companion.dev.gallery.fixtures import E1974, E1978, E2008, GameFixture, PlayerFixture, table
from companion.locale import languages
from companion.rules import Correction, legal_actions
from tests.tools import quick

if TYPE_CHECKING:
    from companion.app.session import Session

LONG = 120  # most plies of a game


def foots(session: Session) -> list[str]:
    """List the words of all decisions, the latest first."""
    assert session.game is not None
    screens = (HistoryScreen(at) for at in range(len(session.game.past)))
    return [history.view(session, screen).foot for screen in screens]


def evening(session: Session, seed: int) -> Session:
    """Play a game at random, to its end or to LONG plies."""
    random, game = Random(seed), session.game
    assert game is not None
    while len(game.past) < LONG and (actions := legal_actions(game.state)):
        game, _ = play(game, random.choice(actions))
    return replace(session, game=game)


def test_the_last_line_names_the_house_rules_of_the_game() -> None:
    ruled = GameFixture(rulings={"decline_back_carrots": True, "end": "winner"})
    stage = table("en", ruled, PlayerFixture(12, 99), PlayerFixture(5, 65)).press("right 5", "ok")
    shown = history.view(stage.session, HistoryScreen(9))
    assert [row.text for row in shown.rows][1:] == ["House rules"]
    assert (shown.rows[1].value, shown.rows[1].dim) == ("2", False)
    assert shown.foot == "Leave carrots: on +1"
    on_it = stage.look(HistoryScreen).press("right")
    assert on_it.press("ok").session.stack == on_it.session.stack
    plain = table("en", GameFixture(), PlayerFixture(12, 99), PlayerFixture(5, 65))
    assert len(history.view(plain.press("right 5", "ok").session, HistoryScreen()).rows) == 1


def test_cards_and_moves_are_put_in_words() -> None:
    seats = (
        PlayerFixture(12, 99),
        PlayerFixture(5, 65),
        PlayerFixture(20, 65),
        PlayerFixture(30, 65),
    )
    stage = table("en", GameFixture(pile=("fall_back", "go_again")), *seats)
    assert foots(stage.press("right 2", "ok").session) == [f"{HARE} Fall back"]
    assert foots(stage.press("left", "ok").session) == ["12→11, onto the tortoise"]
    assert foots(stage.press("right 5", "ok").session) == ["12→17, onto a 2-square"]


def test_the_words_of_a_correction_hide_a_secret_stock() -> None:
    stage = table("en", GameFixture(), PlayerFixture(12, 99), PlayerFixture(5, 65))
    game = stage.session.game
    assert game is not None
    corrected, _ = play(game, Correction(seat=1, carrots=41, lettuces=2))
    shown = replace(stage.session, game=corrected)
    letter = boxed("B")
    assert foots(shown)[0].startswith(f"{letter} 41{CARROT} 2")
    hidden = replace(shown, settings=replace(shown.settings, secret=True))
    assert foots(hidden)[0].startswith(f"{letter} ?{CARROT} 2")


SPOKEN = [*product([E2008], languages()), *product([E1978, E1974], languages())]


@pytest.mark.parametrize("spoken", quick(5, SPOKEN), ids=str)
def test_every_decision_has_words_that_fit(spoken: tuple[str, str]) -> None:
    edition, language = spoken
    said = set()
    for seats in (2, 4, 6):
        stage = table(language, GameFixture(edition), *(PlayerFixture() for _ in range(seats)))
        said |= set(foots(evening(stage.session, seats)))
    assert "" not in said
    assert len(said) > 30
    wide = [spell_icons(foot) for foot in said if measure(foot) > layout.FOOT.w]
    assert wide == []
