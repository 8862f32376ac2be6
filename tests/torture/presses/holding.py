"""What must hold after every press, whoever pressed what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.next_screen import WAITING
from companion.app.states.ids import ScreenId
from companion.app.states.setup import NameEntryScreen

if TYPE_CHECKING:
    from companion.rules import State
    from tests.torture.presses.hands import Hands

BACKS = 4


def check(hands: Hands, where: str) -> None:
    """Hold the position, the way back, and that the journal has what the session has."""
    session = hands.session
    assert hands.screen_id is not ScreenId.FAULT, where
    # Every screen but the spelling of a name (a back takes a letter off) closes at one back.
    assert len(session.stack) <= BACKS + 1, (where, session.stack)
    if session.game is not None:
        check_position(session.game.state)
        _check_kept(hands, where)


def check_position(state: State) -> None:
    """Hold what must hold in every position."""
    taken: set[int] = set()
    for seat in state.seats:
        assert seat.carrots >= 0
        assert 0 <= seat.lettuces <= 5
        for piece in seat.pieces:
            assert 0 <= piece.square <= 64
            if not seat.left and 0 < piece.square < 64:
                assert piece.square not in taken, "two pieces on a square"
                taken.add(piece.square)


def _check_kept(hands: Hands, where: str) -> None:
    """Hold that what the screen shows is what a power cut would leave, but for what is unsaved."""
    session, journal = hands.session, hands.journal
    if session.unsaved or session.game is None:
        return
    assert journal.current == session.game.number, where
    kept = journal.games[session.game.number]
    assert len(kept.past) == len(session.game.past), where
    assert len(kept.future) == len(session.game.future), where


def check_backs(hands: Hands, where: str) -> None:
    """Press back at most four times: then the game waits (or the first screen of all is shown).

    A name that is being spelled loses its letters first; a panel that sleeps wakes first.
    """
    hands.wake()
    screen = hands.session.screen
    letters = len(screen.typed) if isinstance(screen, NameEntryScreen) else 0
    for _ in range(letters + BACKS):
        if hands.screen_id in WAITING:
            return
        hands.press(Button.BACK)
    last = len(hands.session.stack) == 1 or hands.screen_id in (ScreenId.MENU, ScreenId.CANNOT_SAVE)
    assert hands.screen_id in WAITING or last, f"{where}: {BACKS} backs lead to {hands.screen_id}"
