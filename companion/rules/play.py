"""Apply a decision: check it with the one predicate, then work out the new state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from companion import CompanionError
from companion.rules.action import (
    Action,
    Back,
    Bank,
    Carrots,
    Chew,
    Correction,
    Eat,
    Forward,
    Keep,
    Leave,
    Miss,
    Pass,
    Restart,
    Ten,
)
from companion.rules.amounts import CHEWED, GIVEN, back_earnings, cost, rank_payment
from companion.rules.cards import land
from companion.rules.check_action import refusal
from companion.rules.consequence import (
    Answered,
    Ate,
    Banked,
    Chewed,
    Consequence,
    Corrected,
    GameOver,
    Kept,
    Left,
    Missed,
    Moved,
    Passed,
    Took,
)
from companion.rules.correction import corrected_seat
from companion.rules.ranking import rank_among
from companion.rules.state import Piece, Prompt, Seat, State, Status
from companion.rules.transition import Transition

if TYPE_CHECKING:
    from companion.rules.chance import Chance
    from companion.rules.refusal import Refusal


class IllegalAction(CompanionError, ValueError):  # noqa: N818 - the rules' word, as in chess
    """An action that is refused; `refusal` says why. Nothing was changed."""

    def __init__(self, refused: Refusal) -> None:
        """Keep the refusal; its code is the message."""
        super().__init__(refused.reason)
        self.refusal = refused


@dataclass(frozen=True, slots=True)
class Applied:
    """An applied decision: the new state, each step in order, and the chance it used."""

    state: State
    consequences: tuple[Consequence, ...]
    rolls: tuple[int, ...]
    decks: tuple[tuple[str, ...], ...]


def apply(state: State, action: Action | Correction, chance: Chance) -> Applied:
    """Return what the action makes of the state.

    Raises IllegalAction before anything else, and ChanceError where the chance it is given lacks a
    number or a pile that the decision needs.
    """
    refused = refusal(state, action)
    if refused is not None:
        raise IllegalAction(refused)
    if isinstance(action, Correction):
        return _correct(state, action)
    return apply_listed(state, action, chance)


def apply_listed(state: State, action: Action, chance: Chance) -> Applied:
    """Return what an action of `legal_actions` makes of the state, without checking it again."""
    transition = Transition(state, chance)
    _perform(transition, action)
    if transition.over:
        transition.add(GameOver(action.seat))
    return Applied(
        transition.result(),
        tuple(transition.consequences),
        tuple(transition.rolls),
        tuple(transition.decks),
    )


def _perform(transition: Transition, action: Action) -> None:  # noqa: C901, PLR0912 - one case for each action
    match action:
        case Forward():
            _forward(transition, action)
        case Back():
            _back(transition, action)
        case Carrots():
            _carrots(transition, action)
        case Eat():
            _eat(transition, action)
        case Chew():
            _chew(transition, action)
        case Miss():
            _miss(transition, action)
        case Restart():
            _restart(transition, action.seat, action.piece)
        case Pass():
            transition.add(Passed(action.seat))
            _close(transition, action.seat)
        case Ten():
            _ten(transition, action)
        case Keep():
            _keep(transition, action)
        case Bank():
            _bank(transition, action)
        case Leave():
            _leave(transition, action)
        case _:
            assert_never(action)


def _close(transition: Transition, number: int) -> None:
    """End the turn, unless the game is over or a question is open."""
    if not transition.over and transition.prompt is None:
        transition.end_turn(number)


def _forward(transition: Transition, action: Forward) -> None:
    number, index, to = action.seat, action.piece, action.to
    square = transition.seats[number].pieces[index].square
    price = cost(to - square)
    transition.opened = transition.opened or number == 0
    transition.add_carrots(number, -price)
    transition.add(Moved(number, index, square, to, -price))
    land(transition, number, index, to, price)
    _close(transition, number)


def _back(transition: Transition, action: Back) -> None:
    number, index, to = action.seat, action.piece, action.to
    square = transition.seats[number].pieces[index].square
    earned = 0 if action.decline else back_earnings(square - to)
    transition.opened = transition.opened or number == 0
    transition.add_carrots(number, earned)
    transition.add(Moved(number, index, square, to, earned))
    transition.place_piece(number, index, to)
    _close(transition, number)


def _carrots(transition: Transition, action: Carrots) -> None:
    transition.add_carrots(action.seat, action.by)
    transition.add(Took(action.seat, action.piece, action.by))
    _close(transition, action.seat)


def _eat(transition: Transition, action: Eat) -> None:
    number, index = action.seat, action.piece
    seat = transition.seats[number]
    rank = rank_among(transition.seats, seat.pieces[index]) if seat.lettuces else None
    earned = rank_payment(rank) if rank else 0
    lettuces = max(0, seat.lettuces - 1)
    transition.seats[number] = Seat(seat.carrots + earned, lettuces, seat.pieces)
    transition.set_status(number, index, Status.ATE)
    transition.add(Ate(number, index, rank, earned))
    _close(transition, number)


def _chew(transition: Transition, action: Chew) -> None:
    number, index = action.seat, action.piece
    if not transition.seats[number].carrots:
        _restart(transition, number, index)
        return
    transition.add_carrots(number, -CHEWED)
    transition.set_status(number, index, Status.ATE)
    transition.add(Chewed(number, index, -CHEWED))
    _close(transition, number)


def _miss(transition: Transition, action: Miss) -> None:
    for index, piece in enumerate(transition.seats[action.seat].pieces):
        if piece.status is Status.MISS:
            transition.add(Missed(action.seat, index))
    _close(transition, action.seat)


def _restart(transition: Transition, number: int, index: int) -> None:
    """Go back to Start; by the ruling the same seat then acts, and nothing is settled again."""
    transition.restart(number, index)
    if transition.setup.rules.restart == "end-turn":
        _close(transition, number)


def _ten(transition: Transition, action: Ten) -> None:
    transition.add_carrots(action.seat, action.by)
    transition.add(Answered(action.seat, action.by))
    _close(transition, action.seat)


def _keep(transition: Transition, action: Keep) -> None:
    giver = _giver(transition)
    transition.add_carrots(action.seat, GIVEN)
    transition.add(Kept(action.seat, giver, GIVEN))
    _ask_next_receiver(transition, giver)


def _bank(transition: Transition, action: Bank) -> None:
    giver = _giver(transition)
    transition.add(Banked(action.seat, giver))
    _ask_next_receiver(transition, giver)


def _giver(transition: Transition) -> int:
    giver = transition.state.giver
    if giver is None:
        raise LookupError("a receiver is asked, and nobody has given")
    return giver


def _ask_next_receiver(transition: Transition, giver: int) -> None:
    """Ask the next receiver; after the last one, play goes on after the giver."""
    rest = transition.state.receivers[1:]
    if rest:
        transition.prompt = Prompt.KEEP
        transition.giver = giver
        transition.receivers = rest
        transition.turn = rest[0]
    else:
        _close(transition, giver)


def _leave(transition: Transition, action: Leave) -> None:
    """Take the seat's pieces off the board; if it was to move, the turn passes on."""
    number = action.seat
    seat = transition.seats[number]
    pieces = (Piece(),) * len(seat.pieces)
    transition.seats[number] = Seat(seat.carrots, seat.lettuces, pieces, left=True)
    transition.add(Left(number))
    transition.end_if_over()
    if not transition.over and transition.turn == number:
        transition.start_next_turn(number)


def _correct(state: State, change: Correction) -> Applied:
    seats = list(state.seats)
    if change.seat is not None:
        seats[change.seat] = corrected_seat(seats[change.seat], change)
    turn = state.turn if change.turn is None else change.turn
    after = replace(state, seats=tuple(seats), turn=turn, entries=state.entries + 1)
    seat = change.turn if change.seat is None else change.seat
    return Applied(after, (Corrected(seat),), (), ())
