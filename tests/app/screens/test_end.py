"""The end: who won by name, the celebration and its sound, and playing again."""

from __future__ import annotations

from companion.app import animation
from companion.app.events import MAIN, Button, Edge, Tap
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.app.sounds import Sound
from companion.app.states.ids import ScreenId
from companion.app.states.questions import EndHereScreen
from companion.app.text.icons import FINGER, OK, REDO, boxed
from companion.app.update import update
from companion.app.view import RankingView
from companion.dev.gallery.fixtures import WIDE, GameFixture, PlayerFixture, Stage, table

FOUR = ("Anna", "Ben", "Cili", "Dora")
PAIRS = ((0, 2), (1, 3))
HOME = PlayerFixture(64, 8, 0, place=1)
NEAR = PlayerFixture(59, 20, 0)
BEHIND = PlayerFixture(9, 43)


def won_by_a_team(names: tuple[str, ...]) -> Stage:
    """Return the end of a game in which the first and the third seat reached Home."""
    seats = HOME, BEHIND, PlayerFixture(64, 18, 0, place=2), PlayerFixture(12, 27)
    return table("en", GameFixture(names=names, teams=PAIRS), *seats, turn=None)


def end(stage: Stage) -> RankingView:
    body = view(stage.session).body
    assert isinstance(body, RankingView)
    return body


def before_the_last_move() -> Stage:
    return table("en", GameFixture(), NEAR, HOME, BEHIND).set(sound=True).press("right 5")


def test_a_team_that_wins_is_named() -> None:
    body = end(won_by_a_team(FOUR))
    assert (body.title, body.headline) == ("Anna and Cili win!", "Anna and Cili win!")
    assert [row.mine for row in body.rows] == [True, True, False, False]


def test_a_team_with_wide_names_has_its_letters_in_the_bar() -> None:
    body = end(won_by_a_team(WIDE[:4]))
    assert body.title == f"{boxed('R')}{boxed('G')} win!"
    assert body.headline == "Konstantin and Wilhelmina win!"


def test_the_turns_stand_under_a_word_and_not_under_the_cursor() -> None:
    texts = render(view(won_by_a_team(FOUR).session)).texts
    assert "turns" in texts
    assert FINGER not in texts


def test_six_players_leave_no_foot_so_the_bar_says_what_ok_does_where_it_has_room() -> None:
    behind = [BEHIND] * 5
    for names, short in (
        (("Anna", "Ben", "Cili", "Dora", "Eva", "Ida"), f"Anna wins! {OK}{REDO}"),
        (WIDE, "Konstantin wins!"),
    ):
        six = table("en", GameFixture(names=names), HOME, *behind, turn=None)
        assert end(six).title == short


def test_large_print_names_the_winner_and_says_what_ok_does() -> None:
    texts = " ".join(render(view(won_by_a_team(FOUR).set(large=True).session)).texts)
    assert "Anna and Cili" in texts
    assert "play again" in texts


def test_the_celebration_names_the_winner_and_sounds() -> None:
    stage = before_the_last_move()
    won = update(stage.session, Tap(MAIN, Button.OK, stage.session.now + 1)).session
    assert won.screen.id is ScreenId.END
    assert won.sound == Sound.WIN
    assert animation.hides_all(won)
    assert "Ben wins!" in render(view(won)).texts[0]


def test_any_press_ends_the_celebration_and_ok_does_nothing_else() -> None:
    stage = before_the_last_move().press("ok")
    for button in (Button.OK, Button.LEFT, Button.RIGHT):
        at = stage.session.now + 1
        after = stage.take(Edge(MAIN, button, True, at))
        assert after.session.screen.id is ScreenId.END
        assert not animation.hides_all(after.session)


def test_the_celebration_comes_with_the_end_also_behind_a_moved_piece() -> None:
    undone = before_the_last_move().press("ok", "back", "ok", "ok")
    moved = undone.press("back", "ok")  # redone: the piece is moved by hand, then it is the end
    assert moved.session.screen.id is ScreenId.MOVED
    assert moved.session.sound != Sound.WIN
    end_of_it = update(moved.session, Tap(MAIN, Button.OK, moved.session.now + 1)).session
    assert end_of_it.sound == Sound.WIN
    assert animation.hides_all(end_of_it)


def test_nothing_is_celebrated_twice_or_where_nobody_won() -> None:
    over = before_the_last_move().press("ok").wait(9)
    back = over.press("back", "back")
    assert back.session.screen.id is ScreenId.END
    assert not animation.hides_all(back.session)
    here = before_the_last_move().look(EndHereScreen).press("right", "ok")
    assert here.session.screen.id is ScreenId.END
    assert not animation.hides_all(here.session)
