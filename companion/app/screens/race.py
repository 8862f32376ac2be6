"""The race so far: the squares of all pieces over the decisions, one player's line solid."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.list_screen import direction
from companion.app.session import UpdateResult, close_screen, replace_screen
from companion.app.text.icons import HOME, LEFT, RIGHT, START
from companion.app.text.players import seat_letter, seat_name
from companion.app.turn_header import game_of, rank_text
from companion.app.view import RaceLine, RaceView
from companion.rules import HOME_SQUARE, rank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.app.game import Game
    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states.game import RaceScreen
    from companion.rules import State


def view(session: Session, screen: RaceScreen, panel: str = "") -> RaceView:
    """Return the lines of all pieces, those of the chosen seat to be solid."""
    del panel
    game, texts = screen.of or game_of(session), session.texts
    setup, state, seat = game.setup, game.state, screen.seat
    pieces = _pieces(state)
    name = seat_name(texts, setup, seat)
    return RaceView(
        screen.id.value,
        texts.gettext("The race") if state.over else texts.gettext("The race so far"),
        tuple(
            RaceLine(seat_letter(texts, setup, s), tuple(_squares(game, s, p))) for s, p in pieces
        ),
        tuple(n for n, (owner, _) in enumerate(pieces) if owner == seat),
        HOME_SQUARE,
        letter=seat_letter(texts, setup, seat),
        right=str(len(game.past)),
        foot=f"{LEFT}{RIGHT} {name} {_standing(session, state, seat)}",
    )


def on_press(session: Session, screen: RaceScreen, press: Press) -> UpdateResult:
    """Choose another player, or close it."""
    last = (screen.of or game_of(session)).setup.players - 1
    if by := direction(press):
        seat = max(0, min(screen.seat + by, last))
        return UpdateResult(replace_screen(session, replace(screen, seat=seat)))
    if press.button in (Button.OK, Button.BACK):
        return UpdateResult(close_screen(session))
    return UpdateResult(session)


def _pieces(state: State) -> list[tuple[int, int]]:
    return [(s, p) for s, seat in enumerate(state.seats) for p in range(len(seat.pieces))]


def _squares(game: Game, seat: int, piece: int) -> Iterator[int]:
    """Yield the squares of a piece, from the start to the present or to where its owner left."""
    for state in (game.opening, *(ply.state for ply in game.past)):
        if state.seats[seat].left:
            return
        yield state.seats[seat].pieces[piece].square


def _standing(session: Session, state: State, seat: int) -> str:
    """Return the rank and the square of a seat's front piece: 2. #38."""
    texts, owner = session.texts, state.seats[seat]
    if owner.left:
        return texts.pgettext("left the game", "left")
    square, piece = max((piece.square, -number) for number, piece in enumerate(owner.pieces))
    where = {0: START, HOME_SQUARE: HOME}.get(square, f"#{square}")
    return f"{rank_text(texts, rank(state, seat, -piece))} {where}"
