"""The text that is logged with the traceback of a bug: the record of the game so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules import Seeded, apply, entry_of, record_of

if TYPE_CHECKING:
    from companion.app.session import Session


def logged_record(session: Session) -> str:
    """Return the record of the session's game, with the cards and rolls of its own chance."""
    if session.game is None:
        return "(no game)"
    entries, state = [], session.game.opening
    chance = Seeded(session.game.seed)
    for ply in session.game.past:
        entries.append(entry_of(ply.action, apply(state, ply.action, chance)))
        state = ply.state
    return record_of(session.game.setup, entries).decode()
