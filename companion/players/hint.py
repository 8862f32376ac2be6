"""A hint: the action that the companion would take, the second best one, and true reasons.

A reason either follows from the rules and the position, or predicts something that came true in at
least 75 of 100 counted cases (README.md). No reason depends on another seat's stock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.players.inputs import pays
from companion.players.rules_access import (
    HOME_SQUARE,
    PAID_RANKS,
    Kind,
    action_json,
    after,
    back_square,
    cost,
    declines,
    finish_limit,
    forward_square,
    gives_ten,
    landed_on_hare,
    piece_of,
    rank_among,
    takes_ten,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.players.evaluation import Evaluator
    from companion.players.rules_access import Action, Setup, State
    from companion.players.thought import Thought


CODES = (
    *("home", "lettuce", "number", "place", "saves", "then_lettuce", "then_home"),
    *("back", "take_ten", "give_ten", "surplus", "denies"),
)
"""The codes of the reasons."""

MOST_PLAYERS_RANKED = 4  # with more of them a rank is predicted less well (README.md)
TEAMS_OF_FOUR = 4
FEWEST_SAVED = 2  # turns that are said; fewer, and the exact number of more, are not predicted well
MOST_SAVED = 3
MARGIN = 0.5  # turns by which less is said than the table expects


@dataclass(frozen=True, slots=True)
class HintReason:
    """One reason: its code, and its numbers by name."""

    code: str
    numbers: tuple[tuple[str, int], ...] = ()

    def json(self) -> dict[str, Any]:
        """Return the reason as a JSON object."""
        return {"code": self.code, **dict(self.numbers)}


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do, why, and what is second best (None where there is no choice)."""

    action: Action
    reasons: tuple[HintReason, ...]
    second: Action | None
    setup: Setup

    def json(self) -> dict[str, Any]:
        """Return the hint as a JSON object (spec/record.md)."""
        return {
            "entry": action_json(self.action, self.setup),
            "reasons": [reason.json() for reason in self.reasons],
            "second": action_json(self.second, self.setup) if self.second is not None else None,
        }


def hint_of(thought: Thought, evaluator: Evaluator) -> Hint:
    """Return the hint of a finished thought; `evaluator` is the one that thought."""
    second = _second(thought)
    reasons = tuple(_reasons(thought, second, evaluator))
    return Hint(thought.chosen, reasons, second, thought.state.setup)


def _second(thought: Thought) -> Action | None:
    """Return the best action but the chosen one; one that was looked into comes first."""
    looked = sorted(thought.candidates, key=lambda each: -each.ahead)
    scored = sorted(zip(thought.scores, thought.actions, strict=False), key=lambda each: -each[0])
    ranked = [each.action for each in looked] + [action for _, action in scored]
    return next((action for action in ranked if action != thought.choice), None)


def _reasons(thought: Thought, second: Action | None, evaluator: Evaluator) -> Iterator[HintReason]:
    action, state = thought.chosen, thought.state
    then = after(state, action)
    to = forward_square(action)
    if to == HOME_SQUARE:
        place = then.seats[thought.seat].pieces[piece_of(action)].place or 0
        yield HintReason("home", (("place", place),))
    elif to is not None:
        yield from _landing(then, thought.seat, action, to)
    if second is not None and state.setup.pieces == 1:
        yield from _saved(thought, second, evaluator)
    yield from _stock(state, thought.seat, action)
    yield from _then(thought, action)
    if not landed_on_hare(state, action):
        yield from _denied(state, then)
    if to is not None:
        yield from _paid_place(then, thought.seat, action, to)


def _landing(then: State, seat: int, action: Action, to: int) -> Iterator[HintReason]:
    """Predict what the square pays: what it would pay as the position then stands."""
    kind = then.setup.edition.board.squares[to]
    rank = rank_among(then.seats, then.seats[seat].pieces[piece_of(action)])
    if kind is Kind.LETTUCE:
        yield HintReason("lettuce", (("pays", 10 * rank),))
    if pays(kind, rank) and predicts_rank(then.setup):
        yield HintReason("number", (("pays", 10 * rank),))


