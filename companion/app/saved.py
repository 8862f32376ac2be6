"""From what is kept to a game, and back: resuming, and the list of saved games."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.game import Game, Ply, new_game
from companion.app.session import SavedLine, Session
from companion.app.waiting import wait
from companion.rules import Recorded, apply, parse_entry, parse_setup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.app.keep import SavedGame
    from companion.rules import Edition


def load_game(saved: SavedGame, editions: Sequence[Edition]) -> Game:
    """Replay a saved game from its record.

    Raises rules.RecordError where the rules refuse what was kept.
    """
    setup = parse_setup(json.loads(saved.record), editions)
    game = new_game(saved.number, setup, saved.seed)
    plies = _replayed(game, (*saved.past, *saved.future))
    return replace(game, past=plies[: len(saved.past)], future=plies[len(saved.past) :])


def _replayed(game: Game, bodies: Sequence[str]) -> tuple[Ply, ...]:
    state, plies = game.opening, []
    for body in bodies:
        action, rolls, decks = parse_entry(json.loads(body), state.setup)
        applied = apply(state, action, Recorded(rolls, decks))
        state = applied.state
        plies.append(Ply(action, applied.happened, state))
    return tuple(plies)


def opened(session: Session, saved: SavedGame) -> Session:
    """Go on with a saved game that the journal has read."""
    game = load_game(saved, session.shelf.editions)
    return wait(replace(session, game=game, told=0, moves=()))


def line_of(saved: SavedGame) -> SavedLine:
    """Say of a saved game what a list shows."""
    setup = json.loads(saved.record)
    names = tuple(seat.get("name") or seat["colour"] for seat in setup["seats"])
    return SavedLine(saved.number, names, setup["edition"], saved.turns, saved.finished)
