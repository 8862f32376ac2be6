"""The turn on the track: the cursor, its limits, the strip, what OK does (spec/device.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.app.events import Button
from companion.app.presenter import view
from companion.app.states.ids import ScreenId
from companion.app.text.icons import CARROT, LEFT, OK, RIGHT
from companion.app.turn_header import game_of
from companion.app.view import (
    ForcedTurnView,
    LinesView,
    ListView,
    NextPlayerView,
    RaceMark,
    RefusalView,
    SumView,
    TurnView,
)
from companion.dev.gallery.fixtures import E2008, GameFixture, PlayerFixture, Stage, table
from companion.rules import HOME_SQUARE, Action, Back, Carrots, Eat, Forward, Pass, Status

# Anna on a number square with the tortoise 11 behind her; 38 carrots reach 8 squares, to 20.
FOUR = (
    PlayerFixture(12, 38, 2),
    PlayerFixture(18, 65, 1),
    PlayerFixture(9, 43, 1),
    PlayerFixture(33, 27, 3),
)


def anna(*players: PlayerFixture, **rules: object) -> Stage:
    return table("en", GameFixture(**rules), *(players or FOUR))  # type: ignore[arg-type]  # fields by name


def track(stage: Stage) -> TurnView:
    body = view(stage.session).body
    assert isinstance(body, TurnView), body
    return body


def on_strip(stage: Stage) -> Stage:
    """Return the stage after presses that lead past the next player's picture to the own square."""
    return stage.press("right", "left")


def next_player(stage: Stage) -> NextPlayerView:
    body = view(stage.session).body
    assert isinstance(body, NextPlayerView), body
    return body


def cursor(stage: Stage) -> int:
    body = track(stage).strip
    assert body.cursor is not None
    return body.first + body.cursor


def last(stage: Stage) -> Action:
    action = game_of(stage.session).past[-1].action
    assert isinstance(action, Action)
    return action


# -- the cursor


def test_it_starts_on_the_own_square_and_counts_every_square() -> None:
    stage = on_strip(anna())
    places = [cursor(stage)]
    for _ in range(8):
        stage = stage.press("right")
        places.append(cursor(stage))
    assert places == list(range(12, 21))


def test_it_goes_up_to_home_past_what_can_be_paid_and_no_further() -> None:
    assert cursor(anna().press("right 60")) == HOME_SQUARE


def test_left_moves_it_back() -> None:
    assert cursor(anna().press("right 5", "left 2")) == 15


def test_left_of_the_own_square_is_one_stop_the_nearest_tortoise_behind() -> None:
    assert [cursor(anna().press(f"left {n}")) for n in (1, 2, 9)] == [11, 11, 11]


def test_right_from_the_tortoise_behind_is_the_own_square() -> None:
    assert cursor(anna().press("left", "right")) == 12


def test_an_occupied_tortoise_behind_is_stopped_on_and_says_so() -> None:
    stage = anna(PlayerFixture(12, 38), PlayerFixture(11), PlayerFixture(4)).press("left")
    below = track(stage).below
    assert cursor(stage) == 11
    assert isinstance(below, RefusalView)
    assert "Ben is on this tortoise" in below.reason


def test_without_a_tortoise_behind_the_cursor_stays_and_the_line_says_so() -> None:
    stage = anna(PlayerFixture(4, 38), PlayerFixture(11), PlayerFixture(9)).press("left")
    below = track(stage).below
    assert cursor(stage) == 4
    assert isinstance(below, LinesView)
    assert below.second == "No tortoise is behind you"


# -- where a held arrow stops


def test_a_hold_stops_at_the_fence_and_a_new_press_passes_it() -> None:
    held = anna().hold(Button.RIGHT, 5)
    assert cursor(held) == 20
    assert cursor(held.press("right")) == 21
    assert cursor(held.press("right").hold(Button.RIGHT, 5)) == HOME_SQUARE


def test_a_hold_to_the_left_stops_at_the_own_square_and_a_new_press_passes_it() -> None:
    held = anna().press("right 8").hold(Button.LEFT, 5)
    assert cursor(held) == 12
    assert cursor(held.press("left")) == 11


@pytest.mark.parametrize("setting", ["secret", "learning"])
def test_holds_know_of_no_fence_where_the_players_may_not_see_it(setting: str) -> None:
    assert cursor(anna().set(**{setting: True}).hold(Button.RIGHT, 8)) == HOME_SQUARE


# -- the strip


def test_the_own_square_is_the_second_from_the_left() -> None:
    strip = track(on_strip(anna())).strip
    assert (strip.first, strip.cursor) == (11, 1)


