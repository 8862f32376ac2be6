"""The first picture of a turn, until the first press: who is next, the race, and what was done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app import animation
from companion.app.render.fitting import BETWEEN_ARROWS, fits
from companion.app.screens import own_square
from companion.app.text.icons import LEFT, OK, RIGHT
from companion.app.text.players import seat_letter
from companion.app.turn_header import game_of, header, opening_lines, stuck_line
from companion.app.view import LinesView, NextPlayerView, RaceMark
from companion.rules import CardMoved, Moved, Restarted, in_race_order, squares_home

_WAYS: Final = (Moved, CardMoved, Restarted)

if TYPE_CHECKING:
    from companion.app.session import Session
    from companion.app.text.catalogue import Texts
    from companion.app.track_cursor import Cursor
    from companion.rules import State


def view(session: Session, name: str, cursor: Cursor, panel: str) -> NextPlayerView:
    """Return the picture; `cursor` is on the piece that is chosen before the first press."""
    return NextPlayerView(
        name,
        header(session, cursor.seat, cursor.piece, panel),
        race(session.texts, cursor.state, cursor.seat),
        str(squares_home(cursor.state, cursor.seat, cursor.piece)),
        lines(session, cursor),
        trail(session),
    )


def race(texts: Texts, state: State, seat: int) -> tuple[RaceMark, ...]:
    """Return the pieces from the last to the first; `seat` is the mover."""
    squares = ((s, state.seats[s].pieces[p].square) for s, p in in_race_order(state))
    return tuple(
        RaceMark(square, seat_letter(texts, state.setup, s), s == seat) for s, square in squares
    )


def trail(session: Session) -> tuple[int, int] | None:
    """Return the way of the last decision's piece, as far as the animation shows it by now."""
    past = game_of(session).past
    steps = [step for step in past[-1].consequences if isinstance(step, _WAYS)] if past else []
    if not steps:
        return None
    first, last = steps[0].square, steps[-1].to
    return first, first + round((last - first) * animation.trail_part(session))


def lines(session: Session, cursor: Cursor) -> LinesView:
    """Return what was done and paid; where nothing was paid, what OK does on the own square."""
    texts, stuck = session.texts, stuck_line(session)
    if not game_of(session).past:
        second = stuck or texts.gettext("{ok} go there · back: menu", ok=OK)
        return LinesView(how_to_move(texts), second)
    first, second = opening_lines(session)
    second = second or own_square.offer_line(session, cursor)
    if not second or stuck:
        return LinesView(first, second or how_to_move(texts))
    arrows = (LEFT, RIGHT) if fits(second, BETWEEN_ARROWS) else ("", "")
    return LinesView(first, second, *arrows)


def how_to_move(texts: Texts) -> str:
    """Return that left and right move the cursor."""
    return texts.gettext("{left}{right} choose a square", left=LEFT, right=RIGHT)
