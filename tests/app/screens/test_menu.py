"""The menu: undo and redo, look-ups, corrections, confirmations, the child lock, settings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.app.apply_decision import results
from companion.app.events import MAIN, Button, Notice, Tap
from companion.app.journal_entries import Choose, Finish, JournalEntry, SetValue, Undo
from companion.app.presenter import view
from companion.app.session import ExitReason, SavedGameSummary, screen_as
from companion.app.states.ids import ScreenId
from companion.app.states.lists import MenuScreen
from companion.app.states.setup import EditionScreen
from companion.app.text.icons import GLOBE, boxed
from companion.app.turn_header import game_of
from companion.app.update import update
from companion.app.view import (
    ListView,
    MoveByHandView,
    PositionView,
    QuestionView,
    RaceCardView,
    RankingView,
)
from companion.dev.gallery.fixtures import (
    E2008,
    WIDE,
    GameFixture,
    PlayerFixture,
    Stage,
    empty_table,
    table,
)
from companion.rules import Leave, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

FOUR = (
    PlayerFixture(12, 38, 2),
    PlayerFixture(18, 65, 1),
    PlayerFixture(9, 43, 1),
    PlayerFixture(33, 27, 3),
)


def anna(*players: PlayerFixture, **rules: object) -> Stage:
    return table("en", GameFixture(**rules), *(players or FOUR))  # type: ignore[arg-type]  # fields by name


def rows(stage: Stage) -> ListView:
    body = view(stage.session).body
    assert isinstance(body, ListView), body
    return body


def texts(stage: Stage) -> list[str]:
    return [row.text for row in rows(stage).rows]


def choose(stage: Stage, text: str) -> Stage:
    """Press on a list until its chosen line has this text, and OK."""
    at = next(n for n, line in enumerate(texts(stage)) if text in line)
    by = at - (rows(stage).chosen or 0)
    way = [f"{'right' if by > 0 else 'left'} {abs(by)}"] if by else []
    return stage.press(*way, "ok")


def menu(stage: Stage, text: str) -> Stage:
    return choose(stage.press("back"), text)


def kept(stage: Stage, button: Button = Button.OK) -> tuple[JournalEntry, ...]:
    """Return the journal entries of pressing OK."""
    return update(stage.session, Tap(MAIN, button, stage.session.now + 1)).entries


def moved(stage: Stage) -> Stage:
    """Play three turns without a card."""
    return stage.press("right 5", "ok", "right 2", "ok", "right 3", "ok")


def plies(stage: Stage) -> int:
    return len(game_of(stage.session).past)


# -- undo and redo


def test_undo_is_two_presses_and_shows_the_piece_that_goes_back() -> None:
    undone = moved(anna()).press("back", "ok")
    body = view(undone.session).body
    assert isinstance(body, MoveByHandView)
    assert (body.first, body.second) == (f"Cili {boxed('G')}: 3 back", "onto a 4-square, #9")
    assert undone.press("ok").session.screen.id is ScreenId.TURN


def test_after_an_undo_redo_comes_first_and_the_next_undo_below_it() -> None:
    after = moved(anna()).press("back", "ok", "ok", "back")
    assert [text[2:6] for text in texts(after)[:2]] == ["Redo", "Undo"]


def test_mashing_back_and_ok_swaps_two_states_for_ever() -> None:
    stage = moved(anna())
    for turns in (2, 3, 2, 3, 2, 3):
        stage = stage.press("back", "ok", "ok")
        assert plies(stage) == turns


def test_undo_and_redo_reach_across_hare_cards_and_the_end() -> None:
    stage = anna(
        PlayerFixture(12, 60), PlayerFixture(59, 20, 0), PlayerFixture(9), pile=("ten",)
    ).press("right 2", "ok")
    pile = game_of(stage.session).opening.deck
    back = stage.press("back", "ok", "ok")
    assert game_of(back.session).state.deck == pile
    home = PlayerFixture(64, 8, 0, place=1)
    over = anna(PlayerFixture(59, 20, 0), home, PlayerFixture(9, 10)).press("right 5", "ok")
    assert over.session.screen.id is ScreenId.END
    again = over.press("back", "ok", "ok")
    assert (again.session.screen.id, game_of(again.session).state.over) == (ScreenId.TURN, False)
    assert again.press("back", "ok", "ok").session.screen.id is ScreenId.END


def test_the_history_lists_each_turn_and_asks_before_undoing_several() -> None:
    asked = choose(menu(moved(anna()), "History"), "Ben: 2 on")
    body = view(asked.session).body
    assert isinstance(body, QuestionView)
    assert "Before this turn? (2 turns)" in body.text
    assert (body.answers, body.chosen) == (("no", "yes"), 0)
    assert plies(asked.press("right", "ok")) == 1
    assert kept(asked.press("right"))[0] == Undo(2)


def test_pieces_that_nobody_confirmed_add_up_over_several_undos() -> None:
    twice = moved(anna()).press("back", "ok", "back").press("right", "ok")
    assert twice.session.pending_moves == ((1, 0, 20, 18), (2, 0, 12, 9))
    redone = twice.press("back", "ok")
    assert redone.session.pending_moves == ((2, 0, 12, 9),)


def test_a_leaving_player_changes_nothing_about_the_others_pieces() -> None:
    undone = moved(anna()).press("back", "ok")
    left = menu(undone, "A player leaves").press("ok", "right", "ok")
    assert left.session.pending_moves == ((2, 0, 12, 9),)
    assert left.session.screen.id is ScreenId.MOVED


@pytest.mark.parametrize(
    ("square", "returns", "goes"),
    [(7, "onto the lettuce, #7", "Lettuce, #7"), (0, "to the Start", "Start")],
)
def test_who_left_is_back_after_an_undo_and_has_left_after_the_redo(
    square: int, returns: str, goes: str
) -> None:
    four = anna(PlayerFixture(square), *FOUR[1:])
    undone = menu(four, "A player leaves").press("ok", "right", "ok", "back", "ok")
    assert undone.session.pending_moves == ((0, 0, None, square),)
    assert _moved_lines(undone) == (f"Anna {boxed('R')}: is back", returns)
    redone = undone.press("ok", "back", "ok")
    assert redone.session.pending_moves == ((0, 0, square, None),)
    assert _moved_lines(redone) == (f"Anna {boxed('R')}: has left", goes)
    assert redone.press("ok").session.screen.id is ScreenId.TURN


def _moved_lines(stage: Stage) -> tuple[str, str]:
    body = view(stage.session).body
    assert isinstance(body, MoveByHandView)
    return body.first, body.second


def test_a_leave_that_is_undone_and_redone_unconfirmed_moves_no_piece() -> None:
    left = menu(anna(), "A player leaves").press("ok", "right", "ok")
    redone = left.press("back", "ok", "back", "ok")
    assert (redone.session.pending_moves, redone.session.screen.id) == ((), ScreenId.TURN)


def test_a_piece_still_to_be_taken_off_the_board_stays_so_while_another_leaves() -> None:
    redone = menu(anna(), "A player leaves").press("ok", "right", "ok", "back", "ok", "ok", "back")
    again = menu(redone.press("ok"), "A player leaves").press("ok", "right", "ok")
    assert again.session.pending_moves == ((0, 0, 12, None),)


def test_several_moved_pieces_are_shown_one_after_the_other() -> None:
    undone = choose(menu(moved(anna()), "History"), "Anna: 5 on").press("right", "ok")
    assert len(undone.session.pending_moves) == 3
    assert undone.press("ok 3").session.screen.id is ScreenId.TURN
    assert undone.press("ok 2").session.screen.id is ScreenId.MOVED


# -- what cannot be undone asks first, with "no" chosen

DESTROYING = {
    "A player leaves": (ScreenId.LEAVE_ASK, "ok"),
    "End the game here": (ScreenId.END_HERE, ""),
    "New game": (ScreenId.NEW_ASK, ""),
    "Save and switch off": (ScreenId.POWER_ASK, ""),
}


@pytest.mark.parametrize("line", DESTROYING)
def test_what_destroys_asks_with_no_preselected(line: str) -> None:
    screen_id, more = DESTROYING[line]
    asked = menu(anna(), line)
    asked = asked.press(more) if more else asked
    body = view(asked.session).body
    assert isinstance(body, QuestionView)
    assert asked.session.screen.id is screen_id
    assert body.answers[body.chosen] == "no"
    assert kept(asked) == ()
    refused = asked.press("ok").session
    assert (refused.game, refused.ending) == (asked.session.game, None)


def test_a_player_who_leaves_takes_the_piece_away_and_the_others_play_on() -> None:
    left = menu(anna(), "A player leaves").press("ok", "right", "ok").session
    assert game_of(left).state.seats[0].left
    assert (game_of(left).state.turn, left.screen.id) == (1, ScreenId.TURN)


def test_the_question_says_when_the_game_is_then_over() -> None:
    two = anna(PlayerFixture(12), PlayerFixture(4), PlayerFixture(left=True))
    body = view(menu(two, "A player leaves").press("ok").session).body
    assert isinstance(body, QuestionView)
    assert "over" in body.text


def test_the_question_says_when_the_last_of_a_team_ends_the_game() -> None:
    gone = PlayerFixture(left=True)
    asked = table("en", GameFixture(teams=((0, 2), (1, 3))), gone, *FOUR[1:], turn=2)
    asked = choose(menu(asked, "A player leaves"), "Cili")
    body = view(asked.session).body
    assert isinstance(body, QuestionView)
    assert game_of(asked.press("right", "ok").session).state.over
    assert "over" in body.text


def test_a_game_that_is_ended_here_is_kept_and_nobody_wins() -> None:
    asked = menu(anna(), "End the game here").press("right")
    assert isinstance(kept(asked)[0], Finish)
    ended = view(asked.press("ok").session).body
    assert not any(row.mine for row in ended.rows)  # type: ignore[union-attr]  # the ranking


def test_a_game_that_is_ended_here_ranks_the_players_as_they_stand() -> None:
    ended = menu(anna(), "End the game here").press("right", "ok")
    body = view(ended.session).body
    assert isinstance(body, RankingView)
    assert [row.name for row in body.rows] == ["Dávid", "Ben", "Anna", "Cili"]


def test_the_end_says_who_left() -> None:
    two = anna(PlayerFixture(12), PlayerFixture(4), PlayerFixture(left=True))
    ended = menu(two, "End the game here").press("right", "ok")
    body = view(ended.session).body
    assert isinstance(body, RankingView)
    assert [(row.name, row.square) for row in body.rows][-1] == ("Cili", "left")


def test_a_pair_of_which_one_piece_is_home_has_no_place() -> None:
    one, both = (
        PlayerFixture(64, 9, place=2, second=60),
        PlayerFixture(64, place=1, second=64, second_place=3),
    )
    over = table("en", GameFixture(), one, both, turn=None)
    assert [place for _, place, _, _ in results(game_of(over.session))] == [None, 3]
    body = view(over.session).body
    assert isinstance(body, RankingView)
    assert [(row.name, row.rank) for row in body.rows] == [("Ben", "1"), ("Anna", "-")]


def test_switching_off_says_good_bye() -> None:
    off = menu(anna(), "Save and switch off").press("right", "ok").session
    assert (off.screen.id, off.ending) == (ScreenId.FAREWELL, ExitReason.POWER_OFF)


def test_an_open_question_is_answered_first_and_the_lines_say_so() -> None:
    asked = anna(pile=("ten",)).press("right 2", "ok", "back")
    dim = [row.text for row in rows(asked).rows if row.dim]
    assert dim == ["Correct", "A player leaves", "End the game here"]
    at = texts(asked).index("Correct") - (rows(asked).chosen or 0)
    assert rows(asked.press(f"right {at}")).foot == "First: take or give 10"
    assert asked.press(f"right {at}", "ok").session.screen.id is ScreenId.MENU


def test_an_extra_turn_is_named_where_it_blocks() -> None:
    again = anna(pile=("go_again",)).press("right 2", "ok", "ok", "back")
    at = texts(again).index("A player leaves") - (rows(again).chosen or 0)
    assert rows(again.press(f"right {at}")).foot == "First: move again, or none"


# -- look-ups


def test_the_race_card_goes_to_64_and_marks_the_furthest_square_in_reach() -> None:
    card = view(menu(anna(), "Race card").session).body
    assert isinstance(card, RaceCardView)
    assert (card.costs[:3], card.reach) == (((1, 1), (2, 3), (3, 6)), 8)
    end = view(menu(anna(), "Race card").press("right 20").session).body
    assert isinstance(end, RaceCardView)
    assert end.costs[-1] == (64, 2080)


def test_the_hare_cards_are_listed_by_kind_never_in_their_order() -> None:
    one = texts(menu(anna(pile=("ten",)), "Hare cards"))
    other = texts(menu(anna(pile=("miss_turn",)), "Hare cards"))
    assert one == other
    assert len(one) == 9


def test_checking_the_board_goes_from_piece_to_piece_and_back_to_the_menu() -> None:
    stage = menu(anna(), "Check the board")
    names = []
    for _ in FOUR:
        body = view(stage.session).body
        assert isinstance(body, PositionView)
        names.append(body.header.name)
        stage = stage.press("ok")
    assert names == ["Anna", "Ben", "Cili", "Dávid"]
    assert stage.session.screen.id is ScreenId.MENU


def test_the_active_edition_stands_in_the_menu() -> None:
    assert rows(anna().press("back")).right == "1978 · 4"
    assert rows(anna(edition=E2008).press("back")).right == "2008 · 4"


# -- corrections


def correct(stage: Stage, who: str, what: str, *presses: str) -> Stage:
    return choose(choose(menu(stage, "Correct"), who), what).press(*presses, "ok")


def test_square_carrots_lettuces_and_debts_can_be_corrected() -> None:
    state = game_of(correct(anna(), "Ben", "Square", "right 2").session).state
    assert state.seats[1].pieces[0].square == 20
    state = game_of(correct(anna(), "Ben", "Carrots", "left 5").session).state
    assert state.seats[1].carrots == 60
    state = game_of(correct(anna(), "Ben", "Lettuces", "right").session).state
    assert state.seats[1].lettuces == 2
    state = game_of(correct(anna(), "Ben", "Owes", "right 3").session).state
    assert state.seats[1].pieces[0].status is Status.MISS


def test_a_corrected_piece_is_shown_and_has_not_landed() -> None:
    there = correct(anna(), "Ben", "Square", "right 7")
    assert there.session.screen.id is ScreenId.MOVED
    assert game_of(there.session).state.deck == game_of(anna().session).state.deck


def test_the_turn_can_be_given_to_the_next_player() -> None:
    given = choose(menu(anna(), "Correct"), "Turn").session
    assert game_of(given).state.turn == 1


def test_the_turn_can_be_given_on_and_on_until_it_is_the_right_ones() -> None:
    stage = choose(menu(anna(), "Correct"), "Turn")
    turns = [game_of(stage.session).state.turn]
    for _ in range(3):
        stage = stage.press("ok")
        turns.append(game_of(stage.session).state.turn)
    assert turns == [1, 2, 3, 0]
    assert stage.press("back 2").session.screen.id is ScreenId.TURN


def test_after_a_correction_the_menu_has_the_same_line_chosen() -> None:
    for stage in (anna(), moved(anna()), moved(anna()).press("back", "ok", "ok")):
        for changed in (
            choose(menu(stage, "Correct"), "Turn").press("back"),
            correct(stage, "Ben", "Carrots", "left").press("back 2"),
        ):
            assert texts(changed)[rows(changed).chosen or 0] == "Correct"


@pytest.mark.parametrize("what", ["Square", "Carrots", "Lettuces", "Owes"])
def test_a_value_that_is_left_as_it_is_makes_no_correction_and_redo_stays(what: str) -> None:
    undone = moved(anna()).press("back", "ok", "ok")
    same = correct(undone, "Ben", what)
    assert same.session.game == undone.session.game
    assert same.session.screen.id is ScreenId.CORRECT_SEAT


def test_a_secret_stock_that_is_hit_by_chance_is_corrected_like_any_other() -> None:
    for carrots in (0, 1):
        stage = anna(PlayerFixture(12, carrots), *FOUR[1:]).set(secret=True)
        assert plies(correct(stage, "Anna", "Carrots", f"right {carrots + 1}")) == 1


def test_a_secret_stock_is_corrected_only_after_a_value_was_chosen() -> None:
    secret = menu(anna().set(secret=True), "Correct")
    opened = choose(choose(secret, "Ben"), "Carrots")
    assert kept(opened) == ()
    left_alone = game_of(opened.press("ok").session).state.seats[1]
    assert left_alone.carrots == game_of(opened.session).state.seats[1].carrots
    chosen = opened.press("right 3", "ok")
    assert game_of(chosen.session).state.seats[1].carrots == 2


def test_a_stock_stands_beside_the_first_piece_of_a_pair() -> None:
    pairs = anna(PlayerFixture(7, 40, second=63), PlayerFixture(20, 65, second=9))
    body = view(menu(pairs, "Ranking").session).body
    assert isinstance(body, RankingView)
    assert [row.carrots for row in body.rows] == ["40", "65", "", ""]


def test_impossible_values_are_refused_and_the_reason_is_shown() -> None:
    stage = choose(choose(menu(anna(), "Correct"), "Ben"), "Square").press("left 6")
    body = view(stage.session).body
    assert isinstance(body, PositionView)
    assert "Anna is here" in body.foot
    assert kept(stage) == ()


def test_a_correction_stands_in_the_history() -> None:
    stage = correct(anna(), "Ben", "Carrots", "left 5").press("back 3")
    assert texts(menu(stage, "History"))[0] == "Corrected at the table"


# -- the child lock


def locked() -> Stage:
    return moved(anna()).set(locked=True).press("back")


def test_the_lock_leaves_undo_and_the_look_ups() -> None:
    lines = texts(locked())
    assert [text[2:6] for text in lines[:1]] == ["Undo"]
    assert lines[1:6] == ["Ranking", "Race card", "Hare cards", "History", "Check the board"]
    assert len(lines) == 7
    assert "Opens:" in lines[6]


def test_the_locked_line_says_what_opens_it_and_that_opens_it() -> None:
    on_line = locked().press("right 6")
    opened = on_line.press("left", "right", "left", "right", "ok")
    assert not opened.session.settings.locked
    assert "New game" in texts(opened)


def test_the_lock_holds_on_the_first_screen_after_a_finished_game() -> None:
    start = empty_table("en").having(stack=(EditionScreen(),)).set(locked=True)
    stopped = start.press("right", "ok")
    assert "Opens:" in texts(stopped)[screen_as(stopped.session, MenuScreen).chosen]
    opened = stopped.press("left", "right", "left", "right", "ok", "back", "ok")
    assert opened.session.screen.id is ScreenId.PILE


@pytest.mark.parametrize("way", [("ok",), ("left", "right", "ok"), ("right 4", "ok")])
def test_nothing_else_opens_it(way: tuple[str, ...]) -> None:
    assert locked().press("right 6", *way).session.settings.locked


# -- settings and saved games


def test_a_setting_is_kept_at_once() -> None:
    stage = menu(anna(), "Settings").press("right")
    entries = kept(stage)
    assert isinstance(entries[0], SetValue)
    assert json.loads(entries[0].value)["secret"] is True
    assert stage.press("ok").session.settings.secret


def test_the_language_has_a_globe_and_the_first_place() -> None:
    first = texts(menu(anna(), "Settings"))[0]
    assert first.startswith(GLOBE)
    assert choose(menu(anna(), "Settings"), "Language").session.screen.id is ScreenId.LANGUAGE


def test_a_saved_game_is_chosen_by_its_number_newest_first() -> None:
    lines = tuple(SavedGameSummary(n, ("Anna", "red"), E2008, n, finished=False) for n in (3, 2, 1))
    stage = anna()
    stage = stage.having(resources=replace(stage.session.resources, saved=lines))
    listed = menu(stage, "Saved games")
    assert texts(listed) == [f"Anna, Red · turn {n}" for n in (3, 2, 0)]  # 1 is being played
    assert rows(listed).foot == "2008 · Anna, Red"
    assert kept(listed.press("right")) == (Choose(2),)


def states(stage: Stage) -> list[str]:
    """List how far the saved games have come."""
    return [text.rpartition(" · ")[2] for text in texts(stage)]


def test_many_players_of_a_saved_game_are_counted_where_they_do_not_fit() -> None:
    lines = tuple(
        SavedGameSummary(n, names, "ravensburger-1978", 102, finished=False)
        for n, names in enumerate((("Ben", "Anna", "Cili", "Dora"), WIDE), 2)
    )
    stage = anna()
    stage = stage.having(resources=replace(stage.session.resources, saved=lines))
    listed = menu(stage, "Saved games")
    assert texts(listed) == ["Ben, Anna +2 · turn 102", "Konstantin +5 · turn 102"]
    assert rows(listed).foot == "1978 · Ben, Anna, Cili, Dora"


def menus() -> Iterator[Stage]:
    """Yield the menus of all kinds of moments."""
    yield anna().press("back")
    yield moved(anna()).press("back")
    yield moved(anna()).press("back", "ok", "ok", "back")
    yield empty_table("en").having(stack=(EditionScreen(),)).press("back")
    yield table("en", GameFixture(), *FOUR, turn=None).press("back")


def test_settings_and_saved_games_are_within_six_presses_of_the_menus_first_line() -> None:
    for stage in menus():
        with_five_steps_and_ok = texts(stage)[:6]
        assert {f"{GLOBE} Settings", "Saved games"} <= {*with_five_steps_and_ok}


def beginning_another(stage: Stage) -> Stage:
    """Begin another game with the same four players, and open the saved games."""
    another = menu(stage, "New game").press("right", "ok", "ok", "ok", "ok")
    return menu(another, "Saved games")


def test_a_game_that_was_left_is_listed_as_far_as_it_came() -> None:
    played = moved(beginning_another(new_evening()).press("back 2"))
    assert states(beginning_another(played)) == ["turn 0", "turn 3", "turn 0"]


def test_a_game_that_was_ended_here_is_listed_as_over() -> None:
    ended = menu(moved(new_evening()), "End the game here").press("right", "ok")
    assert states(menu(ended, "Saved games")) == ["over"]
    assert states(beginning_another(ended)) == ["turn 0", "over"]
    again = ended.press("back", "ok", "ok")
    assert states(menu(again, "Saved games")) == ["turn 2"]


def test_a_game_that_is_over_is_listed_so_while_its_last_piece_is_still_to_be_moved() -> None:
    home = PlayerFixture(64, 8, 0, place=1)
    over = anna(PlayerFixture(59, 20, 0), home, PlayerFixture(9, 10)).press("right 5", "ok")
    redone = over.press("back", "ok", "ok", "back", "ok")
    line = SavedGameSummary(1, ("Anna", "Ben", "Cili"), E2008, 0, finished=False)
    redone = redone.having(resources=replace(redone.session.resources, saved=(line,)))
    assert redone.session.screen.id is ScreenId.MOVED
    assert states(menu(redone, "Saved games")) == ["over"]


def new_evening() -> Stage:
    """Begin the first game of a device."""
    return empty_table("en").press("ok 4")


def test_a_new_game_leaves_the_old_one_where_back_finds_it() -> None:
    setting_up = menu(anna(), "New game").press("right", "ok")
    assert setting_up.session.screen.id is ScreenId.EDITION
    assert setting_up.press("back").session.screen.id is ScreenId.TURN


def test_four_backs_lead_from_the_deepest_setup_to_the_turn() -> None:
    seats = choose(menu(anna(), "New game").press("right", "ok", "ok"), "4 players")
    spelling = choose(choose(choose(seats, "Red"), "Name"), "New name")
    assert spelling.session.screen.id is ScreenId.SPELL
    assert spelling.press("back 4").session.screen.id is ScreenId.TURN


def test_a_game_that_is_over_offers_no_correction_and_no_leaving() -> None:
    over = table("en", GameFixture(), *FOUR, turn=None).press("back")
    assert not {"Correct", "A player leaves", "End the game here"} & set(texts(over))


def test_leaving_is_a_decision_of_its_own() -> None:
    left = menu(anna(), "A player leaves").press("ok", "right", "ok").session
    assert isinstance(game_of(left).past[-1].action, Leave)


# -- about


def power(stage: Stage) -> list[str]:
    about = menu(stage, "About")
    return [row.value for row in rows(about).rows if row.text == "Power supply"]


def test_about_says_of_the_power_supply_only_what_can_be_known() -> None:
    def noticing(stage: Stage, what: str) -> Stage:
        return replace(
            stage, session=update(stage.session, Notice(what, stage.session.now)).session
        )

    unknown = anna()
    watched = noticing(unknown, "voltage")
    assert power(unknown) == []
    assert power(watched) == ["good"]
    assert power(noticing(watched, "undervoltage")) == ["too weak"]