def test_the_strip_scrolls_by_whole_squares_and_only_when_the_cursor_would_leave_it() -> None:
    firsts = [track(anna().press(f"right {n}")).strip.first for n in range(1, 12)]
    assert firsts == [11] * 8 + [12, 13, 14]


def test_the_fence_stands_behind_the_furthest_square_in_reach() -> None:
    strip = track(on_strip(anna())).strip
    assert strip.fence is not None
    assert strip.first + strip.fence == 20


def test_forbidden_squares_are_outlined_and_allowed_ones_filled() -> None:
    assert not track(anna().press("right 5")).strip.forbidden
    assert track(anna().press("right 6")).strip.forbidden


def test_start_shows_the_movers_letter_and_the_number_of_others() -> None:
    cell = track(on_strip(anna(*(PlayerFixture() for _ in range(6))))).strip.cells[0]
    assert ([mark.letter for mark in cell.marks], cell.more) == (["R"], 5)


def test_grey_stands_for_white_and_two_letters_for_clashing_initials_in_2008() -> None:
    stage = anna(*(PlayerFixture(2 + n, 20) for n in range(6)), edition=E2008)
    letters = [mark.letter for cell in track(on_strip(stage)).strip.cells for mark in cell.marks]
    assert letters == ["R", "B", "Gn", "Y", "O", "Gr"]


def test_pieces_outside_the_strip_stand_at_its_ends_the_nearest_first() -> None:
    players = PlayerFixture(30, 65), PlayerFixture(2), PlayerFixture(9), PlayerFixture(60)
    strip = track(on_strip(anna(*players))).strip
    assert (strip.behind, strip.ahead) == (("G", "B"), ("Y",))
    assert strip.home == (1, "34")
    pair = track(on_strip(anna(PlayerFixture(30, 98, second=5), PlayerFixture(4, second=9)))).strip
    assert pair.behind == ("B", "R", "B")


# -- below the strip


def test_steps_square_and_sum_are_shown_before_a_move_and_ok_moves_at_once() -> None:
    stage = anna().press("right 5")
    below = track(stage).below
    assert isinstance(below, SumView)
    assert (below.steps, below.forward, below.sum, below.rest) == (5, True, "38-15 =", "23")
    assert last(stage.press("ok")) == Forward(0, to=17)


def test_going_back_earns_ten_a_square() -> None:
    stage = anna(PlayerFixture(18, 17), PlayerFixture(20), PlayerFixture(4)).press("left")
    below = track(stage).below
    assert isinstance(below, SumView)
    assert (below.steps, below.forward, below.sum, below.rest) == (3, False, "17+30 =", "47")
    assert last(stage.press("ok")) == Back(0, to=15)


def test_a_refused_ok_blinks_the_sign_and_does_nothing_else() -> None:
    stage = anna().press("right 9")
    pressed = stage.press("ok")
    before, after = track(stage).below, track(pressed).below
    assert isinstance(before, RefusalView)
    assert isinstance(after, RefusalView)
    assert (before.reason, before.steps) == (after.reason, after.steps)
    assert (before.blink % 2, after.blink % 2) == (0, 1)
    assert pressed.session.game == stage.session.game


def test_what_is_too_dear_says_cost_stock_and_reach() -> None:
    below = track(anna().press("right 9")).below
    assert isinstance(below, RefusalView)
    assert "Costs 45, you have 38: 8 at most" in below.reason


def test_in_secret_mode_reasons_have_no_numbers_and_the_rest_is_hidden() -> None:
    dear = track(anna().set(secret=True).press("right 9")).below
    paid = track(anna().set(secret=True).press("right 5")).below
    assert isinstance(dear, RefusalView)
    assert dear.reason == "Too dear"
    assert isinstance(paid, SumView)
    assert (paid.sum, paid.rest) == ("Costs 15", "")


def test_learning_hides_the_cost_until_a_first_ok_and_the_next_one_moves() -> None:
    stage = anna().set(learning=True).press("right 5")
    hidden, shown = track(stage).below, track(stage.press("ok")).below
    assert isinstance(hidden, SumView)
    assert isinstance(shown, SumView)
    assert (hidden.rest, shown.rest) == ("", "23")
    assert shown.place == f"{OK} go there"
    assert game_of(stage.press("ok").session).past == ()
    assert last(stage.press("ok", "ok")) == Forward(0, to=17)


