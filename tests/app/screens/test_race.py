"""The race so far: what its picture shows, and who is chosen."""

from __future__ import annotations

from dataclasses import replace

from companion.app.events import Button
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.app.render.race import PLOT
from companion.app.session import screen_as
from companion.app.states.game import RaceScreen
from companion.app.states.ids import ScreenId
from companion.app.turn_header import game_of
from companion.app.view import RaceLine, RaceView, View
from companion.dev.gallery.fixtures import GameFixture, PlayerFixture, Stage, table
from companion.rules import Leave

THREE = (PlayerFixture(), PlayerFixture(), PlayerFixture())


def opened(stage: Stage) -> Stage:
    """Open the race from the menu."""
    return stage.look(RaceScreen)


def raced() -> Stage:
    """Four moves of three players: 5, 2, 4, and 4 on from 5."""
    moves = "right 5", "ok", "right 2", "ok", "right 4", "ok", "right 4", "ok"
    return table("en", GameFixture(), *THREE).press(*moves)


def body(stage: Stage) -> RaceView:
    found = view(stage.session).body
    assert isinstance(found, RaceView)
    return found


def test_each_piece_has_the_squares_of_every_decision() -> None:
    shown = body(opened(raced()))
    assert [(line.letter, line.squares) for line in shown.lines] == [
        ("R", (0, 5, 5, 5, 9)),
        ("B", (0, 0, 2, 2, 2)),
        ("G", (0, 0, 0, 4, 4)),
    ]
    assert shown.right == "4"


def test_who_is_to_move_is_chosen_and_left_and_right_stop_at_the_ends() -> None:
    stage = opened(raced())
    assert (body(stage).chosen, body(stage).letter) == ((1,), "B")
    assert body(stage.press("right 5")).chosen == (2,)
    assert body(stage.press("left 5")).letter == "R"
    assert "Anna 1. #9" in body(stage.press("left")).foot


def test_ok_and_back_close_it() -> None:
    for button in ("ok", "back"):
        assert opened(raced()).press(button).session.screen.id is ScreenId.MENU


def test_both_pieces_of_a_pair_are_chosen() -> None:
    stage = opened(table("en", GameFixture(), *THREE[:2]).press("right 5", "ok"))
    assert body(stage).chosen == (2, 3)


def test_a_line_ends_where_its_player_left() -> None:
    stage = raced()
    game = game_of(stage.session)
    seats = (replace(game.state.seats[0], left=True), *game.state.seats[1:])
    last = replace(game.past[-1], action=Leave(0), state=replace(game.state, seats=seats))
    gone = replace(game, past=(*game.past, last))
    shown = body(opened(stage.having(game=gone)).press("left 3"))
    assert [len(line.squares) for line in shown.lines] == [5, 6, 6]
    assert "left" in shown.foot


def test_at_the_end_left_and_right_open_it_with_the_winner() -> None:
    home = [PlayerFixture(64, 8, 0, place=2), PlayerFixture(64, 8, 0, place=1), PlayerFixture(40)]
    end = table("en", GameFixture(), *home, turn=None)
    for button in (Button.LEFT, Button.RIGHT):
        stage = end.press(button)
        assert screen_as(stage.session, RaceScreen).seat == 1
        assert stage.press("back").session.screen.id is ScreenId.END
    assert end.set(locked=True).press("right").session.screen.id is ScreenId.END


def test_a_line_is_drawn_at_the_height_of_its_square() -> None:
    column = PLOT.x + PLOT.w // 2  # an odd one, where Home and the ground have no dot
    for square, row in ((0, PLOT.bottom - 1), (64, PLOT.y), (32, PLOT.y + PLOT.h // 2)):
        picture = RaceView("race", "", (RaceLine("R", (square, square)),), (0,), 64)
        drawn = render(View(picture)).image
        lit = [y for y in range(PLOT.y, PLOT.bottom) if drawn.getpixel((column, y))]
        assert lit == [row]
