"""Move by hand: the pieces that undo, redo or correct moved, one after the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.apply_decision import acknowledged_entry
from companion.app.events import Button
from companion.app.next_screen import show_next_screen
from companion.app.session import Session, UpdateResult, open_screen
from companion.app.states.lists import MenuScreen
from companion.app.text.icons import OK
from companion.app.text.players import seat_label
from companion.app.text.sentences import kind_name, onto_text, way_text
from companion.app.track_cursor import strip_at
from companion.app.turn_header import game_of, header
from companion.app.view import MoveByHandView

if TYPE_CHECKING:
    from companion.app.game import Game
    from companion.app.gestures import Press
    from companion.app.session import PendingMove
    from companion.app.states.game import MoveByHandScreen
    from companion.app.text.catalogue import Texts


def view(session: Session, screen: MoveByHandScreen, panel: str = "") -> MoveByHandView:
    """Return the view of the first piece that is to be moved by hand."""
    game, texts = game_of(session), session.texts
    move = session.pending_moves[0]
    more = len(session.pending_moves) - 1
    said = texts.pgettext("OK button", "moved on the board")
    if more:
        said = texts.ngettext("then {n} more piece", "then {n} more pieces", more)
    way, where = _way(texts, move), _where(texts, game, move)
    return MoveByHandView(
        screen.id.value,
        header(session, move.seat, move.piece, panel),
        strip_at(texts, game.state, move.seat, _shown_square(move), move.square),
        f"{seat_label(texts, game.setup, move.seat)}: {way}",
        where,
        f"{OK} {said}",
        f"{way}, {where}",
    )


def _shown_square(move: PendingMove) -> int:
    """Return the square that the strip shows: where the piece goes, or stood before it left."""
    return (move.square or 0) if move.to is None else move.to


def _way(texts: Texts, move: PendingMove) -> str:
    """Return how far the piece goes, or that it leaves the board or returns to it."""
    if move.to is None:
        return texts.gettext("has left")
    if move.square is None:
        # Translators: a player who had left the game plays again, in the line of a piece.
        return texts.gettext("is back")
    return way_text(texts, move.square, move.to)


def _where(texts: Texts, game: Game, move: PendingMove) -> str:
    """Return the square that the piece reaches, or the one that it leaves the board from."""
    square = _shown_square(move)
    number = f", #{square}" if square else ""  # the Start has none
    if move.to is None:
        return f"{kind_name(texts, game.setup.edition.board.squares[square])}{number}"
    return f"{onto_text(texts, game.setup, square)}{number}"


def on_press(session: Session, screen: MoveByHandScreen, press: Press) -> UpdateResult:
    """Confirm one piece after the other."""
    del screen
    match press.button:
        case Button.OK:
            after = show_next_screen(replace(session, pending_moves=session.pending_moves[1:]))
            return UpdateResult(after, (acknowledged_entry(after),))
        case Button.BACK:
            return UpdateResult(open_screen(session, MenuScreen()))
        case _:
            return UpdateResult(session)
