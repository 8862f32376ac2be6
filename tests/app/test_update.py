"""Presses before they reach a screen: double OK, panels, dimming, secrets, faults."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.app.events import (
    MAIN,
    Button,
    Edge,
    Held,
    Opened,
    PanelDown,
    PanelUp,
    Stop,
    Tap,
    Tick,
)
from companion.app.journal_entries import Decision, JournalEntry, NewGame, SavedGame, SetValue
from companion.app.message_view import MessageView
from companion.app.presenter import view
from companion.app.session import (
    ExitReason,
    PairingInfo,
    SavedGameSummary,
    SaveFailure,
    Session,
    screen_as,
)
from companion.app.splash import splash
from companion.app.states.game import CheckBoardScreen, TurnScreen
from companion.app.states.ids import ScreenId
from companion.app.states.lists import MenuScreen, SavedGamesScreen, SettingsScreen
from companion.app.states.questions import EndHereScreen, SwitchOffScreen
from companion.app.states.setup import EditionScreen
from companion.app.states.text_screens import CannotSaveScreen, DamagedScreen, PairingScreen
from companion.app.storage_fault import StorageFault
from companion.app.text.catalogue import texts_in
from companion.app.text.tips import tips_for
from companion.app.turn_header import game_of
from companion.app.update import OK_GUARD_S, due, fault, update
from companion.app.view import DarkView, NextPlayerView, RankingView
from companion.dev.gallery.fixtures import (
    E2008,
    GameFixture,
    PlayerFixture,
    Stage,
    empty_table,
    table,
)
from companion.rules import Shown, setup_json

FOUR = (
    PlayerFixture(12, 38, 2),
    PlayerFixture(23, 65, 1),
    PlayerFixture(9, 43, 1),
    PlayerFixture(33, 27, 3),
)


def waiting(**rules: object) -> Stage:
    """Return a stage in mid-race on Anna's turn."""
    return table("en", GameFixture(**rules), *FOUR)  # type: ignore[arg-type]  # fields by name


def tap(session: Session, button: Button, after: float = 0.6, panel: str = MAIN) -> Session:
    return update(session, Tap(panel, button, session.now + after)).session


def decisions(session: Session) -> int:
    return len(session.game.past) if session.game else 0


# -- phones


def test_a_phone_that_is_in_ends_the_screen_with_its_code() -> None:
    there = waiting().having(pairing_info=PairingInfo("482913", "192.168.1.7:8128", "page"))
    asked = there.at(PairingScreen()).session
    body = view(asked).body
    assert isinstance(body, MessageView)
    assert (body.headline, body.foot) == ("482913", "192.168.1.7:8128")
    other = update(asked, PanelUp("far", asked.now + 1)).session
    assert other.screen.id is ScreenId.PAIRING
    came = update(other, PanelUp("page", asked.now + 2)).session
    assert came.screen.id is ScreenId.TURN
    later = there.at(MenuScreen()).session
    assert update(later, PanelUp("page", later.now + 1)).session.screen.id is ScreenId.MENU


def test_a_phone_that_comes_in_wakes_a_dark_panel_another_panel_does_not() -> None:
    there = waiting().having(pairing_info=PairingInfo("482913", panel="page")).session
    dark = update(there, Tick(there.now + 3600)).session
    assert isinstance(view(dark).body, DarkView)
    assert isinstance(view(update(dark, PanelUp("far", dark.now)).session).body, DarkView)
    assert not isinstance(view(update(dark, PanelUp("page", dark.now)).session).body, DarkView)


# -- OK pressed twice


def test_an_ok_within_0_4_s_after_one_that_changed_the_screen_is_not_counted() -> None:
    moved = waiting().press("right 5", "ok").session
    again = tap(moved, Button.OK, OK_GUARD_S - 0.01)
    assert (again.screen, decisions(again)) == (moved.screen, 1)


def test_an_ok_0_4_s_after_one_that_changed_the_screen_counts() -> None:
    menu = waiting().press("right 2", "ok", "back").session
    opened = tap(menu, Button.OK)
    later = tap(opened, Button.OK, OK_GUARD_S)
    assert decisions(opened) == 0
    assert later.screen != opened.screen


