"""The companion's turn: what it shows, what OK and the menu do, undo, secrets, who may press."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.app.apply_decision import correct, decide
from companion.app.companion_turn import choice_of
from companion.app.events import MAIN, Advised, Button, PanelUp, Tap
from companion.app.journal_entries import Decision
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.app.session import ConnectedPanel
from companion.app.states.ids import ScreenId
from companion.app.thought_requests import (
    Advice,
    BoardProgress,
    BoardRequest,
    ThoughtRequest,
    UnknownBoard,
    thought_request,
)
from companion.app.turn_header import game_of
from companion.app.update import fault, update
from companion.app.view import CardView, ForcedTurnView, ListView, MoveByHandView, QuestionView
from companion.dev.gallery.fixtures import E2008, GameFixture, PlayerFixture, Stage, table
from companion.rules import (
    Action,
    Back,
    Bank,
    Carrots,
    Correction,
    Eat,
    Forward,
    Leave,
    Pass,
    Status,
    Ten,
)

FOUR = (
    PlayerFixture(12, 38, 2),
    PlayerFixture(21, 65, 1),
    PlayerFixture(11, 43, 1),
    PlayerFixture(33, 27, 3),
)
ON = Forward(1, 25)


def game(*levels: str | None, players: tuple[PlayerFixture, ...] = FOUR, **rules: object) -> Stage:
    fixture = GameFixture(levels=levels, **rules)  # type: ignore[arg-type]  # fields by name
    return table("en", fixture, *players)


def its_turn() -> Stage:
    """Return the turn of the companion, which plays Ben, after Anna's move."""
    return game(None, "strong").press("right", "ok")


def moved(stage: Stage) -> MoveByHandView:
    body = view(stage.session).body
    assert isinstance(body, MoveByHandView), body
    return body


def menu(stage: Stage) -> list[str]:
    body = view(stage.press("back").session).body
    assert isinstance(body, ListView), body
    return [row.text for row in body.rows]


def decided(stage: Stage) -> list[dict[str, object]]:
    """Return the entries of the decisions that pressing OK makes."""
    entries = update(stage.session, Tap(MAIN, Button.OK, stage.session.now + 1)).entries
    return [json.loads(entry.body) for entry in entries if isinstance(entry, Decision)]


# -- the turn


def test_it_thinks_about_its_own_turn_at_its_level() -> None:
    stage = its_turn()
    assert stage.session.screen.id is ScreenId.COMPANION
    state = game_of(stage.session).state
    assert thought_request(stage.session) == ThoughtRequest(state, "strong")
    assert moved(stage).second == "Ben thinks…"
    assert thought_request(stage.deciding(ON).session) is None


def test_a_persons_turn_is_not_thought_about() -> None:
    assert thought_request(game(None, "strong").session) is None


def test_it_says_where_its_piece_goes_and_what_the_last_player_did() -> None:
    body = moved(its_turn().deciding(ON))
    texts = render(view(its_turn().deciding(ON).session)).texts
    assert body.first[1:].startswith("Hare #25 · 4 on · -10")
    assert body.second.startswith("Anna: 1 on, -1 = 37")
    assert any("it stands there" in text for text in texts)
    cells = body.strip
    assert (cells.first + (cells.cursor or 0), cells.first) == (25, 20)


def test_ok_does_it_in_one_press_and_the_next_player_is_to_move() -> None:
    stage = its_turn().deciding(Forward(1, 28))
    assert decided(stage) == [{"seat": 1, "do": "forward", "to": 28}]
    after = stage.press("ok").session
    assert (after.screen.id, game_of(after).state.turn) == (ScreenId.TURN, 2)


def test_a_choice_of_the_strongest_level_is_no_decision_with_a_hint() -> None:
    assert "hint" not in decided(its_turn().deciding(ON))[0]


@pytest.mark.parametrize("button", [Button.OK, Button.LEFT, Button.RIGHT])
def test_no_button_decides_while_it_thinks(button: Button) -> None:
    stage = its_turn()
    after = update(stage.session, Tap(MAIN, button, stage.session.now + 1))
    assert (after.entries, after.session.game) == ((), stage.session.game)


def test_an_ok_in_the_moment_of_the_choice_is_not_meant_for_it() -> None:
    stage = its_turn()
    request = thought_request(stage.session)
    assert isinstance(request, ThoughtRequest)
    shown = stage.take(Advised(Advice(request, ON), stage.session.now + 1)).session
    at_once = update(shown, Tap(MAIN, Button.OK, shown.now + 0.1))
    assert at_once.entries == ()
    assert update(at_once.session, Tap(MAIN, Button.OK, shown.now + 0.5)).entries


