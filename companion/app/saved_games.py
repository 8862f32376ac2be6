"""Loading a saved game, and the list of saved games."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.app.game import Game, Ply, new_game
from companion.app.journal_entries import Undo
from companion.app.next_screen import show_next_screen
from companion.app.session import Resources, SavedGameSummary, Session, UpdateResult
from companion.app.states.game import EndScreen
from companion.rules import MARKS, Recorded, apply, entry_from, setup_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.app.journal_entries import SavedGame
    from companion.rules import Edition
    from companion.rules.record import EditionLookup


def load_game(saved: SavedGame, library: EditionLookup) -> Game:
    """Replay a saved game from its record.

    Raises rules.RecordError where the rules refuse the record.
    """
    setup = setup_of(json.loads(saved.record), library)
    game = new_game(saved.number, setup, saved.seed)
    plies = _replayed(game, (*saved.past, *saved.future))
    return replace(game, past=plies[: len(saved.past)], future=plies[len(saved.past) :])


def _replayed(game: Game, bodies: Sequence[str]) -> tuple[Ply, ...]:
    state, plies = game.opening, []
    for body in bodies:
        entry = entry_from(json.loads(body), state.setup)
        applied = apply(state, entry.action, Recorded(entry.rolls, entry.decks))
        state = applied.state
        marks = frozenset(mark for mark in MARKS if entry.extra.get(mark) is True)
        plies.append(Ply(entry.action, applied.consequences, state, marks))
    return tuple(plies)


def open_game(session: Session, game: Game) -> Session:
    """Open a game at the screen that it waits on; nothing of the one before it is left."""
    return show_next_screen(
        replace(session, game=game, acknowledged=0, pending_moves=(), person_at=None)
    )


def opened(session: Session, saved: SavedGame) -> UpdateResult:
    """Open a saved game that the journal has read; one that was ended is open again."""
    game = load_game(saved, library_of(session.resources))
    resources = replace(session.resources, saved=saved_lines(session))
    after = open_game(replace(session, resources=resources), game)
    again = saved.finished and not game.state.over
    return UpdateResult(after, (Undo(0),) if again else ())


def saved_lines(session: Session) -> tuple[SavedGameSummary, ...]:
    """List the saved games, the open one with its present number of turns."""
    game, lines = session.game, session.resources.saved
    if game is None:
        return lines
    ended = game.state.over or isinstance(session.stack[0], EndScreen)  # the players ended it
    return tuple(
        replace(line, turns=len(game.past), finished=ended) if line.number == game.number else line
        for line in lines
    )


def provisional_number(session: Session) -> int:
    """Return a number below zero for a new game: the journal numbers it when it is saved."""
    return min((0, *(line.number for line in session.resources.saved))) - 1


def given_number(session: Session, number: int, newest: int | None) -> int:
    """Return the number that the journal has given a game; `newest` is that of the last one.

    Games that were begun without saving are numbered one after another once they are saved.
    """
    count = sum(line.number < 0 for line in session.resources.saved)
    return number if number > 0 or newest is None else newest - count - number


def with_numbers(session: Session, newest: int | None) -> Session:
    """Return the session with the journal's numbers in the place of the provisional ones."""
    given = partial(given_number, session, newest=newest)
    lines = (replace(line, number=given(line.number)) for line in session.resources.saved)
    game = session.game
    return replace(
        session,
        resources=replace(session.resources, saved=tuple(lines)),
        game=replace(game, number=given(game.number)) if game else None,
    )


def shown_number(number: int) -> str:
    """Return a game's number as it is shown; one that is not saved has none."""
    return str(number) if number > 0 else "-"


def library_of(resources: Resources) -> EditionLookup:
    """Return the function that finds an edition by id, with the content for its record."""
    known = {edition.id: edition for edition in resources.editions}

    def find(name: str) -> tuple[Edition, dict[str, Any] | None] | None:
        edition = known.get(name)
        return None if edition is None else (edition, resources.edition_data.get(name))

    return find


def line_of(saved: SavedGame) -> SavedGameSummary:
    """Return the summary of a saved game."""
    setup = json.loads(saved.record)
    names = tuple(seat.get("name") or seat["colour"] for seat in setup["seats"])
    return SavedGameSummary(saved.number, names, setup["edition"], saved.turns, saved.finished)
