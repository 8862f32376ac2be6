"""A family of three and a companion that plays the fourth seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.states.ids import ScreenId
from companion.app.turn_header import game_of
from companion.rules import Kind

if TYPE_CHECKING:
    from tests.storyboards.authoring import Author


def companions(a: Author) -> None:
    """A family of three and a companion: its moves, cards, undo, a power cut, who plays for it."""
    a.rest(1)
    a.ok()
    a.ok()
    a.choose("4 players")
    a.choose("[B]")
    a.choose("Who plays")
    a.choose("good")
    a.back()
    a.shot("seats-with-a-companion")
    a.choose("Start")
    a.move(5)
    a.at(ScreenId.COMPANION)
    a.shot("its-first-move")
    a.info()
    a.menu("Ranking")
    a.back(2)
    a.note("its piece stands there")
    a.ok()
    a.at(ScreenId.TURN)
    _undo(a)
    _power_cut(a)
    _play_for(a)
    _begins(a)


def _undo(a: Author) -> None:
    """Undo the last decision of a person, and redo it with what the companion did."""
    a.shot("after-its-move")
    a.back()
    a.shot("undo-goes-to-a-person")
    a.ok()
    a.confirm()
    a.at(ScreenId.TURN)
    a.back()
    a.ok()
    a.confirm()
    a.shot("redone")


def _power_cut(a: Author) -> None:
    """Pull the plug in its turn: it chooses the same again."""
    a.move(3)
    a.confirm()
    a.move(2)
    a.confirm()
    a.note("on the carrots")
    a.ok()
    a.choose("take 10")
    a.at(ScreenId.COMPANION)
    a.shot("before-the-power-cut")
    a.unplug()
    a.back()
    a.shot("after-the-power-cut")
    a.ok()
    a.confirm()


def _play_for(a: Author) -> None:
    """Let a person decide for it once."""
    while a.session.screen.id is not ScreenId.COMPANION:
        _go_on(a)
    a.back()
    a.choose("Play for")
    a.at(ScreenId.TURN)
    a.shot("a-person-plays-for-it")
    _go_on(a)


def _go_on(a: Author) -> None:
    """Go to the first square that the rules allow, or do what must be done."""
    if a.session.screen.id is not ScreenId.TURN:
        a.ok()
        return
    turn = game_of(a.session).state.turn
    a.right()
    while game_of(a.session).state.turn == turn and a.session.screen.id is ScreenId.TURN:
        a.ok()
        if a.session.screen.id is ScreenId.TURN and game_of(a.session).state.turn == turn:
            a.right()


def _begins(a: Author) -> None:
    """Let the companion begin a game, and play until it draws a hare card."""
    a.menu("New game")
    a.answer(1)
    a.ok()
    a.choose("4 players")
    a.choose("[B]")
    a.choose("Begins the game")
    a.choose("Start")
    a.at(ScreenId.COMPANION)
    a.shot("it-begins")
    while (ScreenId.COMPANION, ScreenId.CARD) not in a.walked:
        _go_on(a)
    a.shot("its-hare-card")
    a.confirm()
    while (ScreenId.OWN, ScreenId.COMPANION) not in a.walked:
        _stay(a) if _is_on_carrots(a) else _go_on(a)


def _is_on_carrots(a: Author) -> bool:
    """Return whether a person is to move who stands on a carrot square."""
    state = game_of(a.session).state
    if a.session.screen.id is not ScreenId.TURN or state.turn is None:
        return False
    square = state.seats[state.turn].pieces[0].square
    return state.setup.edition.board.squares[square] is Kind.CARROT


def _stay(a: Author) -> None:
    a.ok()
    a.ok()