def test_learning_hides_the_fence_and_shows_the_dots_as_with_any_stock() -> None:
    def dots(*players: PlayerFixture) -> list[int]:
        shown = track(on_strip(anna(*players)).set(learning=True)).strip
        assert shown.fence is None
        return [shown.first + n for n, cell in enumerate(shown.cells) if cell.dot]

    poor = replace(FOUR[0], carrots=1)
    assert dots(*FOUR) == dots(poor, *FOUR[1:])
    assert 11 in dots(*FOUR)
    assert 18 not in dots(*FOUR)  # Ben stands there


def test_learning_mode_outlines_no_square_as_too_dear_before_an_ok() -> None:
    dear = anna().set(learning=True).press("right 9")
    assert not track(dear).strip.forbidden
    assert track(dear.press("ok")).strip.forbidden
    assert track(anna().set(learning=True).press("right 6")).strip.forbidden  # Ben is there


# -- the next player


def test_the_picture_says_who_is_next_what_the_last_did_and_what_this_ones_square_paid() -> None:
    players = (PlayerFixture(12, 38, landed=True), *FOUR[1:])
    shown = next_player(table("en", GameFixture(), *players, turn=3).press("right 2", "ok"))
    assert (shown.header.letter, shown.header.name, shown.home) == ("R", "Anna", "52")
    assert shown.below.first == f"Dávid: 2 on, -3 = 24{CARROT}"
    assert shown.below.second.startswith("3. place: +30")


def test_its_race_has_every_piece_from_the_last_to_the_first() -> None:
    home = PlayerFixture(64, 8, 0, place=1), PlayerFixture(64, 8, 0, place=2)
    gone = PlayerFixture(30, left=True)
    race = next_player(anna(FOUR[0], *home, FOUR[3], gone)).race
    places = RaceMark(12, "R", own=True), RaceMark(33, "Y"), RaceMark(64, "G"), RaceMark(64, "B")
    assert race == places


def test_it_stays_until_the_next_press_and_that_press_already_acts() -> None:
    stage = table("en", GameFixture(), *FOUR, turn=3).press("right 2", "ok")
    assert next_player(stage.wait(50))
    assert cursor(stage.press("right")) == 13


def test_nothing_runs_over_it_and_the_way_of_the_last_piece_grows_on_the_line() -> None:
    stage = table("en", GameFixture(), *FOUR, turn=3).press("right 5", "ok")
    assert [view(stage.wait(s).session).animation for s in (0, 0.4, 1)] == [None] * 3
    assert [next_player(stage.wait(s)).trail for s in (0, 0.4, 1)] == [(33, 33), (33, 36), (33, 38)]
    assert next_player(stage.wait(0.4)).race == next_player(stage).race


def test_it_says_what_ok_does_on_the_own_square_and_else_that_left_and_right_choose() -> None:
    carrots = PlayerFixture(13, 38), PlayerFixture(20), PlayerFixture(4)
    offered = next_player(table("en", GameFixture(), *carrots, turn=2).press("right 5", "ok")).below
    assert offered.second == f"{OK} Stay: take or give {CARROT}"
    assert (offered.left, offered.right) == (LEFT, RIGHT)
    plain = next_player(table("en", GameFixture(), *FOUR, turn=3).press("right 2", "ok")).below
    assert plain.second == f"{LEFT}{RIGHT} choose a square"


def test_in_secret_mode_the_last_move_is_shown_without_the_rest() -> None:
    stage = table("en", GameFixture(), *FOUR, turn=3).set(secret=True).press("right 2", "ok")
    shown = next_player(stage)
    assert shown.below.first == "Dávid: 2 on, -3"
    assert shown.header.carrots == "?"


def test_an_extra_turn_is_no_other_players_and_begins_on_the_strip() -> None:
    again = anna(
        PlayerFixture(12, 60), PlayerFixture(4), PlayerFixture(), pile=("go_again",)
    ).press("right 2", "ok", "ok")
    below = track(again).below
    assert isinstance(below, LinesView)
    assert below.first == f"{OK} No more move"


# -- the own square


def on_own(stage: Stage) -> list[str]:
    body = view(stage.press("ok").session).body
    assert isinstance(body, ListView), body
    return [row.text for row in body.rows]


def test_with_nothing_to_do_there_ok_shows_that_left_and_right_move() -> None:
    below = track(anna().press("ok")).below
    assert isinstance(below, LinesView)
    assert "choose a square" in below.first


def test_carrots_are_taken_or_given_from_a_list_even_where_one_line_is_alone() -> None:
    rich, poor = PlayerFixture(13, 38), PlayerFixture(13, 9)
    assert [text[:7] for text in on_own(anna(rich, PlayerFixture(20), PlayerFixture(4)))] == [
        "Stay an",
        "Give 10",
    ]
    assert len(on_own(anna(poor, PlayerFixture(20), PlayerFixture(4)))) == 1
    given = anna(rich, PlayerFixture(20), PlayerFixture(4)).press("ok", "right", "ok")
    assert last(given) == Carrots(0, by=-10)


