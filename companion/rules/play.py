"""Apply a decision: check it with the one predicate, then let it unfold into a new state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.rules.action import Action, Correction, Do
from companion.rules.board import cost
from companion.rules.cards import land
from companion.rules.check import refusal
from companion.rules.correction import corrected_seat
from companion.rules.course import Course
from companion.rules.happening import Happening, What
from companion.rules.standing import rank_among
from companion.rules.state import Ask, Piece, Seat, State, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.rules.chance import Chance
    from companion.rules.refusal import Refusal


class IllegalAction(CompanionError, ValueError):  # noqa: N818 - the rules' word, as in chess
    """An action that is refused; `refusal` says why. Nothing was changed."""

    def __init__(self, why: Refusal) -> None:
        """Keep the refusal; its code is the message."""
        super().__init__(why.reason)
        self.refusal = why


@dataclass(frozen=True, slots=True)
class Applied:
    """A decision as it unfolded: the new state, each step in order, and the chance it used."""

    state: State
    happened: tuple[Happening, ...]
    rolls: tuple[int, ...]
    decks: tuple[tuple[str, ...], ...]


def apply(state: State, action: Action | Correction, chance: Chance) -> Applied:
    """Return what the action makes of the state.

    Raises IllegalAction before anything else, and ChanceError where the chance it is given lacks a
    number or a pile that the decision needs.
    """
    why = refusal(state, action)
    if why is not None:
        raise IllegalAction(why)
    if isinstance(action, Correction):
        return _correct(state, action)
    course = Course(state, chance)
    _DO[action.do](course, action)
    if course.over:
        course.tell(Happening(What.OVER, action.seat))
    return Applied(
        course.result(), tuple(course.happened), tuple(course.rolls), tuple(course.decks)
    )


def _close(course: Course, number: int) -> None:
    """End the turn, unless the game is over or a question holds it open."""
    if not course.over and course.ask is None:
        course.end_turn(number)


def _forward(course: Course, action: Action) -> None:
    number, index, to = action.seat, action.piece or 0, action.to or 0
    square = course.seats[number].pieces[index].square
    price = cost(to - square)
    course.opened = course.opened or number == 0
    course.pay(number, -price)
    course.tell(Happening(What.MOVED, number, index, square, to, -price))
    land(course, number, index, to, price)
    _close(course, number)


def _back(course: Course, action: Action) -> None:
    number, index, to = action.seat, action.piece or 0, action.to or 0
    square = course.seats[number].pieces[index].square
    earned = 0 if action.decline else 10 * (square - to)
    course.opened = course.opened or number == 0
    course.pay(number, earned)
    course.tell(Happening(What.MOVED, number, index, square, to, earned))
    course.stand(number, index, to)
    _close(course, number)


def _carrots(course: Course, action: Action) -> None:
    by = action.by or 0
    course.pay(action.seat, by)
    course.tell(Happening(What.TOOK, action.seat, action.piece or 0, carrots=by))
    _close(course, action.seat)


def _eat(course: Course, action: Action) -> None:
    number, index = action.seat, action.piece or 0
    seat = course.seats[number]
    eats = seat.lettuces > 0
    rank = rank_among(course.seats, seat.pieces[index])
    earned = 10 * rank if eats else 0
    course.seats[number] = Seat(seat.carrots + earned, seat.lettuces - eats, seat.pieces)
    course.owe(number, index, Status.ATE)
    course.tell(Happening(What.ATE, number, index, carrots=earned, rank=rank if eats else None))
    _close(course, number)


def _chew(course: Course, action: Action) -> None:
    number, index = action.seat, action.piece or 0
    if not course.seats[number].carrots:
        _restart(course, action)
        return
    course.pay(number, -1)
    course.owe(number, index, Status.ATE)
    course.tell(Happening(What.CHEWED, number, index, carrots=-1))
    _close(course, number)


def _miss(course: Course, action: Action) -> None:
    for index, piece in enumerate(course.seats[action.seat].pieces):
        if piece.status is Status.MISS:
            course.tell(Happening(What.MISSED, action.seat, index))
    _close(course, action.seat)


def _restart(course: Course, action: Action) -> None:
    """Go back to Start; by the ruling the same seat then acts, and nothing is settled again."""
    course.start_over(action.seat, action.piece or 0)
    if course.setup.rules.restart == "end-turn":
        _close(course, action.seat)


def _pass(course: Course, action: Action) -> None:
    course.tell(Happening(What.PASSED, action.seat))
    _close(course, action.seat)


def _ten(course: Course, action: Action) -> None:
    by = action.by or 0
    course.pay(action.seat, by)
    course.tell(Happening(What.ANSWERED, action.seat, carrots=by))
    _close(course, action.seat)


def _keep(course: Course, action: Action) -> None:
    giver = course.state.giver
    course.pay(action.seat, 10)
    course.tell(Happening(What.KEPT, action.seat, carrots=10, other=giver))
    _ask_next_receiver(course)


def _bank(course: Course, action: Action) -> None:
    course.tell(Happening(What.BANKED, action.seat, other=course.state.giver))
    _ask_next_receiver(course)


def _ask_next_receiver(course: Course) -> None:
    """Ask the next receiver; after the last one, play goes on after the giver."""
    giver, rest = course.state.giver or 0, course.state.receivers[1:]
    if rest:
        course.ask = Ask.KEEP
        course.giver = giver
        course.receivers = rest
        course.turn = rest[0]
    else:
        _close(course, giver)


def _leave(course: Course, action: Action) -> None:
    """Take the seat's pieces off the board; if it was to move, the turn passes on."""
    number = action.seat
    seat = course.seats[number]
    pieces = (Piece(),) * len(seat.pieces)
    course.seats[number] = Seat(seat.carrots, seat.lettuces, pieces, left=True)
    course.tell(Happening(What.LEFT, number))
    course.end_if_over()
    if not course.over and course.turn == number:
        course.pass_on(number)


_DO: dict[Do, Callable[[Course, Action], None]] = {
    Do.FORWARD: _forward,
    Do.BACK: _back,
    Do.CARROTS: _carrots,
    Do.EAT: _eat,
    Do.CHEW: _chew,
    Do.MISS: _miss,
    Do.RESTART: _restart,
    Do.PASS: _pass,
    Do.TEN: _ten,
    Do.KEEP: _keep,
    Do.BANK: _bank,
    Do.LEAVE: _leave,
}


def _correct(state: State, change: Correction) -> Applied:
    seats = list(state.seats)
    if change.seat is not None:
        seats[change.seat] = corrected_seat(seats[change.seat], change)
    turn = state.turn if change.turn is None else change.turn
    after = replace(state, seats=tuple(seats), turn=turn, entries=state.entries + 1)
    seat = change.seat if change.seat is not None else change.turn
    return Applied(after, (Happening(What.CORRECTED, seat or 0),), (), ())