def predicts_rank(setup: Setup) -> bool:
    """Return whether a rank is predicted well enough for a number square (README.md)."""
    return setup.players <= MOST_PLAYERS_RANKED


def _paid_place(then: State, seat: int, action: Action, to: int) -> Iterator[HintReason]:
    """Name the nearest place that the square pays, where it is not predicted that it will.

    A fact: it predicts nothing.
    """
    kind = then.setup.edition.board.squares[to]
    rank = rank_among(then.seats, then.seats[seat].pieces[piece_of(action)])
    if pays(kind, rank) and predicts_rank(then.setup):
        return
    pieces = sum(len(each.pieces) for each in then.seats)
    places = [place for place in PAID_RANKS.get(kind, ()) if place <= pieces]
    if places:
        place = min(places, key=lambda each: (abs(each - rank), each))
        yield HintReason("place", (("place", place), ("pays", 10 * place)))


def _saved(thought: Thought, second: Action, evaluator: Evaluator) -> Iterator[HintReason]:
    """Predict how many own turns fewer it takes to Home than after another move of the piece.

    Of a pair that is too seldom so to be counted (README.md).
    """
    state, action = thought.state, thought.chosen
    than = target_of(second)
    if than is None or target_of(action) is None or piece_of(action) != piece_of(second):
        return
    if landed_on_hare(state, action) or landed_on_hare(state, second):
        return
    turns = [evaluator.turns(after(state, each), thought.seat) for each in (second, action)]
    fewer = int(turns[0] - turns[1] - MARGIN)
    if fewer >= FEWEST_SAVED:
        yield HintReason("saves", (("turns", min(fewer, MOST_SAVED)), ("than", than)))


def target_of(action: Action) -> int | None:
    """Return the square that a piece moves to, None for an action that moves none."""
    return forward_square(action) or back_square(action)


def _then(thought: Thought, action: Action) -> Iterator[HintReason]:
    """Predict the same piece's next move, where it is the next lettuce or Home."""
    chosen = next((each for each in thought.candidates if each.action == action), None)
    following = chosen.following if chosen else None
    to = forward_square(following) if following else None
    if following is None or to is None or piece_of(following) != piece_of(action):
        return
    setup = thought.state.setup
    if to == HOME_SQUARE:
        if predicts_home(setup):
            yield HintReason("then_home")
    elif setup.edition.board.squares[to] is Kind.LETTUCE and predicts_lettuce(setup):
        yield HintReason("then_lettuce", (("to", to),))


def predicts_home(setup: Setup) -> bool:
    """Return whether Home is predicted well: not in teams of six (README.md)."""
    return not setup.teams or setup.players == TEAMS_OF_FOUR


def predicts_lettuce(setup: Setup) -> bool:
    """Return whether the next lettuce is predicted well: not for pairs and teams (README.md)."""
    return setup.pieces == 1 and not setup.teams


def _stock(state: State, seat: int, action: Action) -> Iterator[HintReason]:
    """Say what the rules make of the own stock."""
    mine = state.seats[seat]
    square = mine.pieces[piece_of(action)].square
    back = back_square(action)
    if back is not None and not declines(action):
        squares = square - back
        yield HintReason("back", (("squares", squares), ("earns", 10 * squares)))
    if takes_ten(action):
        yield HintReason("take_ten")
    if gives_ten(action):
        yield HintReason("give_ten")
        over = mine.carrots - cost(HOME_SQUARE - square) - finish_limit(state)
        if over > 0 and not mine.lettuces:
            yield HintReason("surplus", (("over", over),))


def _denied(state: State, then: State) -> Iterator[HintReason]:
    """Name the next seat's number square that would have been paid, and now is not.

    The next seat is settled when its turn begins, so that nothing can come between.
    """
    seat = then.turn
    if seat is None or then.prompt is not None or seat == state.turn:
        return
    squares = state.setup.edition.board.squares
    for piece in state.seats[seat].pieces:
        rank = rank_among(state.seats, piece)
        now = rank_among(then.seats, piece)
        kind = squares[piece.square]
        if piece.landed and pays(kind, rank) and not pays(kind, now):
            yield HintReason("denies", (("seat", seat), ("carrots", 10 * rank)))
