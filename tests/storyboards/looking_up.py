"""The menu: look-ups, corrections, settings, a second game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.states.ids import ScreenId

if TYPE_CHECKING:
    from tests.storyboards.authoring import Author


def lookups(a: Author) -> None:
    """A first turn, and everything behind back, with the ranking by the fifth button everywhere."""
    a.rest(1)
    a.ok()
    a.ok()
    a.ok()
    a.choose("Start")
    a.shot("turn")
    a.info()
    a.note("back and back again: the finger is where it was")
    a.right(4)
    a.back(2)
    a.shot("finger")
    a.ok()
    a.back()
    a.info()
    for line in (
        "The race so far",
        "Ranking",
        "Race card",
        "Hare cards",
        "History",
        "Check the board",
    ):
        a.choose(line)
        a.shot(line.lower().replace(" ", "-"))
        if line != "Ranking":
            a.info()
        if line == "Hare cards":
            a.ok()
            a.shot("hare-card")
            a.info()
            a.ok()
        if line == "History":
            a.ok()
            a.shot("undo-to")
            a.info()
            a.answer(0)
            a.ok()
            a.back()
        a.back()
    for line in ("Help", "About", "Settings", "Saved games", "New game", "Save and switch off"):
        a.choose(line)
        a.shot(line.lower().replace(" ", "-"))
        a.info()
        a.back()
    a.choose("Save and switch off")
    a.answer(0)
    a.choose("New game")
    a.answer(0)
    _corrections(a)
    _settings(a)
    _new_game(a)
    a.menu("Save and switch off")
    a.answer(1)
    a.shot("farewell")


def _corrections(a: Author) -> None:
    a.choose("Correct")
    a.shot("correct")
    a.info()
    a.back()
    a.choose("Correct")
    a.choose("[B]")
    a.shot("correct-player")
    a.info()
    a.back()
    a.choose("[B]")
    a.choose("Square")
    a.info()
    a.back()
    a.choose("Square")
    a.right(13)
    a.shot("correct-square")
    a.ok()
    a.at(ScreenId.MOVED)
    a.shot("moved")
    a.info()
    a.back(2)
    a.ok()
    a.at(ScreenId.TURN)
    a.menu("Correct")
    a.note("the turn goes to the next player")
    a.choose("Turn")
    a.back(2)
    a.shot("next-player")
    a.menu("Correct")
    a.choose("[G]")
    a.choose("Carrots")
    a.right(2)
    a.ok()
    a.at(ScreenId.CORRECT_SEAT)
    a.back(3)
    a.menu("History")
    a.ok()
    a.note("before the correction")
    a.answer(1)
    a.back()


def _settings(a: Author) -> None:
    a.choose("Settings")
    a.choose("Language")
    a.info()
    a.back()
    a.choose("Language")
    a.choose("English")
    a.choose("Secret carrots")
    a.back(2)
    a.note("a look, ended by a press and by time")
    a.choose_own()
    a.shot("peek")
    a.ok()
    a.choose_own()
    a.rest(6)
    a.shot("peek-over")
    a.correct(f"[{a.mover()}]", "Square", 21)
    a.choose_own()
    a.back()
    a.menu("Settings")
    a.choose("Secret carrots")
    a.choose("Child lock")
    a.shot("locked")
    a.point("Opens")
    a.note("left, right, left, right, OK")
    for by in (-1, 1, -1, 1):
        a.right(by)
    a.ok()
    a.shot("unlocked")


def _new_game(a: Author) -> None:
    """Set a second game up from the first, and come back to it."""
    a.choose("New game")
    a.answer(1)
    a.shot("another-edition")
    a.info()
    a.note("the game is still there")
    a.back()
    a.at(ScreenId.TURN)
    a.menu("New game")
    a.answer(1)
    a.right()
    a.ok()
    a.info()
    a.answer(0)
    a.info()
    a.choose("4 players")
    a.info()
    a.choose("[R]")
    a.info()
    a.back()
    a.choose("Start")
    a.at(ScreenId.TURN)
    a.menu("Saved games")
    a.shot("two-games")
    a.right()
    a.note("the first one goes on")
    a.ok()
    a.shot("first-again")
