"""The cards that ask, and power cuts between question and answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.session import Place

if TYPE_CHECKING:
    from tests.storyboards.authoring import Author


def tens(a: Author) -> None:
    """The card of 1978 that asks: shown again after a power cut, undone, redone; and a resume."""
    a.start()
    a.right(1)
    a.ok()
    a.at(Place.CARD)
    a.shot("ten")
    a.info()
    a.back()
    a.note("a power cut before the answer: the card is shown again")
    a.back()
    a.unplug()
    a.shot("resume")
    a.info()
    a.choose("Saved games")
    a.back()
    a.choose("New game")
    a.back()
    a.choose("Go on")
    a.shot("check-board")
    a.info()
    a.back()
    a.at(Place.CARD)
    a.answer(0)
    a.at(Place.TURN)
    _undo_and_redo(a)
    _end_of_tens(a)


def _undo_and_redo(a: Author) -> None:
    a.note("undo the answer: no piece moves")
    a.back()
    a.ok()
    a.at(Place.CARD)
    a.note("undo the move: the card goes back on the pile")
    a.back()
    a.point("Undo")
    a.ok()
    a.confirm()
    a.at(Place.TURN)
    a.note("redo it: the piece goes, then the card asks")
    a.back()
    a.ok()
    a.at(Place.MOVED)
    a.ok()
    a.at(Place.CARD)
    a.answer(2)
    a.at(Place.TURN)


def _end_of_tens(a: Author) -> None:
    a.note("a power cut between two turns")
    a.unplug()
    a.choose("Go on")
    a.ok()
    a.ok()
    a.ok()
    a.ok()
    a.at(Place.TURN)
    a.note("a card that only tells")
    a.move(3)
    a.at(Place.CARD)
    a.ok()
    a.menu("History")
    a.right()
    a.ok()
    a.shot("before-two-turns")
    a.answer(1)
    a.at(Place.MOVED)
    a.shot("pieces-to-move")
    a.confirm()
    a.at(Place.CARD)
    a.answer(0)
    a.at(Place.TURN)


def gifts(a: Author) -> None:
    """The card of 2008 that gives ten to each behind: they are asked."""
    a.start(edition=1)
    a.correct("[B]", "Square", 2)
    a.correct("[R]", "Square", 4)
    a.move(2)
    if a.session.screen.place is not Place.CARD:
        raise AssertionError(a.seen())
    a.shot("give-ten")
    a.ok()
    a.at(Place.KEEP)
    a.shot("keep")
    a.info()
    a.back()
    a.back()
    while a.session.screen.place is Place.KEEP:
        a.answer(1)
    a.at(Place.TURN)
    a.note("undo the last answer")
    a.back()
    a.ok()
    a.at(Place.KEEP)
    a.shot("asked-again")
    a.note("undo all answers and the move, then redo it")
    a.menu("History")
    a.point("4→6")
    a.ok()
    a.answer(1)
    a.confirm()
    a.at(Place.TURN)
    a.back()
    a.ok()
    a.at(Place.MOVED)
    a.confirm()
    a.at(Place.KEEP)
