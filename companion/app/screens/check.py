"""Check the board: one piece after the other, where it stands and what its player holds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.heads import game_of, header
from companion.app.icons import OK
from companion.app.listing import direction
from companion.app.session import Step, close_screen, put
from companion.app.track import strip_at
from companion.app.view import Standing
from companion.app.wording import KIND_ICON, kind_name

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen, Session
    from companion.rules import State


def view(session: Session, screen: Screen, panel: str = "") -> Standing:
    """Show one piece."""
    state, texts = game_of(session).state, session.texts
    pieces = standing(state)
    seat, piece = pieces[min(screen.finger, len(pieces) - 1)]
    square = state.seats[seat].pieces[piece].square
    kind = state.setup.edition.board.squares[square]
    last = screen.finger >= len(pieces) - 1
    foot = texts.pick("OK button", "done") if last else texts.pick("OK button", "next piece")
    return Standing(
        screen.place.value,
        header(session, seat, piece, panel),
        strip_at(texts, state, seat, square),
        f"{KIND_ICON.get(kind, '')}{kind_name(texts, kind)} #{square}",
        f"{OK} {foot}  {screen.finger + 1}/{len(pieces)}",
    )


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Go from piece to piece; OK on the last one, and back, close it."""
    last = len(standing(game_of(session).state)) - 1
    if by := direction(press):
        finger = max(0, min(screen.finger + by, last))
        return Step(put(session, replace(screen, finger=finger)))
    if press.button is Button.OK and screen.finger < last:
        return Step(put(session, replace(screen, finger=screen.finger + 1)))
    return Step(close_screen(session))


def standing(state: State) -> list[tuple[int, int]]:
    """List the pieces on the board as (seat, piece), in turn order."""
    return [
        (s, p)
        for s, seat in enumerate(state.seats)
        if not seat.left
        for p in range(len(seat.pieces))
    ]
