"""The screen of a race: of the open game, or of a saved one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.states.game import RaceScreen
from companion.rules import final_order

if TYPE_CHECKING:
    from companion.app.game import Game


def race_so_far(game: Game) -> RaceScreen:
    """Return the screen of the open game, with the seat whose turn it is, else the first one."""
    state = game.state
    return RaceScreen(final_order(state)[0][0] if state.turn is None else state.turn)


def race_of_saved(game: Game) -> RaceScreen:
    """Return the screen of a saved game, with the seat that is first."""
    return RaceScreen(final_order(game.state)[0][0], of=game)
