"""Sentences that must fit into a line: which details are left out, and which stay."""

from __future__ import annotations

import pytest

from companion.app.render.fitting import EVENT_WIDTH, first_fitting
from companion.app.render.wrapping import measure
from companion.app.text.icons import CARROT, boxed
from companion.app.text.last_turn import last_turn_lines
from companion.dev.gallery.fixtures import GameFixture, PlayerFixture, table


def test_a_line_that_is_too_long_still_says_where_the_cards_left_the_piece() -> None:
    piece = GameFixture(pile=("fall_back", "carrot_forward"))
    stage = table(
        "en",
        piece,
        PlayerFixture(27, 1000),
        PlayerFixture(15, 65),
        PlayerFixture(9, 43),
        PlayerFixture(5, 60),
    )
    game = stage.press("right 4", "ok").session.game
    assert game is not None
    lines = last_turn_lines(stage.session.texts, game, game.past[-1], secret=False)
    line = first_fitting(lines, EVENT_WIDTH)
    ended = game.state.seats[0].pieces[0].square
    assert measure(line) <= EVENT_WIDTH
    assert line.startswith((boxed("R"), "Anna:"))
    assert f" 4 on, card: {ended - 14} on = 990{CARROT}" in line


@pytest.mark.parametrize(
    ("card", "carrots", "left"),
    [("free_ride", 68, 68), ("exactly_65", 90, 65), ("lose_half", 90, 45)],
)
def test_a_shortened_line_gives_no_price_without_the_card_that_changed_the_sum(
    card: str, carrots: int, left: int
) -> None:
    piece = GameFixture("ravensburger-2008", pile=(card,))
    stage = table("en", piece, PlayerFixture(0, carrots), PlayerFixture(5), PlayerFixture(8))
    game = stage.press("right", "ok", "ok").session.game
    assert game is not None
    lines = last_turn_lines(stage.session.texts, game, game.past[-1], secret=False)
    assert any("card:" in line and "-1" in line for line in lines)
    shortened = [line for line in lines if "card:" not in line]
    assert f"Anna: 1 on = {left}{CARROT}" in shortened
    assert not any("-1" in line for line in shortened)
