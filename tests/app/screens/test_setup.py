"""Setup: language, edition, players, seats, names, teams, house rules; the next game."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.app.events import MAIN, Button, Tap, Typed
from companion.app.game_setup import draft_of
from companion.app.journal_entries import JournalEntry, NewGame, SetValue
from companion.app.new_game_draft import Draft, DraftPlayer, draft_from_json
from companion.app.presenter import view
from companion.app.render.fitting import NAME_WIDTH
from companion.app.render.wrapping import measure
from companion.app.screens.name_entry import type_text, wheel_for
from companion.app.screens.name_list import family_names
from companion.app.session import replace_screen, screen_as
from companion.app.states.ids import ScreenId
from companion.app.states.lists import HareCardsScreen, ResumeScreen
from companion.app.states.setup import BoardEditScreen, EditionScreen, NameEntryScreen
from companion.app.text.catalogue import languages, texts_in
from companion.app.text.icons import OK, PLAYER, boxed
from companion.app.turn_header import game_of
from companion.app.update import update
from companion.app.view import BoardView, CardView, ListView, NameEntryView
from companion.dev.gallery.fixtures import (
    E1974,
    E1978,
    E2008,
    GameFixture,
    PlayerFixture,
    Stage,
    empty_table,
    table,
)
from companion.rules import TEAM_SIZES, team_fault

FOUR = (
    PlayerFixture(12, 38, 2),
    PlayerFixture(18, 65, 1),
    PlayerFixture(9, 43, 1),
    PlayerFixture(33, 27, 3),
)


def new_device() -> Stage:
    return empty_table("en").set(language="")


def rows(stage: Stage) -> ListView:
    body = view(stage.session).body
    assert isinstance(body, ListView), body
    return body


def choose(stage: Stage, text: str) -> Stage:
    at = next(n for n, row in enumerate(rows(stage).rows) if text in row.text)
    by = at - (rows(stage).chosen or 0)
    way = [f"{'right' if by > 0 else 'left'} {abs(by)}"] if by else []
    return stage.press(*way, "ok")


def values(stage: Stage) -> dict[str, str]:
    """Return the values of a list by the texts of their lines."""
    return {row.text: row.value for row in rows(stage).rows}


def seats(stage: Stage | None = None) -> Stage:
    """Return a stage on the last setup screen."""
    return (stage or new_device()).press("ok", "ok", "ok")


def kept(stage: Stage) -> tuple[JournalEntry, ...]:
    return update(stage.session, Tap(MAIN, Button.OK, stage.session.now + 1)).entries


# -- the very first start


def test_four_presses_of_ok_start_a_four_player_game_of_1978() -> None:
    game = game_of(new_device().press("ok", "ok", "ok", "ok").session)
    assert (game.setup.edition.id, len(game.setup.names)) == (E1978, 4)
    assert game.state.turn == 0


def test_a_start_is_kept_with_its_setup_and_its_choices_become_the_defaults() -> None:
    first, second = kept(seats())
    assert isinstance(first, NewGame)
    assert json.loads(first.record)["edition"] == E1978
    assert second == SetValue("draft", json.dumps(Draft().to_json()))


def test_the_language_is_chosen_in_its_own_name_and_kept() -> None:
    stage = new_device()
    assert rows(stage).rows[0].text == "English"
    entries = kept(stage)
    assert isinstance(entries[0], SetValue)
    assert json.loads(entries[0].value)["language"] == "en"


# -- the edition


def picture(stage: Stage) -> BoardView:
    body = view(stage.session).body
    assert isinstance(body, BoardView), body
    return body


def test_the_edition_is_chosen_by_its_first_twelve_squares() -> None:
    editions = new_device().press("ok")
    one, two = picture(editions), picture(editions.press("right"))
    assert "".join(one.kinds) == "SHCH3CHLT42T"
    assert one.kinds[7] == "L"
    assert two.kinds[7] == "F"
    assert picture(editions.press("right 2")).right == "chart"


def test_2008_asks_for_15_or_16_cards() -> None:
    pile = new_device().press("ok", "right", "ok")
    assert pile.session.screen.id is ScreenId.PILE
    assert not draft_of(pile.press("ok").session).rulings
    assert draft_of(pile.press("right", "ok").session).rulings == {"second_shuffle": True}
    started = pile.press("right", "ok", "ok", "ok").session
    assert len(game_of(started).setup.deck) == 16


def test_back_from_the_players_shows_the_edition_that_was_chosen() -> None:
    back = new_device().press("ok", "right 2", "ok", "back")
    assert picture(back).title == "Intellect 1974"
    assert draft_of(back.session).edition == E1974


def test_a_family_copies_a_board_and_changes_its_squares() -> None:
    drawing = new_device().press("ok", "right 3", "ok", "ok")
    changed = drawing.press("ok", "right", "ok")
    assert screen_as(changed.session, BoardEditScreen).square == 2
    done = changed.press("right 70", "ok")
    made = done.session.resources.editions[-1]
    assert (made.id, made.board.squares[1].value) == ("own-1", "C")
    assert draft_of(done.session).edition == "own-1"
    started = done.press("ok", "ok").session
    assert game_of(started).setup.edition_data is not None


def test_back_leaves_an_unfinished_board_where_it_can_be_gone_on_with() -> None:
    left = new_device().press("ok", "right 3", "ok", "ok", "ok", "right", "ok", "back", "ok")
    assert rows(left).rows[0].text == "Go on with yours"
    again = screen_as(left.press("ok").session, BoardEditScreen)
    assert (again.square, again.squares[:3]) == (2, "SCC")


def test_a_board_without_a_tortoise_is_refused_with_the_reason() -> None:
    drawing = new_device().press("ok", "right 3", "ok", "ok")
    board = screen_as(drawing.session, BoardEditScreen)
    bare = replace(board, squares=board.squares.replace("T", "C"), square=64)
    stage = Stage(replace_screen(drawing.session, bare))
    assert picture(stage).line == "No tortoise on this board"
    assert kept(stage) == ()


# -- seats


def test_the_seats_are_listed_in_turn_order_and_say_who_begins() -> None:
    listed = rows(seats()).rows
    assert [row.text[-3:] for row in listed[2:5]] == ["Red", "lue", "een"]
    assert listed[2].value == "begins"


def test_the_colours_are_listed_with_the_seats_own_chosen() -> None:
    listed = rows(choose(choose(seats(), "Green"), "Colour"))
    assert listed.rows[listed.chosen or 0].text == f"{boxed('G')} Green"
    assert listed.rows[listed.chosen or 0].value == OK
    assert [row.value for row in listed.rows] == ["", "taken", "", "taken", OK, "taken"]


def test_another_seat_can_begin_and_the_order_round_the_table_stays() -> None:
    stage = choose(choose(seats(), "Green"), "Begins the game")
    colours = [player.colour for player in draft_of(stage.session).players]
    assert colours == ["green", "yellow", "red", "blue"]
    assert rows(stage).chosen == 0


def test_the_lot_draws_who_begins_and_the_order_stays() -> None:
    stage = choose(seats(), "Draw who begins")
    colours = [player.colour for player in draft_of(stage.session).players]
    at = colours.index("red")
    assert colours[at:] + colours[:at] == ["red", "blue", "green", "yellow"]
    assert rows(stage).chosen == 0


def test_a_colour_that_is_taken_is_exchanged() -> None:
    stage = choose(choose(choose(seats(), "Red"), "Colour"), "Blue")
    assert [p.colour for p in draft_of(stage.session).players[:2]] == ["blue", "red"]


@pytest.mark.parametrize("count", [4, 6])
def test_proposed_teams_obey_the_seating_rule(count: int) -> None:
    stage = choose(choose(seats(), "Players"), f"{count} players")
    for _ in TEAM_SIZES[count]:
        stage = choose(stage, "Teams")
        draft = draft_of(stage.session)
        teams = [
            [seat for seat, player in enumerate(draft.players) if player.team == team]
            for team in range(draft.teams)
        ]
        assert team_fault(count, teams) is None
    assert draft_of(choose(stage, "Teams").session).teams == 0


def test_team_mates_side_by_side_cannot_start() -> None:
    stage = choose(seats(), "Teams")
    stage = choose(choose(stage, "Blue"), "Team").press("back")
    start = stage.press("left 20")
    assert rows(start).rows[0].dim
    assert "apart" in rows(start).foot
    assert kept(start) == ()


def test_the_setup_asks_how_to_play_before_a_count_is_shown() -> None:
    asked = choose(seats(), "How do you play?")
    assert values(asked) == dict.fromkeys(
        ("Secret carrots", "Learning", "Sound", "Large print"), "off"
    )
    secret = choose(asked, "Secret carrots")
    assert kept(asked) == (SetValue("settings", json.dumps(secret.session.settings.to_json())),)
    assert values(secret.press("back"))["How do you play?"] == "secret"
    header = view(secret.press("back", "left 5", "ok").session).body
    assert "?" in str(header)
    assert "68" not in str(header)


def test_the_hare_cards_can_be_read_before_the_first_game() -> None:
    listed = choose(seats(), "Hare cards")
    assert values(listed)["Ten carrots"] == "2x"
    read = view(choose(listed, "Ten carrots").session).body
    assert isinstance(read, CardView)
    assert read.text == "Take 10 carrots, or give 10, or neither."


def test_the_cards_are_those_of_the_new_game_and_its_house_rules() -> None:
    playing = table("en", GameFixture(), *FOUR)
    rulings = {"second_shuffle": True, "give_ten_to": "next-behind"}
    draft = Draft(E2008, playing.session.draft.players if playing.session.draft else (), 0, rulings)
    stage = playing.having(draft=draft)
    listed = stage.having(stack=(*stage.session.stack, HareCardsScreen(drafted=True)))
    assert values(listed)["Shuffle"] == "2x"
    read = view(choose(listed, "Give ten each").session).body
    assert isinstance(read, CardView)
    assert read.text == "Give 10 carrots to the next player behind."


def test_the_youngest_begins_where_the_rulebook_says_so() -> None:
    edition_2008 = seats().having(draft=Draft(E2008))
    assert rows(seats()).foot == ""
    assert rows(edition_2008).foot == "The youngest begins"
    assert rows(choose(edition_2008, "Draw who begins")).foot == ""
    again = table("en", GameFixture(edition=E2008), *FOUR, turn=None).press("ok")
    assert rows(again).foot == ""


def test_house_rules_are_switches_and_are_counted() -> None:
    rules = choose(seats(), "House rules")
    switched = choose(rules, "Leave carrots")
    assert draft_of(switched.session).rulings == {"decline_back_carrots": True}
    assert values(switched.press("back"))["House rules"] == "1"
    assert draft_of(switched.press("ok").session).rulings == {}


RUSSIAN = {"skip_cards": "this-turn", "give_ten_to": "next-behind", "shuffle_from": "everyone"}


def test_one_line_sets_the_three_rulings_of_the_russian_book_where_its_cards_are() -> None:
    rules = choose(seats().having(draft=Draft(E2008, seats().session.draft.players)), "House rules")
    assert [row.text for row in rows(rules).rows].count("Russian cards") == 1
    switched = choose(rules, "Russian cards")
    assert draft_of(switched.session).rulings == RUSSIAN
    assert values(switched.press("back"))["House rules"] == "1"
    assert rows(switched).rows[rows(switched).chosen].value == "on"
    assert draft_of(switched.press("ok").session).rulings == {}
    older = choose(seats(), "House rules")
    assert not {"Russian cards", "2nd shuffle"} & {row.text for row in rows(older).rows}


def test_a_line_whose_rulings_are_mixed_shows_no_value_and_is_switched_on() -> None:
    draft = Draft(E2008, seats().session.draft.players, 0, {"shuffle_from": "everyone"})
    mixed = choose(seats().having(draft=draft), "House rules")
    assert rows(mixed).rows[-1].value == ""
    assert draft_of(choose(mixed, "Russian cards").session).rulings == RUSSIAN


def test_another_edition_begins_without_the_house_rules_of_the_one_before() -> None:
    ruled = choose(choose(seats(), "House rules"), "Leave carrots")
    editions = ruled.press("back", "back")
    assert editions.session.screen.id is ScreenId.EDITION
    assert draft_of(editions.press("ok").session).rulings == {"decline_back_carrots": True}
    other = draft_of(editions.press("right 2", "ok").session)
    assert (other.edition, other.rulings) == (E1974, {})


# -- who plays


def played(stage: Stage, *levels: tuple[str, str]) -> Stage:
    """Let the companion play seats of the last setup screen: their labels, their levels."""
    for seat, level in levels:
        stage = choose(choose(choose(stage, seat), "Who plays"), level).press("back", "left 9")
    return stage


def test_the_companion_plays_a_seat_at_a_level_and_the_list_shows_it() -> None:
    stage = played(seats(), ("Blue", "good"), ("Yellow", "child"))
    assert [PLAYER in row.text for row in rows(stage).rows[2:6]] == [False, True, False, True]
    game = game_of(stage.press("ok").session)
    assert game.setup.levels == (None, "good", None, "child")
    first, second = kept(stage)
    assert isinstance(first, NewGame)
    assert [seat.get("player") for seat in json.loads(first.record)["seats"]][1] == "good"
    assert isinstance(second, SetValue)
    assert draft_from_json(json.loads(second.value)) == draft_of(stage.session)


def test_one_person_at_least_plays_along() -> None:
    stage = played(seats(), ("Red", "easy"), ("Blue", "easy"), ("Green", "easy"))
    asked = choose(choose(stage, "Yellow"), "Who plays").press("right")
    assert rows(asked).foot == "A person must play along"
    assert draft_of(asked.press("ok").session).players[3].level is None
    fewer = choose(choose(stage, "Players"), "3 players")
    assert [p.level for p in draft_of(fewer.session).players] == [None, "easy", "easy"]


def test_a_seat_goes_back_to_a_person() -> None:
    stage = choose(choose(choose(played(seats(), ("Blue", "good")), "Blue"), "Who plays"), "person")
    assert draft_of(stage.session).players[1] == DraftPlayer("blue")


# -- names


def naming() -> Stage:
    return choose(choose(seats(), "Red"), "Name")


def spelling() -> Stage:
    return choose(naming(), "New name")


def typed(stage: Stage) -> str:
    return screen_as(stage.session, NameEntryScreen).typed


def spell(stage: Stage, letters: str) -> Stage:
    for letter in letters:
        entry = screen_as(stage.session, NameEntryScreen)
        wheel = wheel_for(stage.session, entry.typed)
        by = (wheel.index(letter) - entry.letter) % len(wheel)
        stage = stage.press(*([f"right {by}"] if by else []), "ok")
    return stage


def test_a_name_is_spelled_taken_and_remembered() -> None:
    stage = spell(spelling(), f"Ida{OK}")
    assert stage.session.screen.id is ScreenId.SEAT
    assert draft_of(stage.session).players[0].name == "Ida"
    other = choose(choose(stage.press("back"), "Blue"), "Name")
    assert "Ida" not in [row.text for row in rows(other).rows]
    freed = choose(choose(choose(stage.press("back"), "Ida"), "Name"), "No name")
    assert "Ida" in [row.text for row in rows(choose(freed, "Name")).rows]


def test_a_player_without_a_name_is_called_by_the_colour() -> None:
    stage = seats().press("ok")
    assert view(stage.session).body.header.name == "Red"  # type: ignore[union-attr]  # the turn


def test_back_takes_letters_off_one_by_one_before_it_closes() -> None:
    stage = spell(spelling(), "Id")
    assert typed(stage.press("back")) == "I"
    assert stage.press("back 2").session.screen.id is ScreenId.SPELL
    assert stage.press("back 3").session.screen.id is ScreenId.SEAT


def test_a_name_takes_48_pixels_at_most_and_says_when_there_is_no_room() -> None:
    stage = spelling()
    while typed(after := stage.press("ok")) != typed(stage):
        stage = after
    body = view(stage.session).body
    assert isinstance(body, NameEntryView)
    assert NAME_WIDTH - 6 < measure(typed(stage)) <= NAME_WIDTH
    assert body.foot == "No room for this letter"


def test_a_name_of_another_player_is_refused_with_the_reason() -> None:
    named = spell(spelling(), f"Ida{OK}").press("back")
    twice = spell(choose(choose(choose(named, "Blue"), "Name"), "New name"), "Ida")
    wheel = wheel_for(twice.session, "Ida")
    by = (wheel.index(OK) - screen_as(twice.session, NameEntryScreen).letter) % len(wheel)
    on_done = twice.press(f"right {by}")
    body = view(on_done.session).body
    assert isinstance(body, NameEntryView)
    assert body.foot == "This name is taken"
    assert on_done.press("ok").session.screen.id is ScreenId.SPELL


def test_a_held_arrow_jumps_by_five_letters_and_stops_at_the_check_mark() -> None:
    assert screen_as(spelling().hold(Button.RIGHT, 0.3).session, NameEntryScreen).letter == 1
    assert screen_as(spelling().hold(Button.RIGHT, 0.4).session, NameEntryScreen).letter == 6
    begun = spelling().press("ok")
    done = wheel_for(begun.session, "A").index(OK)
    for button in (Button.LEFT, Button.RIGHT):
        at_the_mark = begun.hold(button, 3.0)
        assert screen_as(at_the_mark.session, NameEntryScreen).letter == done
    assert screen_as(at_the_mark.press("right").session, NameEntryScreen).letter == done + 1


def test_a_family_finds_its_names_once_each_beside_the_remembered_ones() -> None:
    listed = [row.text for row in rows(naming()).rows]
    assert listed[0] == "New name"
    assert {"Mum", "Dad", "Granny"} <= {*listed}
    named = choose(naming(), "Granny")
    assert draft_of(named.session).players[0].name == "Granny"
    again = [row.text for row in rows(choose(choose(named.press("back"), "Blue"), "Name")).rows]
    assert "Granny" not in again
    freed = choose(choose(named, "Name"), "No name")
    assert [row.text for row in rows(choose(freed, "Name")).rows].count("Granny") == 1


@pytest.mark.parametrize("language", languages())
def test_the_names_of_a_family_fit_and_are_spelled_with_letters(language: str) -> None:
    for name in family_names(texts_in(language)):
        assert measure(name) <= NAME_WIDTH, name
        typing = replace_screen(spelling().session, NameEntryScreen(0))
        assert screen_as(type_text(typing, name), NameEntryScreen).typed == name


def type_in(stage: Stage, text: str) -> Stage:
    return stage.take(Typed(MAIN, text, stage.session.now + 1))


def test_a_name_may_be_typed_on_a_keyboard_and_ok_takes_it() -> None:
    stage = type_in(spelling(), "ben")
    assert typed(stage) == "Ben"
    assert draft_of(stage.press("ok").session).players[0].name == "Ben"
    assert typed(type_in(type_in(spelling(), "anna"), " lea")) == "Anna Lea"
    assert typed(type_in(spelling(), "ben").press("back")) == "Be"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\x00\x07\n\r\x1b\x7f\x9b\u202eBo", "Bo"),
        ("7 !?<&-Bo", "Bo"),
        ("Zoë", "Zo"),
        ("Ж", "Ж"),
        ("řšý", "Řšý"),
        ("ße", "E"),
        ("A  -b", "A B"),
        ("O\u0301", "Ó"),
        ("\ue000\ue008a", "A"),
    ],
)
def test_only_letters_of_the_alphabets_are_typed(text: str, name: str) -> None:
    assert typed(type_in(spelling(), text)) == name


def test_a_typed_name_takes_48_pixels_at_most_however_much_is_sent() -> None:
    stage = spelling()
    for _ in range(5):
        stage = type_in(stage, "Wilhelmina" * 1000)
    assert NAME_WIDTH - 6 < measure(typed(stage)) <= NAME_WIDTH


def test_the_first_letter_typed_in_the_list_of_names_begins_a_new_one() -> None:
    stage = type_in(naming(), "b")
    assert typed(stage) == "B"
    assert draft_of(type_in(stage, "en").press("ok").session).players[0].name == "Ben"
    assert type_in(naming(), "7 ").session.stack == naming().session.stack
    assert stage.press("back 2").session.screen.id is ScreenId.SEAT


def test_typing_counts_nowhere_else_and_only_wakes_a_dark_screen() -> None:
    for stage in (new_device(), seats(), seats().press("ok")):
        assert type_in(stage, "Ben").session.stack == stage.session.stack
    dark = spelling().wait(400)
    assert typed(type_in(dark, "B")) == ""
    assert typed(type_in(type_in(dark, "B"), "e")) == "E"


# -- the next game


def resumed() -> Stage:
    return table("en", GameFixture(), *FOUR).having(stack=(ResumeScreen(),))


def test_going_on_shows_players_and_turn_and_then_the_board_once() -> None:
    listed = rows(resumed())
    assert listed.rows[0].value.startswith("Anna")
    assert listed.foot == "Anna, Ben, Cili, Dávid"
    checking = resumed().press("ok")
    assert checking.session.screen.id is ScreenId.CHECK
    assert checking.press("ok 4").session.screen.id is ScreenId.TURN


def test_a_new_game_beside_an_unfinished_one_keeps_that_one() -> None:
    stage = resumed().press("right", "ok")
    assert stage.session.screen.id is ScreenId.EDITION
    assert stage.press("back").session.game == resumed().session.game


def test_playing_again_seats_the_same_people_and_the_next_one_begins() -> None:
    over = table("en", GameFixture(edition=E2008), *FOUR[:3], turn=None).press("ok")
    draft = draft_of(over.session)
    assert [player.name for player in draft.players] == ["Ben", "Cili", "Anna"]
    assert draft.edition == E2008


def test_playing_again_keeps_who_plays_and_what_else_a_seat_has() -> None:
    over = table("en", GameFixture(), *FOUR[:3], turn=None)
    game = game_of(over.session)
    extra = ({"avatar": 3}, {"player": "good"}, {})
    over = over.having(game=replace(game, setup=replace(game.setup, seat_extra=extra)))
    draft = draft_of(over.press("ok").session)
    assert tuple(player.extra for player in draft.players) == extra[1:] + extra[:1]
    assert draft_from_json(json.loads(json.dumps(draft.to_json()))) == draft


def test_playing_again_keeps_the_house_rules_of_the_game_that_was_played() -> None:
    ruled = table("en", GameFixture(rulings={"end": "winner"}), *FOUR, turn=None)
    for last_set_up in ({}, {"restart": "move-at-once"}):
        again = ruled.having(draft=Draft(E1978, rulings=last_set_up)).press("ok")
        assert draft_of(again.session).rulings == {"end": "winner"}


def test_after_a_finished_game_the_menu_is_there_without_one() -> None:
    start = empty_table("en").having(stack=(EditionScreen(),))
    lines = [row.text for row in rows(start.press("back")).rows]
    assert "Saved games" in lines
    assert "New game" not in lines
    assert start.press("back", "back").session.screen.id is ScreenId.EDITION


# -- saved drafts


def test_a_kept_draft_reads_back() -> None:
    players = (DraftPlayer("red", "Anna", 0), DraftPlayer("blue", "", 1))
    draft = Draft(E1974, players, 0, {"end": "winner"})
    assert draft_from_json(json.loads(json.dumps(draft.to_json()))) == draft


@pytest.mark.parametrize(
    "kept_draft",
    [None, {}, {"edition": 1}, Draft().to_json() | {"players": [["red", "", 0]]}],
    ids=str,
)
def test_a_kept_draft_that_makes_no_sense_is_the_first_starts(kept_draft: object) -> None:
    assert draft_from_json(kept_draft) == Draft()


def test_two_seats_of_one_colour_make_no_sense() -> None:
    twins = replace(Draft(), players=(DraftPlayer("red"), DraftPlayer("red")))
    assert draft_from_json(twins.to_json()) == Draft()
