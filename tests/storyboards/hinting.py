"""Asking for a hint on every kind of screen, in secret and in learning mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.states.ids import ScreenId

if TYPE_CHECKING:
    from tests.storyboards.authoring import Author

ASK = "What would you do?"


def hints(a: Author) -> None:
    """Hints: on a turn, on the own square, in learning mode and in secret."""
    a.start()
    a.menu(ASK)
    a.shot("hint")
    a.info()
    a.back()
    a.at(ScreenId.TURN)
    a.shot("pointed")
    a.note("what the hint says is done")
    a.ok()
    a.confirm()
    a.menu("History")
    a.shot("marked")
    a.back(2)
    _on_the_own_square(a)
    _learning(a)
    _secret(a)


def _on_the_own_square(a: Author) -> None:
    a.note("too many carrots for Home: they are given on a carrot square")
    a.correct("Blue", "Lettuces", 0)
    a.correct("Blue", "Square", 59)
    a.correct("Blue", "Carrots", 31)
    a.menu(ASK)
    a.shot("give-ten")
    a.ok()
    a.at(ScreenId.OWN)
    a.ok()
    a.at(ScreenId.TURN)


def _learning(a: Author) -> None:
    a.menu("Settings")
    a.choose("Learning")
    a.back(2)
    a.menu(ASK)
    a.ok()
    a.at(ScreenId.TURN)
    a.shot("learning")
    a.ok()
    a.confirm()
    a.menu("Settings")
    a.choose("Learning")
    a.back(2)


def _secret(a: Author) -> None:
    a.menu("Settings")
    a.choose("Secret carrots")
    a.back(2)
    a.menu(ASK)
    a.shot("secret")
    a.back()
    a.at(ScreenId.TURN)
