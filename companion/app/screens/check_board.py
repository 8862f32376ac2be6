"""Check the board: the square of each piece in turn, and its player's stock."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.list_screen import direction
from companion.app.session import UpdateResult, close_screen, replace_screen
from companion.app.text.icons import OK
from companion.app.text.sentences import KIND_ICON, kind_name
from companion.app.track_cursor import strip_at
from companion.app.turn_header import game_of, header
from companion.app.view import PositionView

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states.game import CheckBoardScreen
    from companion.rules import State


def view(session: Session, screen: CheckBoardScreen, panel: str = "") -> PositionView:
    """Return one piece with its square and its seat's stock."""
    state, texts = game_of(session).state, session.texts
    pieces = pieces_on_board(state)
    seat, piece = pieces[min(screen.index, len(pieces) - 1)]
    square = state.seats[seat].pieces[piece].square
    kind = state.setup.edition.board.squares[square]
    number = f" #{square}" if square else ""  # the Start has none
    last = screen.index >= len(pieces) - 1
    foot = (
        texts.pgettext("OK button", "done") if last else texts.pgettext("OK button", "next piece")
    )
    return PositionView(
        screen.id.value,
        header(session, seat, piece, panel),
        strip_at(texts, state, seat, square),
        f"{KIND_ICON.get(kind, '')}{kind_name(texts, kind)}{number}",
        f"{OK} {foot}  {screen.index + 1}/{len(pieces)}",
    )


def on_press(session: Session, screen: CheckBoardScreen, press: Press) -> UpdateResult:
    """Go from piece to piece; OK on the last one, and back, close it."""
    last = len(pieces_on_board(game_of(session).state)) - 1
    if by := direction(press):
        index = max(0, min(screen.index + by, last))
        return UpdateResult(replace_screen(session, replace(screen, index=index)))
    if press.button is Button.OK and screen.index < last:
        return UpdateResult(replace_screen(session, replace(screen, index=screen.index + 1)))
    return UpdateResult(close_screen(session))


def pieces_on_board(state: State) -> list[tuple[int, int]]:
    """List the pieces on the board as (seat, piece), in turn order."""
    return [
        (s, p)
        for s, seat in enumerate(state.seats)
        if not seat.left
        for p in range(len(seat.pieces))
    ]
