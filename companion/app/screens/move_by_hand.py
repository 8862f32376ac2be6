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
from companion.app.text.sentences import onto_text, short_move_text, steps_text
from companion.app.track_cursor import strip_at
from companion.app.turn_header import game_of, header
from companion.app.view import MoveByHandView

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.game import MoveByHandScreen


def view(session: Session, screen: MoveByHandScreen, panel: str = "") -> MoveByHandView:
    """Return the view of the first piece that is to be moved by hand."""
    game, texts = game_of(session), session.texts
    seat, piece, square, to = session.pending_moves[0]
    more = len(session.pending_moves) - 1
    said = texts.pgettext("OK button", "moved on the board")
    if more:
        said = texts.ngettext("then {n} more piece", "then {n} more pieces", more)
    number = f", #{to}" if to else ""  # the Start has none
    return MoveByHandView(
        screen.id.value,
        header(session, seat, piece, panel),
        strip_at(texts, game.state, seat, to, square),
        steps_text(texts, game.setup, seat, square, to),
        f"{onto_text(texts, game.setup, to)}{number}",
        f"{OK} {said}",
        f"{short_move_text(texts, game.setup, square, to)}{number}",
    )


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
