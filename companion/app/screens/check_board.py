"""Check the board: one piece after the other, where it stands and what its player holds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.header import game_of, header
from companion.app.list_screen import direction
from companion.app.session import UpdateResult, close_screen, put
from companion.app.text.icons import OK
from companion.app.text.sentences import KIND_ICON, kind_name
from companion.app.track import strip_at
from companion.app.view import PositionView

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen, Session
    from companion.rules import State


def view(session: Session, screen: Screen, panel: str = "") -> PositionView:
    """Show one piece."""
    state, texts = game_of(session).state, session.texts
    pieces = position_text(state)
    seat, piece = pieces[min(screen.finger, len(pieces) - 1)]
    square = state.seats[seat].pieces[piece].square
    kind = state.setup.edition.board.squares[square]
    last = screen.finger >= len(pieces) - 1
    foot = (
        texts.pgettext("OK button", "done") if last else texts.pgettext("OK button", "next piece")
    )
    return PositionView(
        screen.place.value,
        header(session, seat, piece, panel),
        strip_at(texts, state, seat, square),
        f"{KIND_ICON.get(kind, '')}{kind_name(texts, kind)} #{square}",
        f"{OK} {foot}  {screen.finger + 1}/{len(pieces)}",
    )


def on_press(session: Session, screen: Screen, press: Press) -> UpdateResult:
    """Go from piece to piece; OK on the last one, and back, close it."""
    last = len(position_text(game_of(session).state)) - 1
    if by := direction(press):
        finger = max(0, min(screen.finger + by, last))
        return UpdateResult(put(session, replace(screen, finger=finger)))
    if press.button is Button.OK and screen.finger < last:
        return UpdateResult(put(session, replace(screen, finger=screen.finger + 1)))
    return UpdateResult(close_screen(session))


def position_text(state: State) -> list[tuple[int, int]]:
    """List the pieces on the board as (seat, piece), in turn order."""
    return [
        (s, p)
        for s, seat in enumerate(state.seats)
        if not seat.left
        for p in range(len(seat.pieces))
    ]