def test_an_ok_that_changed_no_screen_guards_nothing() -> None:
    dear = waiting().press("right 9").session
    blinks = [dear]
    for _ in range(3):
        blinks.append(tap(blinks[-1], Button.OK, 0.1))
    assert [screen_as(s, TurnScreen).blink for s in blinks] == [0, 1, 2, 3]


def test_the_guard_holds_whatever_the_new_screen_is_and_only_for_ok() -> None:
    moved = waiting().press("right 5", "ok").session
    assert screen_as(tap(moved, Button.RIGHT, 0.1), TurnScreen).steps == 1
    assert tap(moved, Button.BACK, 0.1).screen.id is ScreenId.MENU


def twice(stage: Stage) -> Session:
    """Press OK, and once more by mistake."""
    return tap(tap(stage.session, Button.OK), Button.OK, 0.1)


def test_a_trembling_ok_confirms_one_moved_piece_not_two() -> None:
    played = waiting().press("right 5", "ok", "right 3", "ok")
    undone = played.press("back", "ok", "back", "right", "ok")
    assert (undone.session.screen.id, len(undone.session.pending_moves)) == (ScreenId.MOVED, 2)
    assert len(twice(undone).pending_moves) == 1


def test_a_trembling_ok_on_the_lot_draws_and_does_not_start_the_game() -> None:
    lot = empty_table("en").press("ok 3", "right 6")
    assert twice(lot).screen.id is ScreenId.SEATS


def test_a_trembling_ok_passes_over_no_piece_of_the_board() -> None:
    checking = waiting().look(CheckBoardScreen)
    assert screen_as(twice(checking), CheckBoardScreen).index == 1


def test_a_trembling_ok_switches_a_setting_once() -> None:
    secret = waiting().look(SettingsScreen).press("right")
    assert twice(secret).settings.secret


def test_a_trembling_ok_on_a_saved_game_presses_nothing_in_that_game() -> None:
    line = SavedGameSummary(
        7, ("Anna", "Ben", "Cili", "Dávid"), "ravensburger-1978", 0, finished=False
    )
    stage = waiting()
    stage = stage.having(resources=replace(stage.session.resources, saved=(line,)))
    chosen = stage.look(SavedGamesScreen).press("ok")
    record = json.dumps(setup_json(game_of(stage.session).setup))
    saved = SavedGame(7, record, "seed", 0, finished=False, whole=True)
    there = chosen.take(Opened(saved, chosen.session.now + 0.05)).session
    assert there.screen.id is ScreenId.TURN
    assert tap(there, Button.OK, 0.1).screen == there.screen
    assert tap(there, Button.OK, OK_GUARD_S).screen != there.screen


# -- panels


def test_ok_decides_nothing_while_no_panel_shows_the_picture() -> None:
    ready = waiting().press("right 2").session
    blind = update(ready, PanelDown(MAIN, ready.now + 1)).session
    assert decisions(tap(blind, Button.OK)) == 0
    seen = update(blind, PanelUp(MAIN, blind.now + 1)).session
    assert decisions(tap(seen, Button.OK)) == 1


def test_the_game_goes_on_where_it_was_when_a_panel_returns() -> None:
    ready = waiting().press("right 2").session
    gone = update(ready, PanelDown(MAIN, ready.now + 1)).session
    back = update(gone, PanelUp(MAIN, gone.now + 5)).session
    assert (back.screen, back.game) == (ready.screen, ready.game)


def test_ok_of_a_players_own_panel_counts_only_in_that_players_turn() -> None:
    ready = waiting().press("right 2").session
    for seat in (0, 1):
        ready = update(ready, PanelUp(f"seat {seat}", ready.now, seat)).session
    assert decisions(tap(ready, Button.OK, panel="seat 1")) == 0
    assert decisions(tap(ready, Button.OK, panel="seat 0")) == 1


def test_only_the_own_panel_shows_its_players_secret_stock() -> None:
    ready = waiting().set(secret=True).session
    ready = update(ready, PanelUp("anna", ready.now, 0)).session
    ready = update(ready, PanelUp("ben", ready.now, 1)).session

    def carrots(panel: str) -> str:
        body = view(ready, panel).body
        assert isinstance(body, NextPlayerView)
        return body.header.carrots

    assert (carrots(MAIN), carrots("anna"), carrots("ben")) == ("?", "38", "?")


