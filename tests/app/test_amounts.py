"""Every shown number comes from the rules: with other formulas there, all screens change."""

from __future__ import annotations

import re

import pytest

from companion.app.game import play
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.app.text.catalogue import languages, texts_in
from companion.app.text.hare_cards import card_text
from companion.app.text.icons import CARROT
from companion.app.text.sentences import paid_line, stay_text
from companion.app.view import (
    ForcedTurnView,
    QuestionView,
    RaceCardView,
    RefusalView,
    SumView,
    TurnView,
)
from companion.dev.gallery.fixtures import GameFixture, PlayerFixture, Stage, table
from companion.rules import Forward, Kind, Rules, Status, amounts

FOUR = (PlayerFixture(12, 60), PlayerFixture(20), PlayerFixture(9), PlayerFixture(33))


@pytest.fixture(autouse=True)
def other_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a square ahead cost 7, one back earn 3, a rank pay 9, and a place allow 4 carrots."""
    monkeypatch.setattr(amounts, "COSTS", tuple(7 * squares for squares in range(65)))
    monkeypatch.setattr(amounts, "PER_SQUARE_BACK", 3)
    monkeypatch.setattr(amounts, "PER_RANK", 9)
    monkeypatch.setattr(amounts, "PER_PLACE", 4)
    monkeypatch.setattr(amounts, "TAKEN", 6)
    monkeypatch.setattr(amounts, "GIVEN", 8)
    monkeypatch.setattr(amounts, "PER_LETTUCE", 7)
    monkeypatch.setattr(amounts, "EXACT_STOCK", 55)


def below(stage: Stage) -> object:
    body = view(stage.session).body
    assert isinstance(body, TurnView)
    return body.below


def test_the_sum_of_a_move_forward_and_its_line_afterwards() -> None:
    stage = table("en", GameFixture(), *FOUR).press("right 4")
    shown = below(stage)
    assert isinstance(shown, SumView)
    assert (shown.sum, shown.rest) == ("60-28 =", "32")
    lines = render(view(stage.press("ok").session)).texts
    assert any("4 on, -28 = 32" in line for line in lines), lines


def test_the_sum_of_a_move_back() -> None:
    shown = below(table("en", GameFixture(), *FOUR).press("left"))
    assert isinstance(shown, SumView)
    assert (shown.sum, shown.rest) == ("60+3 =", "63")


def test_the_cost_where_carrots_are_secret() -> None:
    shown = below(table("en", GameFixture(), *FOUR).set(secret=True).press("right 4"))
    assert isinstance(shown, SumView)
    assert shown.sum == "Costs 28"


def test_the_refusal_of_a_move_that_is_too_dear() -> None:
    shown = below(table("en", GameFixture(), *FOUR).press("right 9"))
    assert isinstance(shown, RefusalView)
    assert shown.reason == "Costs 63, you have 60: 8 at most"


def test_the_refusal_of_home_with_too_many_carrots() -> None:
    near = PlayerFixture(62, 40, 0)
    shown = below(table("en", GameFixture(), near, *FOUR[1:]).press("right 2"))
    assert isinstance(shown, RefusalView)
    assert shown.reason == "Home: 4 left at most, now 40-14 = 26"


def race_card() -> RaceCardView:
    stage = table("en", GameFixture(), *FOUR).press("back")
    for _ in range(30):
        body = view(stage.session).body
        if isinstance(body, RaceCardView):
            return body
        rows, chosen = body.rows, body.chosen  # type: ignore[union-attr]  # the menu is a list
        stage = stage.press("ok" if rows[chosen].text.endswith("Race card") else "right")
    raise AssertionError("the menu has no race card")


def test_the_race_card() -> None:
    body = race_card()
    assert body.costs[:3] == ((1, 7), (2, 14), (3, 21))
    assert (body.reach, body.reach_cost) == (8, 56)


def test_what_a_lettuce_pays() -> None:
    eats = PlayerFixture(22, 60, 2, owes=Status.EAT)
    body = view(table("en", GameFixture(), eats, *FOUR[1:]).session).body
    assert isinstance(body, ForcedTurnView)
    assert body.sum == "60+2×9 = 78"


def test_what_a_number_square_pays() -> None:
    seats = (PlayerFixture(12, 60), PlayerFixture(21), PlayerFixture(9), PlayerFixture(33))
    game = table("en", GameFixture(), *seats).session.game
    assert game is not None
    assert game.setup.edition.board.squares[20] is Kind.THREE
    for action in (Forward(0, 20), Forward(1, 23), Forward(2, 10), Forward(3, 35)):
        game, _ = play(game, action)
    assert paid_line(texts_in("en"), game) == f"3. place: +27 {CARROT}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("card", "figures"),
    [("ten", "6"), ("give_ten", "8"), ("ten_per_lettuce", "7"), ("exactly_65", "55")],
)
def test_the_texts_of_the_hare_cards(language: str, card: str, figures: str) -> None:
    for rules in (Rules(), Rules(skip_cards="this-turn", give_ten_to="next-behind")):
        text = card_text(texts_in(language), card, rules)
        assert set(re.findall(r"\d+", text)) == {figures}


@pytest.mark.parametrize("language", languages())
def test_staying_on_a_carrot_square(language: str) -> None:
    for by in (3, -3):
        assert re.findall(r"\d+", stay_text(texts_in(language), by)) == ["3"]


def test_what_going_back_may_leave() -> None:
    ruled = GameFixture(rulings={"decline_back_carrots": True})
    body = view(table("en", ruled, *FOUR).press("left", "ok").session).body
    assert isinstance(body, QuestionView)
    assert body.answers[0].startswith("+3")