def test_a_choice_in_another_position_is_worth_nothing() -> None:
    stage = its_turn().deciding(ON)
    assert choice_of(stage.session) == ON
    undone = stage.press("back", "ok", "ok").press("right 4", "ok", "ok")
    assert undone.session.screen.id is ScreenId.COMPANION
    assert choice_of(undone.session) is None


# -- what else it decides


def test_its_hare_card_is_confirmed_and_its_answer_is_shown_with_one_ok_each() -> None:
    seats = (PlayerFixture(12, 60), *FOUR[1:3])
    drew = game("good", players=seats, pile=("ten",)).deciding(Forward(0, 14)).press("ok")
    asked = drew.deciding(Ten(0, -10))
    body = view(asked.session).body
    assert isinstance(body, CardView)
    assert (body.answers, body.ok[-5:-2]) == ((), "-10")
    assert decided(asked) == [{"seat": 0, "do": "ten", "by": -10}]


def test_it_answers_a_gift() -> None:
    fixture = {"edition": E2008, "pile": ("give_ten",)}
    seats = (PlayerFixture(13, 60), *FOUR[1:3])
    given = game(None, None, "good", players=seats, **fixture).press("right", "ok", "ok")
    body = view(given.deciding(Bank(2)).session).body
    assert isinstance(body, QuestionView)
    assert body.answers[0].endswith("bank")
    assert decided(given.deciding(Bank(2))) == [{"seat": 2, "do": "bank"}]


def test_it_eats_with_the_picture_of_a_forced_turn() -> None:
    seats = (PlayerFixture(22, 38, 2, owes=Status.EAT), *FOUR[1:3])
    body = view(game("easy", players=seats).deciding(Eat(0)).session).body
    assert isinstance(body, ForcedTurnView)
    assert (body.headline, body.options) == ("Eat a lettuce", ())


@pytest.mark.parametrize(
    ("action", "said"),
    [(Carrots(0, 10), "Stay and take 10"), (Carrots(0, -10), "Give 10"), (Back(0, 11), "2 back")],
)
def test_it_stays_or_goes_back(action: Action, said: str) -> None:
    seats = (PlayerFixture(13, 38), *FOUR[1:2], PlayerFixture(30))
    assert said in moved(game("good", players=seats).deciding(action)).first


def test_it_may_move_no_more_in_an_extra_turn() -> None:
    seats = (PlayerFixture(12, 60), *FOUR[1:3])
    stage = game("good", players=seats, pile=("go_again",)).deciding(Forward(0, 14))
    extra = stage.press("ok", "ok").deciding(Pass(0))
    assert moved(extra).first == "No more move"
    assert decided(extra) == [{"seat": 0, "do": "pass"}]


# -- a person decides for it


def test_a_person_can_decide_its_turn() -> None:
    stage = its_turn().deciding(ON)
    assert menu(stage)[1] == "Play for Ben"
    played = stage.press("back", "right", "ok")
    assert (played.session.screen.id, thought_request(played.session)) == (ScreenId.TURN, None)
    after = played.press("right 7", "ok")
    assert game_of(after.session).past[-1].action == Forward(1, 28)
    assert game_of(after.session).state.turn == 2
    assert "Play for Ben" not in menu(after)


def test_what_a_person_decided_for_it_is_marked_and_can_be_undone_alone() -> None:
    played = its_turn().press("back", "right", "ok", "right 7")
    assert decided(played) == [{"seat": 1, "do": "forward", "to": 28, "person": True}]
    after = played.press("ok")
    assert menu(after)[0].endswith("21→28")
    assert len(game_of(after.press("back", "ok").session).past) == 1


def test_a_person_who_decides_its_turn_answers_its_card_too() -> None:
    seats = (PlayerFixture(12, 60), *FOUR[1:3])
    stage = game("good", players=seats, pile=("ten",)).press("back", "ok", "right 2", "ok")
    assert stage.session.screen.id is ScreenId.CARD
    assert decided(stage) == [{"seat": 0, "do": "ten", "by": 10, "person": True}]


def test_the_child_lock_lets_nobody_decide_for_it() -> None:
    assert not [line for line in menu(its_turn().set(locked=True)) if "Play" in line]


# -- undo and redo


def played_on() -> Stage:
    """Return Dávid's turn, after a move of Anna and those of two companions."""
    stage = game(None, "good", "good").press("right", "ok")
    stage = stage.deciding(Forward(1, 28)).press("ok")
    return stage.deciding(Forward(2, 16)).press("ok")


def test_undo_goes_to_the_last_decision_of_a_person_and_redo_brings_all_back() -> None:
    stage = played_on()
    assert menu(stage)[0].endswith("12→13")
    undone = stage.press("back", "ok")
    assert len(game_of(undone.session).past) == 0
    back = undone.press("ok 3")
    assert back.session.screen.id is ScreenId.TURN
    redone = back.press("back", "ok")
    assert len(game_of(redone.session).past) == 3
    assert game_of(redone.session).state == game_of(stage.session).state