def test_a_look_at_the_own_stock_is_hidden_on_another_players_panel() -> None:
    mates = table("en", GameFixture(teams=((0, 2), (1, 3))), *FOUR).set(secret=True)
    look = mates.take(PanelUp("anna", 11.0, 0)).take(PanelUp("ben", 11.0, 1)).press("ok").session
    bodies = {panel: str(view(look, panel).body) for panel in (MAIN, "anna", "ben")}
    assert [panel for panel, said in bodies.items() if "38" in said] == [MAIN, "anna"]
    assert [panel for panel, said in bodies.items() if "43" in said] == [MAIN, "anna"]


def test_an_idle_picture_shows_no_secret_even_on_the_own_panel() -> None:
    idle = waiting().set(secret=True).take(PanelUp("anna", 11.0, 0)).wait(125).session
    body = view(idle, "anna").body
    assert isinstance(body, RankingView)
    assert {row.carrots for row in body.rows} == {"?"}


# -- dimmed, idle, dark


def asleep(seconds: float) -> Session:
    return waiting().press("right 2").wait(seconds).session


def test_a_panel_is_dimmed_after_a_minute_and_dark_after_five() -> None:
    assert [view(asleep(seconds)).brightness for seconds in (59, 61, 299, 301)] == [2, 1, 1, 0]


def test_the_press_that_ends_a_dark_screen_only_ends_it() -> None:
    dark = asleep(400)
    lit = tap(dark, Button.OK)
    assert (lit.screen, decisions(lit), view(lit).brightness) == (dark.screen, 0, 2)
    assert decisions(tap(lit, Button.OK)) == 1


def test_the_press_that_ends_an_idle_picture_only_ends_it() -> None:
    idle = asleep(130)
    assert view(idle).body.name == "idle"
    assert decisions(tap(idle, Button.OK)) == 0


def test_a_press_on_a_screen_that_is_merely_dimmed_counts() -> None:
    assert decisions(tap(asleep(70), Button.OK)) == 1


def test_a_hold_that_wakes_the_screen_does_not_run_on() -> None:
    dark = asleep(400)
    held = update(dark, Edge(MAIN, Button.RIGHT, True, dark.now + 1)).session
    assert Stage(held).wait(3).session.screen == dark.screen


def test_idle_pictures_come_only_when_dimmed_and_change_with_time() -> None:
    shown = [view(asleep(seconds)).body for seconds in (70, 125, 145, 165, 185)]
    assert [body.name for body in shown] == ["turn", "idle", "idle", "idle", "idle"]
    assert shown[1] == shown[4]
    assert len(set(shown)) == 4


def test_each_game_has_its_tip_and_after_the_last_tip_the_first_one_comes_again() -> None:
    tips = len(tips_for(game_of(waiting().session).setup))
    assert tips == 12
    said = [tip_after(games) for games in range(tips + 1)]
    assert len(set(said)) == tips
    assert said[0] == said[-1]


def tip_after(games: int) -> str:
    line = SavedGameSummary(1, ("Anna", "Ben"), "ravensburger-1978", 40, finished=True)
    resources = replace(waiting().session.resources, saved=(line,) * games)
    body = view(waiting().having(resources=resources).wait(165).session).body
    assert isinstance(body, MessageView)
    assert body.headline == "Tip"
    return body.text


def test_the_first_lettuce_is_no_tip_where_it_is_far_or_the_house_rules_keep_it_free() -> None:
    last = [tips_for(game_of(stage.session).setup)[-1] for stage in (waiting(), *without_first())]
    assert len(set(last)) == 2
    assert last[1] == last[2]


def test_hare_squares_suit_those_in_front_where_a_card_lets_the_others_wait() -> None:
    of_2008, of_1978 = (tips_for(game_of(stage.session).setup) for stage in without_first())
    assert (len(of_2008), len(of_1978)) == (12, 12)
    assert "those in front better" in of_2008[-2](texts_in("en"))
    assert "those at the back better" in of_1978[-2](texts_in("en"))


