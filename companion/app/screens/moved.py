"""The pieces that undo, redo or correct moved: the cardboard must follow."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.deeds import told_kept
from companion.app.events import Button
from companion.app.heads import game_of, header
from companion.app.icons import OK
from companion.app.session import Place, Screen, Session, Step, open_screen
from companion.app.track import strip_at
from companion.app.view import Moved
from companion.app.waiting import wait
from companion.app.wording import onto_told, short_move_told, steps_told

if TYPE_CHECKING:
    from companion.app.gestures import Press


def view(session: Session, screen: Screen, panel: str = "") -> Moved:
    """Show the first piece that is to be moved by hand."""
    game, texts = game_of(session), session.texts
    seat, piece, square, to = session.moves[0]
    more = len(session.moves) - 1
    said = texts.pick("OK button", "moved on the board")
    if more:
        said = texts.count("then {n} more piece", "then {n} more pieces", more)
    return Moved(
        screen.place.value,
        header(session, seat, piece, panel),
        strip_at(texts, game.state, seat, to, square),
        steps_told(texts, game.setup, seat, square, to),
        f"{onto_told(texts, game.setup, to)}, #{to}",
        f"{OK} {said}",
        f"{short_move_told(texts, game.setup, square, to)}, #{to}",
    )


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Confirm one piece after the other."""
    del screen
    match press.button:
        case Button.OK:
            after = wait(replace(session, moves=session.moves[1:]))
            return Step(after, (told_kept(after),))
        case Button.BACK:
            return Step(open_screen(session, Place.MENU))
        case _:
            return Step(session)
