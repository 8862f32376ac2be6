"""What a press can do to the game: a decision, undo, redo, and the next screen."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.game import Game, play, redo, undo
from companion.app.journal_entries import Finish, SetValue
from companion.app.next_screen import (
    ALL_ACKNOWLEDGED,
    companion_level,
    last_cards,
    show_next_screen,
)
from companion.app.session import PendingMove, Session, UpdateResult
from companion.app.thought_requests import STRONGEST, ThoughtRequest, advice_on
from companion.app.track_cursor import square_of
from companion.rules import (
    HINT,
    PERSON,
    CardMoved,
    Correction,
    Leave,
    Restarted,
    last_place,
    seat_to_move,
    turns_taken,
)

if TYPE_CHECKING:
    from companion.app.journal_entries import JournalEntry
    from companion.app.session import Settings
    from companion.rules import Action, State


def decide(session: Session, action: Action | Correction) -> UpdateResult:
    """Apply a legal action to the game and show the next screen.

    Raises rules.IllegalAction where the rules refuse it: screens ask `refusal` first.
    """
    game = _game(session)
    after, entry = play(game, action, _marks(session, action))
    session = replace(
        session,
        game=after,
        acknowledged=0,
        pending_moves=_still_pending(session, after.state),
        person_at=_person_at(session, after),
    )
    entries: tuple[JournalEntry, ...] = (entry,)
    if after.state.over:
        entries = (entry, Finish(results(after)))
    if session.pending_moves:
        entries = (*entries, acknowledged_entry(session))
    return UpdateResult(show_next_screen(session), entries)


def _marks(session: Session, action: Action | Correction) -> frozenset[str]:
    """Return the marks of a decision: made with a hint, made by a person for the companion."""
    game = _game(session)
    if isinstance(action, (Correction, Leave)) or companion_level(session) is not None:
        return frozenset()
    if game.setup.levels[action.seat] is not None:
        return frozenset({PERSON})
    hinted = advice_on(session, ThoughtRequest(game.state, STRONGEST)) is not None
    return frozenset({HINT}) if hinted else frozenset()


def _person_at(session: Session, after: Game) -> int | None:
    """Return from when on a person decides for the companion: to the end of the turn."""
    before = _game(session)
    goes_on = after.state.prompt is not None
    same = goes_on and seat_to_move(after.state) == seat_to_move(before.state)
    return len(after.past) if same and session.person_at == len(before.past) else None


def correct(session: Session, action: Correction) -> UpdateResult:
    """Correct the position; pieces whose square changed are to be moved by hand."""
    step = decide(session, action)
    after = _with_moves_to_make(session, step.session)
    return UpdateResult(after, (*step.entries, acknowledged_entry(after)))


def undo_step(session: Session, count: int = 1) -> UpdateResult:
    """Undo plies; pieces whose square changed are to be moved by hand."""
    game, entry = undo(_game(session), count)
    after = _with_moves_to_make(session, replace(session, game=game))
    return UpdateResult(after, (entry, acknowledged_entry(after)))


def redo_step(session: Session, count: int = 1) -> UpdateResult:
    """Redo plies; pieces whose square changed are to be moved by hand."""
    game, entry = redo(_game(session), count)
    entries: tuple[JournalEntry, ...] = (entry,)
    if game.state.over:
        entries = (entry, Finish(results(game)))
    after = _with_moves_to_make(session, replace(session, game=game))
    return UpdateResult(after, (*entries, acknowledged_entry(after)))


def results(game: Game) -> tuple[tuple[int, int | None, int, int], ...]:
    """List seat, place (of its last piece; None until all are Home), carrots and turns."""
    turns = turns_taken(game.opening, ((ply.action, ply.state) for ply in game.past))
    return tuple(
        (number, last_place(seat), seat.carrots, turns[number])
        for number, seat in enumerate(game.state.seats)
    )


def _with_moves_to_make(before: Session, session: Session) -> Session:
    """Return the session with the moves to make by hand, joined with those still pending."""
    unconfirmed = _unconfirmed(before)
    old, new = _game(before).state, _game(session).state
    compared = (
        PendingMove(s, p, unconfirmed.get((s, p), square_of(old, s, p)), square_of(new, s, p))
        for s, seat in enumerate(new.seats)
        for p in range(len(seat.pieces))
    )
    moves = tuple(move for move in compared if move.square != move.to)
    return show_next_screen(replace(session, acknowledged=ALL_ACKNOWLEDGED, pending_moves=moves))


def _still_pending(session: Session, after: State) -> tuple[PendingMove, ...]:
    """List the pieces that are still to be moved by hand; a player who leaves now has none."""
    before = _game(session).state
    return tuple(
        PendingMove(s, p, square, square_of(after, s, p))
        for (s, p), square in _unconfirmed(session).items()
        if before.seats[s].left or not after.seats[s].left
    )


def _unconfirmed(session: Session) -> dict[tuple[int, int], int | None]:
    """Return the squares of pieces that the device moved and that are not confirmed yet."""
    squares = {(s, p): square for s, p, square, _ in session.pending_moves}
    for card in last_cards(_game(session))[session.acknowledged :]:
        for step in card.effects:
            if isinstance(step, (CardMoved, Restarted)):
                squares.setdefault((step.seat, step.piece), step.square)
    return squares


def acknowledged_entry(session: Session) -> SetValue:
    """Return the entry of what was confirmed; after a power cut only the rest is shown."""
    game = _game(session)
    confirmed = {"seed": game.seed, "plies": len(game.past), "told": session.acknowledged}
    return SetValue("told", json.dumps({**confirmed, "moves": session.pending_moves}))


def _game(session: Session) -> Game:
    if session.game is None:
        raise LookupError("no game is open")
    return session.game


def change_settings(session: Session, settings: Settings) -> UpdateResult:
    """Change the settings at once and save them."""
    entry = SetValue("settings", json.dumps(settings.to_json()))
    return UpdateResult(replace(session, settings=settings), (entry,))
