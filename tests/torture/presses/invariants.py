"""Conditions that must hold after every press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.next_screen import WAITING
from companion.app.states.ids import ScreenId
from companion.app.states.setup import NameEntryScreen
from companion.dev.gallery.pixel_faults import pixel_problems, upright
from companion.dev.gallery.state import GalleryState

if TYPE_CHECKING:
    from companion.app.session import Session
    from companion.rules import State
    from tests.torture.presses.random_player import RandomPlayer

BACKS = 4


def check(player: RandomPlayer, where: str) -> None:
    """Check the position, the depth of the screens, and that the journal matches the session."""
    session = player.session
    assert player.screen_id is not ScreenId.FAULT, where
    # Back closes every screen, except that it deletes a letter while a name is spelled.
    assert len(session.stack) <= BACKS + 1, (where, session.stack)
    if session.game is not None:
        check_position(session.game.state)
        _check_saved(player, where)


def check_position(state: State) -> None:
    """Check what must hold in every position."""
    taken: set[int] = set()
    for seat in state.seats:
        assert seat.carrots >= 0
        assert 0 <= seat.lettuces <= 5
        for piece in seat.pieces:
            assert 0 <= piece.square <= 64
            if not seat.left and 0 < piece.square < 64:
                assert piece.square not in taken, "two pieces on a square"
                taken.add(piece.square)


def check_texts(session: Session, where: str) -> None:
    """Check that each text of the picture fits its place, and that its pixels stand free."""
    drawn = upright(GalleryState(where, session))
    assert [*drawn.problems, *pixel_problems(drawn)] == [], f"{where}: {drawn.name}"


def _check_saved(player: RandomPlayer, where: str) -> None:
    """Check that the journal has what is shown, unless the game goes on without saving."""
    session, journal = player.session, player.journal
    if session.unsaved or session.game is None:
        return
    assert journal.current == session.game.number, where
    saved = journal.games[session.game.number]
    assert len(saved.past) == len(session.game.past), where
    assert len(saved.future) == len(session.game.future), where


def check_backs(player: RandomPlayer, where: str) -> None:
    """Press back at most four times: the screen that waits on the game is shown, or the lowest one.

    Before that, a dark panel is woken and the letters of a name being spelled are deleted.
    """
    player.wake()
    screen = player.session.screen
    letters = len(screen.typed) if isinstance(screen, NameEntryScreen) else 0
    for _ in range(letters + BACKS):
        if player.screen_id in WAITING:
            return
        player.press(Button.BACK)
    last = len(player.session.stack) == 1 or player.screen_id in (
        ScreenId.MENU,
        ScreenId.CANNOT_SAVE,
    )
    assert player.screen_id in WAITING or last, f"{where}: {BACKS} backs lead to {player.screen_id}"
