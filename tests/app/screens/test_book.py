"""The family book on the device: what it asks for, shows, counts and joins."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.app.events import MAIN, BookRead, Button, GameRead, Tap
from companion.app.family_book import count_as
from companion.app.journal_entries import SetValue
from companion.app.presenter import view
from companion.app.session import (
    ReadBook,
    ReadGame,
    SavedGameSummary,
    UpdateResult,
    screen_as,
)
from companion.app.states.game import RaceScreen
from companion.app.states.ids import ScreenId
from companion.app.states.lists import BookScreen
from companion.app.text.icons import HOME, OK
from companion.app.turn_header import game_of
from companion.app.update import update
from companion.app.view import ListView, NameEntryView, StartingOrderView
from companion.dev.gallery.book_screens import book, opened, results
from companion.dev.gallery.fixtures import FAMILY, Stage
from companion.dev.gallery.turn_screens import middle

ANNA, BEN, CILI = FAMILY[:3]


def press(stage: Stage, button: Button = Button.OK) -> UpdateResult:
    return update(stage.session, Tap(MAIN, button, stage.session.now + 1))


def rows(stage: Stage) -> dict[str, str]:
    body = view(stage.session).body
    assert isinstance(body, ListView), body
    return {row.text: row.value for row in body.rows}


def won(stage: Stage) -> dict[str, str]:
    """Return the players of the book with what they won."""
    return rows(opened(stage, 0))


def evening() -> Stage:
    return book("en", FAMILY[:3], 6)


def test_opening_it_asks_for_the_games_and_for_the_rest_of_them() -> None:
    menu = middle("en").look(BookScreen)
    assert rows(menu) == {"One moment": ""}
    step = update(menu.session, BookRead((), 30, menu.session.now))
    assert step.reads == ReadBook()
    assert rows(Stage(step.session)) == {"One moment": "30"}
    step = update(step.session, BookRead((), 0, menu.session.now))
    assert step.reads is None
    assert "No finished game yet" in rows(Stage(step.session))


def test_a_book_that_was_closed_meanwhile_asks_for_nothing() -> None:
    closed = middle("en").look(BookScreen).press("back")
    step = update(closed.session, BookRead((), 30, closed.session.now))
    assert (step.reads, step.session.screen.id) == (None, ScreenId.MENU)


def test_the_menu_line_asks_the_shell() -> None:
    stage = middle("en").press("back")
    at = list(rows(stage)).index("The family book")
    assert press(stage.press(f"right {at}")).reads == ReadBook()


def test_players_are_listed_by_wins_with_the_companion_as_its_level() -> None:
    assert list(won(evening()).values()) == ["4/6", "2/6", "0/4", "0/2"]
    assert list(won(evening()))[:3] == [ANNA, BEN, CILI]


def test_marked_games_are_left_out_by_the_switch_which_is_kept() -> None:
    line = evening().press("right 5")
    step = press(line)
    (entry,) = step.entries
    assert isinstance(entry, SetValue)
    assert json.loads(entry.value)["plain_book"] is True
    off = Stage(step.session)
    assert rows(off)["Count marked games"] == "no"
    assert list(won(off.press("left 5")).values()) == ["2/2", "0/2", "0/2"]
    assert won(Stage(press(off).session).press("left 5")) == won(evening())


def player(stage: Stage, line: int, fact: str) -> Stage:
    """Open a player of the book and choose this line."""
    page = opened(opened(stage, 0), line)
    return page.press(f"right {[*rows(page)].index(fact)}")


def joined() -> UpdateResult:
    """Count Ben, the second player, as Anna."""
    page = player(evening(), 1, "Same as ...").press("ok")
    assert [*rows(page)] == [ANNA, CILI]
    return press(page)


def test_two_spellings_are_joined_and_kept_in_the_journal() -> None:
    step = joined()
    assert step.entries == (SetValue("spellings", json.dumps({BEN: ANNA})),)
    assert next(iter(rows(Stage(step.session)))) == ANNA
    assert rows(Stage(step.session))[ANNA] == "6/12"


def test_a_joined_spelling_is_separated_again() -> None:
    stage = Stage(joined().session).press("back")
    step = press(player(stage, 0, f"Separate: {BEN}"))
    assert step.entries == (SetValue("spellings", "{}"),)
    assert step.session.screen.id is ScreenId.BOOK_PLAYERS
    assert rows(Stage(step.session)) == won(evening())


def test_a_name_is_renamed_with_all_that_count_under_it() -> None:
    stage = Stage(joined().session).press("back")
    typed = player(stage, 0, "Rename").press("ok", "ok", "right", "ok")
    body = view(typed.session).body
    assert isinstance(body, NameEntryView)
    step = press(typed.press(f"right {(body.wheel.index(OK) - body.chosen) % len(body.wheel)}"))
    (entry,) = step.entries
    assert isinstance(entry, SetValue)
    name = json.loads(entry.value)[ANNA]
    assert json.loads(entry.value) == {BEN: name, ANNA: name}
    assert name in rows(Stage(step.session))


def test_renaming_to_the_old_name_keeps_no_spelling() -> None:
    once = count_as(evening().session, ANNA, BEN).session
    assert count_as(once, BEN, ANNA).session.resources.spellings == {BEN: ANNA}


def test_a_name_that_was_only_given_here_is_no_spelling() -> None:
    renamed = count_as(evening().session, ANNA, "Al").session
    joined_later = count_as(renamed, "Al", BEN).session
    assert joined_later.resources.spellings == {ANNA: BEN}


def test_the_companion_and_colours_cannot_be_renamed() -> None:
    page = opened(opened(evening(), 0), 3)
    assert "Rename" not in rows(page)


def test_the_table_has_a_row_for_each_start() -> None:
    body = view(opened(evening(), 1).session).body
    assert isinstance(body, StartingOrderView)
    assert (body.title, body.rows) == ("3 players · 6 games", ((4, 2, 0), (2, 2, 2), (0, 2, 4)))


def saved(stage: Stage) -> Stage:
    number = game_of(stage.session).number
    lines = tuple(SavedGameSummary(n, FAMILY[:3], "", 9, True) for n in (number + 1, number))
    return stage.having(resources=replace(stage.session.resources, saved=lines))


def test_a_record_and_a_saved_game_lead_to_their_race() -> None:
    step = press(opened(evening(), 2).press("right"))
    assert step.reads == ReadGame(5)
    other = press(opened(saved(evening()), 4))
    assert other.reads == ReadGame(game_of(other.session).number + 1)
    own = opened(saved(evening()), 4).press("right", "ok")
    assert screen_as(own.session, RaceScreen).of is None


def test_the_races_of_one_family_are_told_apart_by_their_winner_and_number() -> None:
    stage = book("en", FAMILY, 3)
    lines = tuple(SavedGameSummary(n, FAMILY, "", 30, n < 4) for n in (4, 3, 2, 1))
    resources = replace(stage.session.resources, saved=lines)
    (goes_on, number), *finished = rows(opened(stage.having(resources=resources), 4)).items()
    assert (goes_on, number) == ("Anna +5 · turn 30", "4")
    seats = [next(seat for seat in one.result.seats if seat.won) for one in results(FAMILY, 3)]
    wins = [f"{HOME}{seat.player.name} · {seat.turns} turns" for seat in reversed(seats)]
    assert finished == [*zip(wins, "321", strict=True)]


def test_a_race_that_was_read_is_shown_and_closed_with_back() -> None:
    stage = opened(evening(), 2)
    game = replace(game_of(stage.session), number=7)
    race = stage.take(GameRead(game, stage.session.now))
    assert screen_as(race.session, RaceScreen).of == game
    assert race.press("back").session.screen.id is ScreenId.BOOK_RECORDS
    assert stage.take(GameRead(None, stage.session.now)).session.screen == stage.session.screen
    gone = stage.press("back")
    assert gone.take(GameRead(game, gone.session.now)).session.screen.id is ScreenId.BOOK


@pytest.mark.parametrize("line", range(5))
def test_four_presses_of_back_lead_to_the_turn(line: int) -> None:
    stage = opened(saved(evening()), line).press("ok")
    for _ in range(4):
        stage = stage if stage.session.screen.id is ScreenId.TURN else stage.press("back")
    assert stage.session.screen.id is ScreenId.TURN
