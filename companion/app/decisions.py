"""What a press can do to the game: a decision, undo, redo, and the waiting that follows."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.game import Game, Ply, play, redo, undo
from companion.app.journal_entries import Finish, SetValue
from companion.app.next_screen import ALL_ACKNOWLEDGED, last_cards, show_next_screen
from companion.app.session import Session, UpdateResult
from companion.rules import CardMoved, Correction, Leave, Restarted

if TYPE_CHECKING:
    from companion.app.journal_entries import JournalEntry
    from companion.app.session import Settings
    from companion.rules import Action, Seat, State


def decide(session: Session, action: Action | Correction) -> UpdateResult:
    """Do a legal action of the present game; the next one to wait on is shown.

    Raises rules.IllegalAction where the rules refuse it: screens ask `refusal` first.
    """
    game = _game(session)
    after, entry = play(game, action)
    session = replace(
        session, game=after, acknowledged=0, pending_moves=_still_owed(session, after.state)
    )
    keeps: tuple[JournalEntry, ...] = (entry,)
    if after.state.over:
        keeps = (entry, Finish(results(after)))
    if session.pending_moves:
        keeps = (*keeps, acknowledged_entry(session))
    return UpdateResult(show_next_screen(session), keeps)


def correct(session: Session, action: Correction) -> UpdateResult:
    """Change the position at the table's wish and tell the pieces that now stand elsewhere."""
    step = decide(session, action)
    told = _tell_moves(session, step.session)
    return UpdateResult(told, (*step.entries, acknowledged_entry(told)))


def undo_step(session: Session, count: int = 1) -> UpdateResult:
    """Take plies back and tell the pieces that now stand elsewhere."""
    game, keep = undo(_game(session), count)
    told = _tell_moves(session, replace(session, game=game))
    return UpdateResult(told, (keep, acknowledged_entry(told)))


def redo_step(session: Session) -> UpdateResult:
    """Bring one ply back and tell the pieces that now stand elsewhere."""
    game, keep = redo(_game(session))
    keeps: tuple[JournalEntry, ...] = (keep,)
    if game.state.over:
        keeps = (keep, Finish(results(game)))
    told = _tell_moves(session, replace(session, game=game))
    return UpdateResult(told, (*keeps, acknowledged_entry(told)))


def results(game: Game) -> tuple[tuple[int, int | None, int, int], ...]:
    """List seat, place (of its last piece; None until all are Home), carrots and turns."""
    state = game.state
    return tuple(
        (
            n,
            _last_place(seat),
            seat.carrots,
            _turns_taken(game, n),
        )
        for n, seat in enumerate(state.seats)
    )


def _last_place(seat: Seat) -> int | None:
    places = [piece.place for piece in seat.pieces if piece.place is not None]
    return max(places) if len(places) == len(seat.pieces) else None


def _turns_taken(game: Game, seat: int) -> int:
    """Count a seat's turns: answers and extra moves belong to the turn that brought them."""
    befores = (game.opening, *(ply.state for ply in game.past))
    return sum(
        not isinstance(ply.action, (Correction, Leave))
        and ply.action.seat == seat
        and before.prompt is None
        and not _moves_at_once(ply, seat)
        for before, ply in zip(befores, game.past, strict=False)
    )


def _moves_at_once(ply: Ply, seat: int) -> bool:
    """Return whether the turn goes on without a question: after a restart, by the house rule."""
    return ply.state.turn == seat and ply.state.prompt is None


def _tell_moves(before: Session, session: Session) -> Session:
    """Return the pieces that stand elsewhere than on the cardboard: what is owed adds up."""
    owed = _owed(before)
    seats = zip(_game(before).state.seats, _game(session).state.seats, strict=True)
    moves = tuple(
        (s, p, owed.get((s, p), was.square), now.square)
        for s, (old, new) in enumerate(seats)
        for p, (was, now) in enumerate(zip(old.pieces, new.pieces, strict=True))
        if not new.left and owed.get((s, p), was.square) != now.square
    )
    return show_next_screen(replace(session, acknowledged=ALL_ACKNOWLEDGED, pending_moves=moves))


def _still_owed(session: Session, after: State) -> tuple[tuple[int, int, int, int], ...]:
    """List the pieces that are still to be moved by hand; those who left have none."""
    return tuple(
        (s, p, square, after.seats[s].pieces[p].square)
        for (s, p), square in _owed(session).items()
        if not after.seats[s].left
    )


def _owed(session: Session) -> dict[tuple[int, int], int]:
    """Return where pieces stand that a card, undo, redo or correct moved and nobody confirmed."""
    owed = {(s, p): square for s, p, square, _ in session.pending_moves}
    for card in last_cards(_game(session))[session.acknowledged :]:
        for step in card.effects:
            if isinstance(step, (CardMoved, Restarted)):
                owed.setdefault((step.seat, step.piece), step.square)
    return owed


def acknowledged_entry(session: Session) -> SetValue:
    """Keep what is still to be told: a power cut shall neither drop it nor tell it twice."""
    game = _game(session)
    told = {"seed": game.seed, "plies": len(game.past), "told": session.acknowledged}
    return SetValue("told", json.dumps({**told, "moves": session.pending_moves}))


def _game(session: Session) -> Game:
    if session.game is None:
        raise LookupError("no game is open")
    return session.game


def change_settings(session: Session, settings: Settings) -> UpdateResult:
    """Change the settings, at once and for good."""
    kept = SetValue("settings", json.dumps(settings.to_json()))
    return UpdateResult(replace(session, settings=settings), (kept,))
