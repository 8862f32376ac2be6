"""The hint: who may ask, what it says, where it puts the cursor, what it marks."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.app.events import MAIN, Advised, Button, Tap
from companion.app.journal_entries import Decision
from companion.app.presenter import view
from companion.app.session import screen_as
from companion.app.states.game import ForcedTurnScreen, HintScreen, TurnScreen
from companion.app.states.ids import ScreenId
from companion.app.states.lists import OwnSquareScreen
from companion.app.states.questions import CardScreen, KeepScreen
from companion.app.thought_requests import Advice, AdviceReason, ThoughtRequest, thought_request
from companion.app.turn_header import game_of
from companion.app.update import update
from companion.app.view import ListView, MoveByHandView
from companion.dev.gallery.card_screens import GIVER, drawn
from companion.dev.gallery.fixtures import E2008, WIDE, GameFixture, PlayerFixture, Stage, table
from companion.rules import Back, Bank, Carrots, Eat, Forward, Pass, Status, Ten

FOUR = (
    PlayerFixture(12, 38, 2),
    PlayerFixture(18, 65, 1),
    PlayerFixture(9, 43, 1),
    PlayerFixture(33, 27, 3),
)
ASK = "What would you do?"


def anna(*players: PlayerFixture, **rules: object) -> Stage:
    return table("en", GameFixture(**rules), *(players or FOUR))  # type: ignore[arg-type]  # fields by name


def menu_of(stage: Stage) -> list[str]:
    body = view(stage.press("back").session).body
    assert isinstance(body, ListView)
    return [row.text for row in body.rows]


def shown(stage: Stage) -> MoveByHandView:
    body = view(stage.session).body
    assert isinstance(body, MoveByHandView)
    return body


def saved(stage: Stage) -> dict[str, object]:
    """Return the entry of the decision that pressing OK makes."""
    entries = update(stage.session, Tap(MAIN, Button.OK, stage.session.now + 1)).entries
    (body,) = (json.loads(entry.body) for entry in entries if isinstance(entry, Decision))
    return dict(body)


# -- who may ask


def test_the_menu_offers_a_hint_in_a_turn() -> None:
    assert menu_of(anna())[0] == ASK


def test_the_child_lock_leaves_no_hint() -> None:
    assert ASK not in menu_of(anna().set(locked=True))


def test_a_companions_turn_offers_no_hint() -> None:
    stage = anna()
    game = game_of(stage.session)
    played = replace(game.setup, seat_extra=({"player": "good"}, {}, {}, {}))
    opening = replace(game.opening, setup=played)
    stage = stage.having(game=replace(game, setup=played, opening=opening))
    assert ASK not in menu_of(stage)


def test_a_card_that_asks_nothing_is_confirmed_first() -> None:
    assert ASK not in menu_of(drawn("en", "free_ride"))
    assert ASK in menu_of(drawn("en", "ten"))


# -- what is asked and taken


def test_only_the_hint_is_thought_about_and_only_until_it_is_there() -> None:
    stage = anna()
    assert thought_request(stage.session) is None
    asked = stage.press("back", "ok")
    state = game_of(stage.session).state
    assert thought_request(asked.session) == ThoughtRequest(state, "strong")
    assert thought_request(stage.hinted(Forward(0, 14)).session) is None


def test_advice_on_another_position_is_dropped() -> None:
    asked = anna().at(HintScreen())
    other = game_of(anna(*FOUR[:3]).session).state
    late = Advice(ThoughtRequest(other, "strong"), Forward(0, 14))
    assert asked.take(Advised(late, asked.session.now)).session.advice is None


# -- where it points


def test_closing_a_hint_puts_the_cursor_on_its_square() -> None:
    for button in ("ok", "back"):
        turn = screen_as(anna().hinted(Forward(0, 17)).press(button).session, TurnScreen)
        assert (turn.piece, turn.steps, turn.touched) == (0, 5, True)
    back = anna(FOUR[0], FOUR[1], PlayerFixture(10)).hinted(Back(0, 11)).press("back")
    assert screen_as(back.session, TurnScreen).steps == -1
    pair = anna(PlayerFixture(12, 60, second=22), PlayerFixture(20, second=9))
    turn = screen_as(pair.hinted(Forward(0, 26, 1)).press("back").session, TurnScreen)
    assert (turn.piece, turn.steps) == (1, 4)


def test_a_hint_that_is_closed_too_early_leaves_the_cursor_where_it_was() -> None:
    closed = anna().press("right 3", "back", "ok", "back")
    assert screen_as(closed.session, TurnScreen).steps == 3
    assert "hint" not in saved(closed.press("right 2"))


@pytest.mark.parametrize("by", [10, -10])
def test_taking_and_giving_are_chosen_in_the_list_of_the_own_square(by: int) -> None:
    stage = anna(PlayerFixture(13, 38, 0), *FOUR[1:]).hinted(Carrots(0, by)).press("back")
    assert stage.session.screen.id is ScreenId.OWN
    assert saved(stage) == {"seat": 0, "do": "carrots", "by": by, "hint": True}


def test_no_more_move_is_chosen_in_the_list_of_the_own_square() -> None:
    stage = drawn("en", "go_again").press("ok").set(secret=True).hinted(Pass(0)).press("back")
    screen_as(stage.session, OwnSquareScreen)
    assert saved(stage) == {"seat": 0, "do": "pass", "hint": True}


@pytest.mark.parametrize(("carrots", "chosen"), [(57, 1), (12, 1), (9, 1)])
def test_the_answer_to_a_cards_question_is_chosen(carrots: int, chosen: int) -> None:
    stage = drawn("en", "ten", PlayerFixture(12, carrots + 3), *FOUR[1:3])
    answer = Ten(0, -10) if carrots >= 10 else Ten(0, 0)
    pointed = stage.hinted(answer).press("back")
    assert screen_as(pointed.session, CardScreen).chosen == chosen
    assert saved(pointed) == {"seat": 0, "do": "ten", "by": answer.by, "hint": True}


def test_the_answer_to_a_gift_is_chosen() -> None:
    stage = drawn("en", "give_ten", *GIVER, edition=E2008).press("ok").hinted(Bank(1)).press("ok")
    assert screen_as(stage.session, KeepScreen).chosen == 1


def test_the_piece_of_a_forced_turn_is_chosen() -> None:
    both = (
        PlayerFixture(7, 60, owes=Status.EAT, second=22, second_owes=Status.EAT),
        PlayerFixture(20, second=9),
    )
    stage = anna(*both).hinted(Eat(0, 1)).press("back")
    assert screen_as(stage.session, ForcedTurnScreen).chosen == 1


# -- what it says


def test_without_another_reason_the_sum_is_shown() -> None:
    assert shown(anna().hinted(Forward(0, 14))).second == "38-3 = 35\ue000"
    assert shown(anna().set(secret=True).hinted(Forward(0, 14))).second == "Costs 3"


def test_in_secret_no_number_of_a_stock_is_shown() -> None:
    surplus = AdviceReason("surplus", (("over", 12),))
    stage = anna(PlayerFixture(13, 38, 0), *FOUR[1:])
    assert shown(stage.hinted(Carrots(0, -10), surplus)).second == "12 too many for Home"
    secret = stage.set(secret=True).hinted(Carrots(0, -10), surplus)
    drawn_texts = (shown(secret).first, shown(secret).second, shown(secret).header.carrots)
    assert drawn_texts == ("Give 10", "too many for Home", "?")


def lines(stage: Stage) -> tuple[str, str]:
    return shown(stage).first, shown(stage).second


def test_of_several_reasons_the_first_stands_beside_the_square() -> None:
    lettuce = AdviceReason("lettuce", (("pays", 30),))
    saves = AdviceReason("saves", (("turns", 3), ("than", 20)))
    home = AdviceReason("then_home")
    stage = anna()
    one = "10 on, onto the lettuce #22", "pays about 30"
    assert lines(stage.hinted(Forward(0, 22), lettuce)) == one
    two = "#22 Lettuce: pays about 30", "3 turns less than #20"
    assert lines(stage.hinted(Forward(0, 22), lettuce, saves)) == two
    assert lines(stage.hinted(Forward(0, 22), lettuce, saves, home)) == two


def test_where_the_reason_is_too_long_beside_the_square_it_stands_alone() -> None:
    denies = AdviceReason("denies", (("seat", 1), ("carrots", 30)))
    stage = anna(names=WIDE).hinted(Forward(0, 22), denies, AdviceReason("then_home"))
    assert lines(stage) == ("10 on, onto the lettuce #22", "Klementina does not get 30")


# -- learning, and the mark


def test_in_learning_mode_a_hint_counts_as_the_ok_that_shows_the_cost() -> None:
    learning = anna().set(learning=True)
    assert saved(learning.hinted(Forward(0, 17)).press("back"))["hint"] is True
    asked = learning.press("right 5")
    assert update(asked.session, Tap(MAIN, Button.OK, asked.session.now + 1)).entries == ()


def test_the_hint_marks_its_decision_also_where_another_one_is_made() -> None:
    hinted = anna().hinted(Forward(0, 17)).press("back", "left")
    assert saved(hinted) == {"seat": 0, "do": "forward", "to": 16, "hint": True}
    after = hinted.press("ok")
    assert [ply.marks for ply in game_of(after.session).past] == [{"hint"}]
    assert "hint" not in saved(after.press("right 3"))


def test_a_decision_that_is_made_again_after_a_hint_is_marked() -> None:
    again = anna().hinted(Forward(0, 17)).press("back", "ok", "back", "ok", "ok", "right 4")
    assert saved(again)["hint"] is True