def without_first() -> tuple[Stage, Stage]:
    """Return a game of 2008, and one in which the first move may not be onto the lettuce."""
    seats = PlayerFixture(), PlayerFixture(), PlayerFixture()
    ruled = GameFixture(rulings={"no_first_lettuce": True})
    return table("en", GameFixture(E2008), *seats), table("en", ruled, *seats)


def test_nobody_is_called_to_move_in_a_game_that_was_ended_here() -> None:
    ended = waiting().look(EndHereScreen).press("right", "ok")
    assert ended.session.screen.id is ScreenId.END
    bodies = [view(ended.wait(seconds).session).body for seconds in (125, 145)]
    assert [type(body) for body in bodies] == [RankingView, RankingView]


def test_the_picture_shifts_only_while_idle() -> None:
    assert {view(asleep(seconds)).shift for seconds in (0, 30, 70)} == {0}
    assert {view(asleep(seconds)).shift for seconds in (125, 145)} == {0, 1}


def test_what_time_alone_changes_is_known_beforehand() -> None:
    session = waiting().wait(3).session
    assert due(session) == session.last_press_at + 60


def test_settings_can_keep_the_panel_awake_for_ever() -> None:
    awake = waiting().set(dim=0, dark=0).wait(1e6).session
    assert (view(awake).brightness, due(awake)) == (2, None)


# -- a look at secret carrots


def looking() -> Stage:
    return waiting().set(secret=True).press("ok")


@pytest.mark.parametrize("button", list(Button))
def test_any_press_ends_a_look(button: Button) -> None:
    assert looking().session.screen.id is ScreenId.PEEK
    assert tap(looking().session, button).screen.id is ScreenId.TURN


def test_a_look_ends_by_itself_after_5_s() -> None:
    assert looking().wait(4.9).session.screen.id is ScreenId.PEEK
    assert looking().wait(5.0).session.screen.id is ScreenId.TURN


def test_a_look_that_is_left_to_the_dark_is_over() -> None:
    assert looking().set(dim=1, dark=1).wait(90).press("left").session.screen.id is ScreenId.TURN


def test_a_card_that_shows_carrots_shows_them_to_all_in_secret_mode() -> None:
    stage = waiting(edition=E2008, pile=("show_carrots",)).set(secret=True).press("right 2", "ok")
    game = stage.session.game
    assert game is not None
    assert any(isinstance(h, Shown) for h in game.past[-1].consequences)
    assert "35" in str(view(stage.session).body)


# -- buttons that are stuck, and the fifth


def test_a_stuck_button_is_ignored_and_named_on_screen() -> None:
    stage = waiting().press("right", "ok").stuck(Button.LEFT)
    assert "Stuck button: left" in str(view(stage.session).body)
    assert decisions(stage.press("right 2", "ok").session) == 2


def test_a_stuck_ok_is_named_in_the_middle_of_a_turn_and_before_what_was_paid() -> None:
    assert "Stuck button: OK" in str(view(waiting().press("right 5").stuck(Button.OK).session).body)
    landed = (replace(FOUR[0], landed=True), *FOUR[1:])
    paid = table("en", GameFixture(), *landed, turn=3).press("right 2", "ok")
    assert "place: +" in str(view(paid.session).body)
    assert "Stuck button: OK" in str(view(paid.stuck(Button.OK).session).body)


def test_a_stuck_button_is_named_where_a_device_starts_and_where_a_game_ends() -> None:
    start = empty_table("en").having(stack=(EditionScreen(),))
    over = table("en", GameFixture(), *FOUR, turn=None)
    checking = waiting().look(CheckBoardScreen)
    for stage in (start, start.press("right 3"), over, checking):
        assert "Stuck button: OK" in str(view(stage.stuck(Button.OK).session).body)


def test_a_button_that_is_down_from_the_start_presses_nothing() -> None:
    before = waiting().session
    after = update(before, Held(MAIN, Button.OK, before.now + 1)).session
    assert Stage(after).wait(2).session.screen == before.screen


def test_info_opens_the_ranking_and_closes_it_again() -> None:
    stage = waiting().press("right 3")
    opened = stage.press("info")
    assert opened.session.screen.id is ScreenId.RANKING
    assert opened.press("info").session.screen == stage.session.screen