def test_not_moving_in_an_extra_turn_is_asked_too() -> None:
    stage = anna(
        PlayerFixture(12, 60), PlayerFixture(4), PlayerFixture(), pile=("go_again",)
    ).press("right 2", "ok", "ok")
    assert on_own(stage) == ["No more move"]
    assert last(stage.press("ok", "ok")) == Pass(0)


def test_the_other_piece_alone_is_taken_at_once() -> None:
    stage = anna(PlayerFixture(12, 98, second=20), PlayerFixture(4, second=9))
    assert cursor(on_strip(stage)) == 20
    other = stage.press("ok")
    assert (cursor(other), track(other).header.rank) == (12, "2.")


def test_a_look_alone_opens_at_once() -> None:
    assert anna().set(secret=True).press("ok").session.screen.id is ScreenId.PEEK


def test_the_piece_that_must_move_is_preselected() -> None:
    eaten = PlayerFixture(22, 98, owes=Status.ATE, second=29), PlayerFixture(4, second=9)
    assert cursor(on_strip(anna(*eaten))) == 22


def test_each_line_says_what_is_left_after_it() -> None:
    carrots = anna(PlayerFixture(13, 38), PlayerFixture(20), PlayerFixture(4))
    body = view(carrots.press("ok").session).body
    assert isinstance(body, ListView)
    assert [row.value for row in body.rows] == [f"= 48{CARROT}", f"= 28{CARROT}"]
    secret = view(carrots.set(secret=True).press("ok").session).body
    assert isinstance(secret, ListView)
    assert [row.value for row in secret.rows] == ["", "", ""]


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (PlayerFixture(22, 98, owes=Status.ATE, second=29), "This piece must leave first"),
        (PlayerFixture(25, 98, owes=Status.MISS, second=20), "The other misses a turn"),
    ],
    ids=["must leave", "misses"],
)
def test_the_reason_why_the_other_piece_cannot_be_chosen_is_shown(
    first: PlayerFixture, reason: str
) -> None:
    below = track(on_strip(anna(first, PlayerFixture(4, second=9)))).below
    assert isinstance(below, LinesView)
    assert below.second == reason


def test_in_the_list_the_other_piece_is_dim_and_its_foot_says_why() -> None:
    first = PlayerFixture(25, 98, owes=Status.MISS, second=13)
    body = view(anna(first, PlayerFixture(4, second=9)).press("ok", "right 2").session).body
    assert isinstance(body, ListView)
    assert (body.rows[2].text, body.rows[2].dim) == ("The other piece", True)
    assert body.foot == "The other misses a turn"


# -- house rules and forced turns


def test_leaving_a_tortoises_carrots_is_asked_only_under_the_house_rule() -> None:
    plain = anna().press("left", "ok")
    asked = anna(rulings={"decline_back_carrots": True}).press("left", "ok")
    assert plain.session.screen.id is not ScreenId.DECLINE
    assert asked.session.screen.id is ScreenId.DECLINE
    assert last(asked.press("ok")) == Back(0, to=11)
    assert last(asked.press("right", "ok")) == Back(0, to=11, decline=True)


def forced(*players: PlayerFixture) -> tuple[Stage, ForcedTurnView]:
    stage = table("en", GameFixture(), *players)
    body = view(stage.session).body
    assert isinstance(body, ForcedTurnView), body
    return stage, body


def test_a_forced_turn_shows_its_sum_and_ok_does_it() -> None:
    stage, body = forced(
        PlayerFixture(7, 60, 2, owes=Status.EAT), PlayerFixture(20), PlayerFixture(9)
    )
    assert body.sum.endswith("= 90")
    assert last(stage.press("ok")) == Eat(0)


def test_either_of_two_pieces_is_chosen_with_left_and_right() -> None:
    both = (
        PlayerFixture(7, 60, owes=Status.EAT, second=22, second_owes=Status.EAT),
        PlayerFixture(4, second=9),
    )
    stage, body = forced(*both)
    assert len(body.options) == 2
    assert last(stage.press("right", "ok")).piece == 1
    assert last(stage.press("right", "left", "ok")).piece == 0


def test_the_retreat_of_1978_names_its_tortoise() -> None:
    stage, body = forced(PlayerFixture(63, 200, 0), PlayerFixture(56), PlayerFixture(9))
    assert body.sum == f"{LEFT}13 200+130 = 330"
    assert last(stage.press("ok")) == Back(0, to=50)
