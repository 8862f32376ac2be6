"""Sentences that must fit into a line: which details are left out, and which stay."""

from __future__ import annotations

import pytest

from companion.app.render.fitting import EVENT_WIDTH, LINE, first_fitting
from companion.app.render.wrapping import measure
from companion.app.text.icons import CARROT, HARE, LEFT, RIGHT, boxed
from companion.app.text.last_turn import last_turn, last_turn_lines
from companion.app.turn_header import game_of, opening_lines
from companion.dev.gallery.fixtures import GameFixture, PlayerFixture, Stage, table


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
    ("answer", "said"),
    [(("ok",), "+10 = 60"), (("right", "ok"), "-10 = 40"), (("right 2", "ok"), "neither = 50")],
)
def test_after_an_answer_the_line_tells_the_move_its_price_the_card_and_the_sum(
    answer: tuple[str, ...], said: str
) -> None:
    session = _answered(("ten",), 60, *answer).session
    game = game_of(session)
    lines = last_turn_lines(session.texts, game, last_turn(game), secret=False)
    assert lines[0] == f"Anna: 4 on, -10, card: {said}{CARROT}"
    assert "-10" in opening_lines(session)[0]


def test_each_shortened_line_of_an_answered_turn_has_the_move_and_where_the_card_led() -> None:
    session = _answered(("fall_back", "ten"), 1000, "ok", "ok").session
    game = game_of(session)
    *lines, signs, shortest = last_turn_lines(session.texts, game, last_turn(game), secret=False)
    assert lines[0] == f"Anna: 4 on, -10, card: 17 back, card: +10 = 1000{CARROT}"
    assert all(" 4 on, -10," in line and "17 back, card: +10 =" in line for line in lines)
    assert signs == f"{boxed('R')} 4{RIGHT}, -10, {HARE} 17{LEFT}, {HARE} +10 = 1000{CARROT}"
    assert shortest == f"{boxed('R')} 4{RIGHT}, {HARE} 17{LEFT} = 1000{CARROT}"
    assert measure(opening_lines(session)[0]) <= LINE


def test_the_history_lists_an_answer_beside_the_move_that_drew_its_card() -> None:
    session = _answered(("ten",), 1000, "ok").session
    lines = last_turn_lines(
        session.texts, game_of(session), game_of(session).past[-1], secret=False
    )
    assert lines[0] == f"Anna: card: +10 = 1000{CARROT}"


def test_an_answer_that_changed_nothing_goes_before_the_price() -> None:
    session = _answered(("ten",), 60, "right 2", "ok").session
    line = opening_lines(session)[0]
    assert line == f"Anna: 4 on, -10 = 50{CARROT}"


def _answered(pile: tuple[str, ...], carrots: int, *presses: str) -> Stage:
    seats = PlayerFixture(27, carrots), PlayerFixture(15, 65), PlayerFixture(9, 43)
    return table("en", GameFixture(pile=pile), *seats).press("right 4", "ok", *presses)


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
