"""Hare cards, gifts and moved pieces: what waits for OK, what asks, and what is shown again."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from companion.app.apply_decision import acknowledged_entry, results
from companion.app.events import MAIN, Button, Tap
from companion.app.next_screen import WAITING, show_next_screen
from companion.app.presenter import view
from companion.app.sounds import Sound
from companion.app.states.ids import ScreenId
from companion.app.states.lists import CorrectScreen, LeaveScreen
from companion.app.text.icons import CARROT, boxed
from companion.app.turn_header import game_of
from companion.app.update import update
from companion.app.view import CardView, PieceMark, QuestionView
from companion.dev.gallery.fixtures import E1974, E2008, GameFixture, PlayerFixture, Stage, table
from companion.rules import Bank, Keep, Prompt
from tests.dev.rendered import rendered

if TYPE_CHECKING:
    from companion.app.states import Screen

THREE = PlayerFixture(12, 60), PlayerFixture(20, 65), PlayerFixture(9, 43)


def drawn(*pile: str, players: tuple[PlayerFixture, ...] = THREE, **rules: object) -> Stage:
    """Move Anna two squares ahead onto a hare, and draw these cards."""
    stage = table("en", GameFixture(pile=pile, **rules), *players)  # type: ignore[arg-type]  # fields by name
    return stage.press("right 2", "ok")


def card(stage: Stage) -> CardView:
    body = view(stage.session).body
    assert isinstance(body, CardView), body
    return body


def test_a_card_waits_for_ok_with_its_text_and_its_outcome() -> None:
    body = card(drawn("free_ride"))
    assert (body.title, body.text) == ("Free ride", "What you paid for this move comes back.")
    assert body.outcome == f"57+3 = 60{CARROT}"
    assert card(drawn("free_ride").set(secret=True)).outcome == ""
    assert drawn("free_ride").press("ok").session.screen.id is ScreenId.TURN


@pytest.mark.parametrize("name", ["miss_turn", "eat_lettuce", "go_again"])
def test_a_card_does_not_say_its_text_twice(name: str) -> None:
    assert card(drawn(name)).outcome == ""


def test_a_drawn_card_and_a_refused_square_make_a_sound() -> None:
    stage = table("en", GameFixture(pile=("miss_turn",)), *THREE).press("right 2")
    tap = Tap(MAIN, Button.OK, stage.session.now + 1)
    assert update(stage.session, tap).session.sound == Sound.CARD
    refused = stage.press("right 30").session
    assert update(refused, Tap(MAIN, Button.OK, refused.now + 1)).session.sound == Sound.WRONG


def test_a_card_without_effect_shows_the_reason() -> None:
    ahead = PlayerFixture(32, 60), PlayerFixture(20), PlayerFixture(9)
    assert card(drawn("advance", players=ahead)).outcome == "No effect: nobody is ahead"


def test_a_card_that_moved_the_piece_shows_where_it_stood() -> None:
    assert card(drawn("fall_back")).outcome == f"Anna {boxed('R')}: 6 back, onto the tortoise"


@pytest.mark.parametrize(
    ("line", "there"),
    [
        (CorrectScreen, ("right", "ok", "right", "ok", "left")),  # Ben's lettuces corrected
        (LeaveScreen, ("right 2", "ok", "right")),  # Cili leaves
    ],
    ids=["corrected", "left"],
)
def test_what_a_card_moved_is_shown_although_a_menu_decision_came_between(
    line: type[Screen], there: tuple[str, ...]
) -> None:
    before = drawn("fall_back").look(line).press(*there).session
    step = update(before, Tap(MAIN, Button.OK, before.now + 1))
    assert len(game_of(step.session).past) == 2
    assert (step.session.screen.id, step.session.pending_moves) == (
        ScreenId.MOVED,
        ((0, 0, 14, 8),),
    )
    assert acknowledged_entry(step.session) in step.entries


def test_a_card_that_nobody_confirmed_is_undone_from_before_it_and_redone_with_its_move() -> None:
    undone = drawn("fall_back").press("back", "ok")
    assert undone.session.pending_moves == ((0, 0, 14, 12),)
    assert undone.press("back", "ok").session.pending_moves == ((0, 0, 14, 8),)
    confirmed = drawn("fall_back").press("ok", "back", "ok")
    assert confirmed.session.pending_moves == ((0, 0, 8, 12),)


def test_cards_that_lead_to_cards_are_shown_one_after_the_other() -> None:
    onto_hare = PlayerFixture(12, 60), PlayerFixture(24, 65), PlayerFixture(9, 43)
    stage = drawn("advance", "free_ride", players=onto_hare)
    assert card(stage).title == "Move up"
    assert card(stage.press("ok")).outcome == "No effect: nothing was paid"


def test_each_card_of_a_chain_shows_the_piece_where_that_card_brought_it() -> None:
    onto_hare = PlayerFixture(12, 60), PlayerFixture(24, 65), PlayerFixture(9, 43)
    stage = drawn("advance", "carrot_back", players=onto_hare)
    for square in (25, 21):
        strip = card(stage).strip
        assert strip is not None
        here = [
            strip.first + n
            for n, cell in enumerate(strip.cells)
            if PieceMark("R", True) in cell.marks
        ]
        assert (strip.first + (strip.cursor or 0), here) == (square, [square])
        stage = stage.press("ok")


def test_the_number_drawn_for_the_chart_stands_before_the_cards_name() -> None:
    assert card(drawn(edition=E1974)).title.startswith("1: ")


def test_take_ten_give_ten_or_neither_is_asked_on_the_card() -> None:
    stage = drawn("ten")
    assert card(stage).answers == ("+10", "-10", "neither")
    stocks = [
        game_of(stage.press(*way).session).state.seats[0].carrots
        for way in (("ok",), ("right", "ok"), ("right 2", "ok"))
    ]
    assert stocks == [67, 47, 57]


def test_giving_ten_is_not_offered_to_one_who_has_less() -> None:
    poor = PlayerFixture(12, 9), PlayerFixture(20), PlayerFixture(9)
    assert card(drawn("ten", players=poor)).answers == ("+10", "neither")


def test_in_secret_mode_the_answers_reveal_nothing_of_the_stock() -> None:
    poor = PlayerFixture(12, 9), PlayerFixture(20), PlayerFixture(9)
    stage = table("en", GameFixture(pile=("ten",)), *poor).set(secret=True).press("right 2", "ok")
    assert card(stage).answers == ("+10", "-10", "neither")
    assert stage.press("right", "ok").session.screen.id is ScreenId.CARD


def test_secret_mode_switched_off_while_a_card_asks_leaves_an_answer_chosen() -> None:
    poor = PlayerFixture(12, 9), PlayerFixture(20), PlayerFixture(9)
    asked = drawn("ten", players=poor).set(secret=True).press("right 2")
    lifted = asked.set(secret=False)
    body = card(lifted)
    assert (body.answers[body.chosen], card(lifted.press("left")).chosen) == ("neither", 0)
    assert game_of(lifted.press("ok").session).state.seats[0].carrots == 6


def test_each_receiver_of_a_gift_is_asked_in_turn() -> None:
    giver = PlayerFixture(32, 60), PlayerFixture(20, 65), PlayerFixture(9, 43)
    stage = drawn("give_ten", players=giver, edition=E2008).press("ok")
    names = []
    while game_of(stage.session).state.prompt is Prompt.KEEP:
        body = view(stage.session).body
        assert isinstance(body, QuestionView)
        names.append(body.title)
        stage = stage.press("ok")
    assert names == ["Ben", "Cili"]


def test_keeping_and_banking_differ_by_ten() -> None:
    giver = PlayerFixture(32, 60), PlayerFixture(20, 65), PlayerFixture(40, 43)
    asked = drawn("give_ten", players=giver, edition=E2008).press("ok")
    kept, banked = asked.press("ok"), asked.press("right", "ok")
    stocks = [game_of(stage.session).state.seats[1].carrots for stage in (kept, banked)]
    assert stocks == [75, 65]
    assert [game_of(s.session).past[-1].action for s in (kept, banked)] == [Keep(1), Bank(1)]


def test_an_answer_and_an_extra_move_are_no_turns_of_their_own() -> None:
    asked = drawn("ten").press("ok")
    assert turns(asked) == [1, 0, 0]
    again = drawn("go_again").press("ok", "right 3", "ok")
    assert (decisions(again), turns(again)) == (2, [1, 0, 0])
    giver = PlayerFixture(32, 60), PlayerFixture(20, 65), PlayerFixture(9, 43)
    given = drawn("give_ten", players=giver, edition=E2008).press("ok", "ok", "ok")
    assert (decisions(given), turns(given)) == (3, [1, 0, 0])
    assert turns(given.press("right 2", "ok")) == [1, 1, 0]


def test_a_restart_that_moves_at_once_is_one_turn() -> None:
    stuck = PlayerFixture(12, 0), PlayerFixture(11, 65), PlayerFixture(9, 43)
    moving = table("en", GameFixture(rulings={"restart": "move-at-once"}), *stuck).press("ok")
    assert game_of(moving.session).state.turn == 0
    assert (turns(moving), turns(moving.press("right 3", "ok"))) == ([0, 0, 0], [1, 0, 0])


def test_a_player_who_leaves_takes_no_turn_by_that() -> None:
    left = table("en", GameFixture(), *THREE).look(LeaveScreen).press("ok", "right", "ok")
    assert (decisions(left), turns(left)) == (1, [0, 0, 0])


def turns(stage: Stage) -> list[int]:
    return [taken for _, _, _, taken in results(game_of(stage.session))]


def decisions(stage: Stage) -> int:
    return len(game_of(stage.session).past)


@pytest.mark.parametrize("card_id", ["miss_turn", "fall_back", "ten"])
def test_a_card_that_was_not_confirmed_is_shown_again_after_a_power_cut(card_id: str) -> None:
    shown = drawn(card_id).session
    again = show_next_screen(replace(shown, acknowledged=0, pending_moves=()))
    assert view(again).body == view(shown).body


@pytest.mark.xdist_group("gallery")
def test_no_screen_of_the_game_goes_away_by_itself() -> None:
    waiting = [state.session for state in rendered() if state.session.screen.id in WAITING]
    assert len(waiting) > 100
    for session in waiting:
        awake = Stage(session).set(dim=0, dark=0).having(last_press_at=session.now)
        later = awake.wait(3600).session
        assert (later.stack, later.game) == (awake.session.stack, awake.session.game)


def test_header_and_strip_keep_their_places_over_a_game() -> None:
    """Two consecutive turns differ in what they show, never in which parts they have."""
    stage = table("en", GameFixture(), *THREE)
    shapes = []
    for steps in ("right 5", "right 3", "right 3", "right 4"):
        body = view(stage.press("right").session).body
        shapes.append((type(body), body.header._fields, len(body.strip.cells)))  # type: ignore[union-attr]  # turns
        stage = stage.press(steps, "ok")
    assert all(one == other for one, other in pairwise(shapes))
