"""Apply a decision: check it with the one predicate, then let it unfold into a new state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion import CompanionError
from companion.rules.action import Action, Correction, Verb
from companion.rules.board import cost
from companion.rules.cards import land
from companion.rules.consequence import Consequence, ConsequenceKind
from companion.rules.correction import corrected_seat
from companion.rules.legality import refusal
from companion.rules.ranking import rank_among
from companion.rules.state import Piece, Prompt, Seat, State, Status
from companion.rules.transition import Transition

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
    consequences: tuple[Consequence, ...]
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
    course = Transition(state, chance)
    _DO[action.do](course, action)
    if course.over:
        course.tell(Consequence(ConsequenceKind.OVER, action.seat))
    return Applied(
        course.result(), tuple(course.consequences), tuple(course.rolls), tuple(course.decks)
    )


def _close(course: Transition, number: int) -> None:
    """End the turn, unless the game is over or a question holds it open."""
    if not course.over and course.ask is None:
        course.end_turn(number)


def _forward(course: Transition, action: Action) -> None:
    number, index, to = action.seat, action.piece or 0, action.to or 0
    square = course.seats[number].pieces[index].square
    price = cost(to - square)
    course.opened = course.opened or number == 0
    course.pay(number, -price)
    course.tell(Consequence(ConsequenceKind.MOVED, number, index, square, to, -price))
    land(course, number, index, to, price)
    _close(course, number)


def _back(course: Transition, action: Action) -> None:
    number, index, to = action.seat, action.piece or 0, action.to or 0
    square = course.seats[number].pieces[index].square
    earned = 0 if action.decline else 10 * (square - to)
    course.opened = course.opened or number == 0
    course.pay(number, earned)
    course.tell(Consequence(ConsequenceKind.MOVED, number, index, square, to, earned))
    course.stand(number, index, to)
    _close(course, number)


def _carrots(course: Transition, action: Action) -> None:
    by = action.by or 0
    course.pay(action.seat, by)
    course.tell(Consequence(ConsequenceKind.TOOK, action.seat, action.piece or 0, carrots=by))
    _close(course, action.seat)


def _eat(course: Transition, action: Action) -> None:
    number, index = action.seat, action.piece or 0
    seat = course.seats[number]
    eats = seat.lettuces > 0
    rank = rank_among(course.seats, seat.pieces[index])
    earned = 10 * rank if eats else 0
    course.seats[number] = Seat(seat.carrots + earned, seat.lettuces - eats, seat.pieces)
    course.owe(number, index, Status.ATE)
    course.tell(
        Consequence(ConsequenceKind.ATE, number, index, carrots=earned, rank=rank if eats else None)
    )
    _close(course, number)


def _chew(course: Transition, action: Action) -> None:
    number, index = action.seat, action.piece or 0
    if not course.seats[number].carrots:
        _restart(course, action)
        return
    course.pay(number, -1)
    course.owe(number, index, Status.ATE)
    course.tell(Consequence(ConsequenceKind.CHEWED, number, index, carrots=-1))
    _close(course, number)


def _miss(course: Transition, action: Action) -> None:
    for index, piece in enumerate(course.seats[action.seat].pieces):
        if piece.status is Status.MISS:
            course.tell(Consequence(ConsequenceKind.MISSED, action.seat, index))
    _close(course, action.seat)


def _restart(course: Transition, action: Action) -> None:
    """Go back to Start; by the ruling the same seat then acts, and nothing is settled again."""
    course.start_over(action.seat, action.piece or 0)
    if course.setup.rules.restart == "end-turn":
        _close(course, action.seat)


def _pass(course: Transition, action: Action) -> None:
    course.tell(Consequence(ConsequenceKind.PASSED, action.seat))
    _close(course, action.seat)


def _ten(course: Transition, action: Action) -> None:
    by = action.by or 0
    course.pay(action.seat, by)
    course.tell(Consequence(ConsequenceKind.ANSWERED, action.seat, carrots=by))
    _close(course, action.seat)


def _keep(course: Transition, action: Action) -> None:
    giver = course.state.giver
    course.pay(action.seat, 10)
    course.tell(Consequence(ConsequenceKind.KEPT, action.seat, carrots=10, other=giver))
    _ask_next_receiver(course)


def _bank(course: Transition, action: Action) -> None:
    course.tell(Consequence(ConsequenceKind.BANKED, action.seat, other=course.state.giver))
    _ask_next_receiver(course)


def _ask_next_receiver(course: Transition) -> None:
    """Ask the next receiver; after the last one, play goes on after the giver."""
    giver, rest = course.state.giver or 0, course.state.receivers[1:]
    if rest:
        course.ask = Prompt.KEEP
        course.giver = giver
        course.receivers = rest
        course.turn = rest[0]
    else:
        _close(course, giver)


def _leave(course: Transition, action: Action) -> None:
    """Take the seat's pieces off the board; if it was to move, the turn passes on."""
    number = action.seat
    seat = course.seats[number]
    pieces = (Piece(),) * len(seat.pieces)
    course.seats[number] = Seat(seat.carrots, seat.lettuces, pieces, left=True)
    course.tell(Consequence(ConsequenceKind.LEFT, number))
    course.end_if_over()
    if not course.over and course.turn == number:
        course.pass_on(number)


_DO: dict[Verb, Callable[[Transition, Action], None]] = {
    Verb.FORWARD: _forward,
    Verb.BACK: _back,
    Verb.CARROTS: _carrots,
    Verb.EAT: _eat,
    Verb.CHEW: _chew,
    Verb.MISS: _miss,
    Verb.RESTART: _restart,
    Verb.PASS: _pass,
    Verb.TEN: _ten,
    Verb.KEEP: _keep,
    Verb.BANK: _bank,
    Verb.LEAVE: _leave,
}


def _correct(state: State, change: Correction) -> Applied:
    seats = list(state.seats)
    if change.seat is not None:
        seats[change.seat] = corrected_seat(seats[change.seat], change)
    turn = state.turn if change.turn is None else change.turn
    after = replace(state, seats=tuple(seats), turn=turn, entries=state.entries + 1)
    seat = change.seat if change.seat is not None else change.turn
    return Applied(after, (Consequence(ConsequenceKind.CORRECTED, seat or 0),), (), ())