def test_there_is_nothing_to_undo_before_the_first_decision_of_a_person() -> None:
    stage = game("good", None).deciding(Forward(0, 16)).press("ok")
    assert menu(stage)[0] == "What would you do?"


# -- corrections, leaving, ending


def test_after_a_correction_it_thinks_anew_and_then_decides() -> None:
    stage = its_turn().deciding(ON)
    changed = Stage(correct(stage.session, Correction(2, carrots=90)).session)
    assert (changed.session.screen.id, choice_of(changed.session)) == (ScreenId.COMPANION, None)
    assert thought_request(changed.session) is not None
    assert decided(changed.deciding(Forward(1, 28)))


def test_it_leaves_and_the_others_play_on() -> None:
    stage = Stage(decide(its_turn().session, Leave(1)).session)
    assert game_of(stage.session).state.turn == 2
    assert thought_request(stage.session) is None
    assert menu(stage)[0].endswith("has left")


def test_where_the_last_person_leaves_the_companions_race_on() -> None:
    two = game("good", None, "good", players=FOUR[:3]).deciding(Forward(0, 16)).press("ok")
    stage = Stage(decide(two.session, Leave(1)).session)
    assert stage.session.screen.id is ScreenId.COMPANION
    assert decided(stage.deciding(Forward(2, 14)))[0]["seat"] == 2


# -- secrets, panels, large print


def test_secretly_its_sums_are_hidden_as_well() -> None:
    def texts(carrots: int) -> tuple[str, ...]:
        seats = (FOUR[0], PlayerFixture(21, carrots, 1), *FOUR[2:])
        stage = game(None, "good", players=seats).press("right", "ok").deciding(ON)
        return render(view(stage.set(secret=True).session)).texts

    assert texts(65) == texts(80)
    assert "?" in texts(65)


def test_secretly_the_panel_of_its_seat_shows_no_stock_either() -> None:
    stage = its_turn().deciding(ON).set(secret=True)
    stage = stage.take(PanelUp("ben", stage.session.now, seat=1))
    assert "?" in render(view(stage.session, "ben")).texts


def test_the_stock_of_another_player_is_not_shown() -> None:
    def texts(carrots: int) -> tuple[str, ...]:
        seats = (*FOUR[:2], PlayerFixture(11, carrots), FOUR[3])
        stage = game(None, "good", players=seats).press("right", "ok").deciding(ON)
        return render(view(stage.set(secret=False).session)).texts

    assert texts(20) == texts(90)


def test_any_panel_confirms_its_turn_also_one_that_belongs_to_a_person() -> None:
    stage = its_turn().deciding(Forward(1, 28))
    stage = stage.take(PanelUp("anna", stage.session.now, seat=0)).wait(1)
    assert ConnectedPanel("anna", 0) in stage.session.panels
    assert update(stage.session, Tap("anna", Button.OK, stage.session.now + 1)).entries


def test_large_print_says_the_move_and_what_ok_does() -> None:
    texts = render(view(its_turn().deciding(ON).set(large=True).session)).texts
    said = " ".join(texts)
    assert "Ben" in said
    assert "4 on, onto the hare #25" in said
    assert "it stands there" in said


# -- without data, on a family's own board


def test_without_data_a_message_is_shown_and_people_play_its_seats() -> None:
    stage = its_turn()
    setup = game_of(stage.session).setup
    told = stage.take(Advised(UnknownBoard(setup), stage.session.now))
    assert told.session.screen.id is ScreenId.NO_COMPANION
    assert "Please play for me." in " ".join(render(view(told.session)).texts)
    assert thought_request(told.session) is None
    turn = told.press("ok")
    assert turn.session.screen.id is ScreenId.TURN
    assert game_of(turn.press("right 7", "ok").session).past[-1].action == Forward(1, 28)


def test_after_a_fault_in_its_thought_people_play_its_seats() -> None:
    stage = its_turn()
    faulty = stage.having(stack=fault(stage.session, stage.session.now).stack)
    faulty = Stage(fault(stage.session, stage.session.now))
    assert thought_request(faulty.session) is None
    assert faulty.press("back").session.screen.id is ScreenId.TURN


def test_a_familys_own_board_is_learnt_from_the_first_turn_on() -> None:
    stage = game(None, "good")
    played = game_of(stage.session)
    setup = replace(played.setup, edition_data={"id": "own"})
    opening = replace(played.opening, setup=setup)
    own = stage.having(game=replace(played, setup=setup, opening=opening))
    assert thought_request(own.session) == BoardRequest(setup)
    known = own.take(Advised(BoardProgress(setup, 100), own.session.now))
    assert thought_request(known.session) is None
    learning = own.take(Advised(BoardProgress(setup, 42), own.session.now)).press("right", "ok")
    assert moved(learning).second == "Learns the board: 42 %"