# -- the end of the program, faults, and failures of saving


def test_a_stop_ends_the_program_and_power_off_is_not_undone_by_it() -> None:
    off = waiting().look(SwitchOffScreen).press("right", "ok").session
    assert off.ending is ExitReason.POWER_OFF
    assert update(off, Stop(off.now)).session.ending is ExitReason.POWER_OFF
    on = waiting().session
    assert update(on, Stop(on.now)).session.ending is ExitReason.STOP


def test_a_fault_inside_a_screen_is_shown_and_back_returns_to_the_game() -> None:
    stage = waiting().press("right 3", "back", "ok")
    shown = fault(stage.session, stage.session.now)
    body = view(shown).body
    assert isinstance(body, MessageView)
    assert (body.name, body.text) == ("fault", "The game is saved.")
    back = tap(shown, Button.BACK)
    assert (back.stack[0].id, len(back.stack), back.game) == (
        ScreenId.TURN,
        1,
        stage.session.game,
    )


def failed(tries: int) -> Session:
    """Return a session after a decision that could not be saved."""
    before = waiting().press("right 5").session
    step = update(before, Tap(MAIN, Button.OK, before.now + 1))
    failure = SaveFailure(StorageFault.FULL, tries, step.session, step.entries)
    return replace(before, stack=(*before.stack, CannotSaveScreen()), save_failure=failure)


def test_ok_tries_to_keep_the_same_decision_again() -> None:
    session = failed(1)
    step = update(session, Tap(MAIN, Button.OK, session.now + 1))
    assert len(step.entries) == 1
    assert isinstance(step.entries[0], Decision)
    assert decisions(step.session) == 1


def test_right_plays_on_unsaved_only_after_three_failures() -> None:
    assert decisions(tap(failed(2), Button.RIGHT)) == 0
    unsaved = tap(failed(3), Button.RIGHT)
    assert (decisions(unsaved), len(unsaved.unsaved)) == (1, 1)
    body = view(unsaved).body
    assert isinstance(body, NextPlayerView)
    assert body.header.unsaved


def test_a_report_of_a_damaged_save_is_shown_once() -> None:
    session = waiting().at(DamagedScreen("damaged-1", 7)).session
    text = str(view(session).body)
    assert "damaged-1" in text
    assert "turn 7" in text
    step = update(session, Tap(MAIN, Button.OK, session.now + 1))
    assert step.entries == (SetValue("report", "null"),)
    assert step.session.screen.id is ScreenId.TURN


@pytest.mark.parametrize(
    ("language", "title"), [("de", "Hase und Igel"), ("ru", "Заяц и ёж"), ("en", "Hare & Tortoise")]
)
def test_the_power_on_picture_has_the_games_name_in_the_players_language(
    language: str, title: str
) -> None:
    start = replace(waiting().set(language=language).session, started_at=50.0, now=50.0)
    body = view(replace(start, last_press_at=50.0)).body
    assert isinstance(body, MessageView)
    assert body.headline == title
    assert splash().headline == ""  # no language is known before the journal is read


def test_the_first_press_of_all_ends_the_power_on_picture() -> None:
    start = replace(waiting().session, started_at=50.0, now=50.0, last_press_at=50.0)
    assert view(start).body.name == "power-on"
    assert view(update(start, Tick(50.89)).session).body.name == "power-on"
    assert view(update(start, Tick(50.9)).session).body.name == "turn"
    assert view(update(start, Tap(MAIN, Button.RIGHT, 50.0)).session).body.name == "turn"


def test_four_presses_of_ok_start_a_game_of_four_also_from_the_first_moment_on() -> None:
    session = replace(empty_table("en").session, started_at=50.0, now=50.0, last_press_at=50.0)
    session = replace(session, settings=replace(session.settings, language=""))
    kept: list[JournalEntry] = []
    for at in (50.1, 50.7, 51.3, 51.9):
        step = update(session, Tap(MAIN, Button.OK, at))
        session, kept = step.session, [*kept, *step.entries]
    assert session.screen.id is ScreenId.TURN
    assert len(game_of(session).state.seats) == 4
    assert sum(isinstance(keep, NewGame) for keep in kept) == 1
