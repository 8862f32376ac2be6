"""The cursor on the track: its square, what OK would do there, and the strip around it.

Pure functions for the screens of a turn (spec/device.md, The track is the menu).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.app.text.players import seat_letter
from companion.app.view import PieceMark, StripCell, StripView
from companion.rules import (
    HOME_SQUARE,
    Back,
    Carrots,
    Forward,
    Pass,
    PieceAction,
    Prompt,
    Reason,
    Refusal,
    State,
    furthest,
    in_race_order,
    legal_actions,
    nearest_tortoise,
    refusal,
    seat_to_move,
)

if TYPE_CHECKING:
    from companion.app.text.catalogue import Texts

WIDTH: Final = 10  # squares of the strip
BACK: Final = -1  # the steps that mean the tortoise behind, one press left of the own square
OwnAction = Carrots | Pass
"""What a piece may do without moving."""
UNLIMITED_CARROTS: Final = 10_000  # pays any move: to find what is legal apart from the cost
_SECRET_REASONS: Final = frozenset({Reason.FINISH_CARROTS, Reason.TOO_FEW_CARROTS})


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place on the track: `steps` from the piece's own square (BACK: the tortoise behind)."""

    state: State
    seat: int
    piece: int = 0
    steps: int = 0

    @property
    def own(self) -> int:
        """The square of the piece."""
        return self.state.seats[self.seat].pieces[self.piece].square

    @property
    def behind(self) -> int | None:
        """The nearest tortoise behind, occupied or not."""
        return nearest_tortoise(self.state, self.own)

    @property
    def square(self) -> int:
        """The square under the cursor."""
        if self.steps == BACK and self.behind is not None:
            return self.behind
        return self.own + max(0, self.steps)

    @property
    def reach(self) -> int:
        """The number of squares that the carrots in hand can pay, at most to Home."""
        carrots = self.state.seats[self.seat].carrots
        return min(furthest(carrots), HOME_SQUARE - self.own)

    def action(self, *, decline: bool = False) -> Forward | Back:
        """Return what OK would do on a square that is not the own one."""
        if self.steps == BACK:
            return Back(self.seat, self.square, self.piece, decline)
        return Forward(self.seat, self.square, self.piece)

    def refusal(self, *, public: bool = False) -> Refusal | None:
        """Return why OK would not act here; `public` leaves out all that depends on carrots."""
        state = with_unlimited_carrots(self.state, self.seat) if public else self.state
        found = refusal(state, self.action())
        return None if public and found and found.reason in _SECRET_REASONS else found

    def moved(self, steps: int) -> Cursor:
        """Return the cursor with other steps."""
        return replace(self, steps=steps)


def with_unlimited_carrots(state: State, seat: int) -> State:
    """Return the position in which this seat has carrots for any move."""
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], carrots=UNLIMITED_CARROTS)
    return replace(state, seats=tuple(seats))


def step(cursor: Cursor, by: int, *, repeat: bool, stops_at_reach: bool) -> int:
    """Return the steps of the cursor one square on (by 1) or back (-1).

    A held arrow stops at the own square going left and, where `stops_at_reach`, at the furthest
    square in reach going right. Only a new press passes them.
    """
    if by > 0:
        at_fence = stops_at_reach and cursor.steps == cursor.reach
        last = cursor.own + cursor.steps >= HOME_SQUARE
        return cursor.steps if last or (repeat and at_fence) else cursor.steps + 1
    if cursor.steps > 0:
        return cursor.steps - 1
    stays = cursor.steps == BACK or repeat or cursor.behind is None
    return cursor.steps if stays else BACK


def own_actions(
    state: State, seat: int, piece: int, *, public: bool = False
) -> tuple[OwnAction, ...]:
    """List what this piece may do without moving: take 10, give 10, no move."""
    shown = with_unlimited_carrots(state, seat) if public else state
    return tuple(
        action
        for action in legal_actions(shown)
        if isinstance(action, Pass) or (isinstance(action, Carrots) and action.piece == piece)
    )


def movable(state: State) -> tuple[int, ...]:
    """List the pieces of the seat to move that have an action, the front one first."""
    pieces = state.seats[seat_to_move(state)].pieces
    able = {action.piece for action in legal_actions(state) if isinstance(action, PieceAction)}
    if state.prompt is Prompt.AGAIN and not able:
        able = {n for n, piece in enumerate(pieces) if piece.place is None}
    return tuple(sorted(able, key=lambda n: -pieces[n].square))


def first_square(own: int, cursor: int) -> int:
    """Return the strip's first square: the own one second from the left, scrolled by whole squares.

    It scrolls only as far as the cursor needs.
    """
    first = min(max(own - 1, 0), HOME_SQUARE + 1 - WIDTH)
    if cursor < first:
        return cursor
    return max(first, cursor - WIDTH + 1)


def strip(
    texts: Texts, state: State, seat: int, first: int, dots: frozenset[int] = frozenset()
) -> StripView:
    """Return the ten squares from `first` with all pieces; `seat` is the mover."""
    squares = state.setup.edition.board.squares
    cells = tuple(
        _cell(texts, state, seat, square, squares[square].value, square in dots)
        for square in range(first, first + WIDTH)
    )
    behind, ahead = _outside(texts, state, first)
    return StripView(first, cells, behind=behind, ahead=ahead)


def _outside(texts: Texts, state: State, first: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the letters of the pieces that race behind and ahead of a strip, the nearest first."""
    racing = [
        (state.seats[s].pieces[p].square, seat_letter(texts, state.setup, s))
        for s, p in in_race_order(state)
        if state.seats[s].pieces[p].place is None
    ]
    behind = [letter for square, letter in racing if square < first]
    ahead = [letter for square, letter in racing if square >= first + WIDTH]
    return tuple(behind[::-1]), tuple(ahead)


def _cell(texts: Texts, state: State, seat: int, square: int, kind: str, dot: bool) -> StripCell:
    here = pieces_standing_on(state, square)
    here.sort(key=lambda who: who[0] != seat)
    marks = tuple(PieceMark(seat_letter(texts, state.setup, s), own=s == seat) for s, _ in here)
    if square in (0, HOME_SQUARE):
        return StripCell(kind, marks[:1], max(0, len(marks) - 1), dot)
    return StripCell(kind, marks, 0, dot)


def square_of(state: State, seat: int, piece: int) -> int | None:
    """Return the square of a piece; None off the board, once its player has left."""
    stock = state.seats[seat]
    return None if stock.left else stock.pieces[piece].square


def pieces_standing_on(state: State, square: int) -> list[tuple[int, int]]:
    """List the pieces on a square as (seat, piece), those of players who left excepted."""
    return [
        (s, p)
        for s, seat in enumerate(state.seats)
        if not seat.left
        for p, piece in enumerate(seat.pieces)
        if piece.square == square
    ]


def strip_at(
    texts: Texts, state: State, seat: int, square: int, was: int | None = None
) -> StripView:
    """Return the strip around a square where a piece of `seat` stands, without a cursor."""
    first = first_square(square, square)
    seen = was - first if was is not None and first <= was < first + WIDTH else None
    return strip(texts, state, seat, first)._replace(cursor=square - first, was=seen)


def strip_to(texts: Texts, state: State, square: int, to: int) -> StripView:
    """Return the strip from where a piece of the mover stands, the cursor on where it is to go."""
    first = first_square(square, to)
    return strip(texts, state, seat_to_move(state), first)._replace(cursor=to - first)
