"""The companion's turn: what it chose, who decides instead, what undo and redo take."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.next_screen import show_next_screen
from companion.app.thought_requests import advice_on, companion_request
from companion.rules import PERSON, Correction, Leave

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.app.game import Game, Ply
    from companion.app.session import Session
    from companion.rules import Action


def choice_of(session: Session) -> Action | None:
    """Return what the companion chose in the present position; None while it thinks."""
    request = companion_request(session)
    advice = advice_on(session, request) if request else None
    return advice.action if advice else None


def play_for(session: Session) -> Session:
    """Let a person decide this turn of the companion."""
    game = session.game
    return show_next_screen(replace(session, person_at=len(game.past) if game else None))


def undo_count(game: Game) -> int:
    """Count the decisions to undo: to the last one of a person; 0 where there is none."""
    plies = enumerate(reversed(game.past), 1)
    return next((count for count, ply in plies if _is_of_person(game, ply)), 0)


def redo_count(game: Game) -> int:
    """Count the decisions to redo: the first, and what the companion did after it."""
    return min(1, len(game.future)) + _leading(game, game.future[1:])


def _leading(game: Game, plies: Sequence[Ply]) -> int:
    """Count the plies of the companion that come first."""
    return next((n for n, ply in enumerate(plies) if _is_of_person(game, ply)), len(plies))


def _is_of_person(game: Game, ply: Ply) -> bool:
    action = ply.action
    if isinstance(action, (Correction, Leave)):
        return True
    return game.setup.levels[action.seat] is None or PERSON in ply.marks
