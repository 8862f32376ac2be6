"""Choose an action in small steps: a thought is a value, and each step takes it a little further.

A step makes about twenty evaluations, so that a device can think between two presses; a choice
takes at most `MOST_EVALUATIONS`. Nothing here is timed: the same position gives the same choice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.players.levels import LEVEL_SETTINGS, Level, LevelSettings, chance_of, pick
from companion.players.rules_access import (
    Kind,
    after,
    after_card,
    blind,
    cost,
    forward_square,
    landed_on_hare,
    legal_actions,
    piece_of,
    possible_cards,
    rank_among,
    seat_to_move,
)

if TYPE_CHECKING:
    from companion.players.evaluation import Evaluator
    from companion.players.rules_access import Action, State

MOST_EVALUATIONS = 1000
ENOUGH = 750  # evaluations after which no other candidate is begun
ENOUGH_FOR_CARDS = 450  # after which a hare square is not looked into
STEP = 20  # evaluations of a step
CANDIDATES = 12  # looked ahead at most
MARGIN = 0.25  # how much less than the best a candidate may be worth
AHEAD = 0.7  # the share of what is seen ahead in a candidate's value
MOST_REPLIES = 12  # of the others, before it is my turn again
LATE = 45  # entries a piece: later in a game only sure plans are followed
LATE_IN_PAIRS = 25  # the same for pairs that are played by the table
SURE_TEMPERATURE = 0.25  # a little chance, or two could wait for each other for ever
UNSURE_TURNS = 3.0  # what a square costs a sure plan when chance decides what it brings

UNSURE = frozenset({Kind.HARE, Kind.TWO, Kind.THREE, Kind.FOUR, Kind.FLAG})


@dataclass(frozen=True, slots=True)
class Reply:
    """An action in a line, the position after it, and its value for the seat that takes it."""

    action: Action
    state: State
    value: float


@dataclass(frozen=True, slots=True)
class Line:
    """What may follow a candidate: a position after it.

    `share` is its part of the candidate's value, `value` its own one; `is_mine` while the
    thinking seat still answers the card. `replies` is the number made so far; of the next one
    the first `tried` actions were evaluated, and `best` is the best of them.
    """

    state: State
    share: float
    value: float
    is_mine: bool = False
    replies: int = 0
    tried: int = 0
    best: Reply | None = None


@dataclass(frozen=True, slots=True)
class UndrawnLine:
    """What may follow a candidate on a hare square: a card that is still to be drawn."""

    card: str
    share: float
    value: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that is looked at: its first value, and the value ahead as far as it is known.

    `following` is the own action that the main line expects next.
    """

    action: Action
    first: float
    ahead: float = 0.0
    lines: tuple[Line | UndrawnLine, ...] = ()
    following: Action | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """How far the choice has come; `choice` is None until it is made.

    `scores` are the first values of the `actions` so far, `candidates` the best of them, the one in
    work being number `current`.
    """

    known: State
    state: State
    seat: int
    level: Level
    actions: tuple[Action, ...]
    scores: tuple[float, ...] = ()
    evaluations: int = 0
    candidates: tuple[Candidate, ...] = ()
    current: int = 0
    choice: Action | None = None

    @property
    def chosen(self) -> Action:
        """Return the choice; LookupError before it is made."""
        if self.choice is None:
            raise LookupError("nothing is chosen yet")
        return self.choice

    @property
    def level_settings(self) -> LevelSettings:
        """Return how the level chooses."""
        return LEVEL_SETTINGS[self.level]


def begin(state: State, level: Level, evaluator: Evaluator) -> Thought:
    """Return the thought of the seat whose turn it is, nothing evaluated yet.

    Without a network for this game the better levels play as `easy` does.
    """
    seat = seat_to_move(state)
    if LEVEL_SETTINGS[level].by_network and not evaluator.has_network:
        level = Level.EASY
    actions = legal_actions(state)
    known = replace(state, deck=tuple(sorted(state.deck)))
    choice = actions[0] if len(actions) == 1 else None
    return Thought(known, blind(state), seat, level, actions, choice=choice)


def advance(thought: Thought, evaluator: Evaluator) -> Thought:
    """Return the thought a step further; one that has its choice comes back as it is."""
    if thought.choice is not None:
        return thought
    if len(thought.scores) < len(thought.actions):
        return _score_some(thought, evaluator)
    if not thought.candidates:
        return _choose_at_once(thought, evaluator)
    if thought.current < len(thought.candidates):
        return _look_further(thought, evaluator)
    best = max(thought.candidates, key=lambda each: each.ahead)
    return replace(thought, choice=best.action)


def choose(state: State, level: Level, evaluator: Evaluator) -> Thought:
    """Return the finished thought, all at once."""
    thought = begin(state, level, evaluator)
    while thought.choice is None:
        thought = advance(thought, evaluator)
    return thought


def is_late(thought: Thought) -> bool:
    """Return whether the game has gone on for so long that only sure plans are followed."""
    pieces = thought.state.setup.pieces
    by_table = pieces == 2 and not thought.level_settings.by_network
    late = LATE_IN_PAIRS if by_table else LATE
    return thought.state.entries > late * len(thought.state.seats) * pieces


def _score_some(thought: Thought, evaluator: Evaluator) -> Thought:
    done = len(thought.scores)
    some = thought.actions[done : done + STEP]
    scores = tuple(_score(thought, action, evaluator) for action in some)
    count = thought.evaluations + len(some)
    return replace(thought, scores=thought.scores + scores, evaluations=count)


def _score(thought: Thought, action: Action, evaluator: Evaluator) -> float:
    """Return the first value of an action: of the network, or the turns to Home, negative."""
    state, seat = thought.state, thought.seat
    then = after(state, action)
    if is_late(thought):
        return -evaluator.sure_turns(then, seat) - UNSURE_TURNS * _is_unsure(state, action)
    if not thought.level_settings.by_network:
        return -evaluator.turns(then, seat)
    return evaluator.value(then, seat, undrawn(state, action))


def _is_unsure(state: State, action: Action) -> bool:
    to = forward_square(action)
    return to is not None and state.setup.edition.board.squares[to] in UNSURE


def undrawn(state: State, action: Action) -> tuple[int, int] | None:
    """Return the piece that draws a card by this action and what its move costs, None for none."""
    if not landed_on_hare(state, action):
        return None
    to, piece = forward_square(action) or 0, piece_of(action)
    return piece, cost(to - state.seats[action.seat].pieces[piece].square)


def _choose_at_once(thought: Thought, evaluator: Evaluator) -> Thought:
    """Choose by the first values alone, or go on with the best of them."""
    settings, scores, spent = thought.level_settings, list(thought.scores), 0
    chance = chance_of(thought.state, thought.seat)
    if is_late(thought):
        number = pick(scores, SURE_TEMPERATURE, chance)
    elif settings.looks_ahead:
        return replace(thought, candidates=_candidates(thought))
    elif settings.slack is None:
        number = pick(scores, settings.temperature, chance)
    else:
        near, spent = _near_home(thought, settings.slack, evaluator), len(scores)
        number = near[pick([scores[n] for n in near], settings.temperature, chance)]
    count = thought.evaluations + spent
    return replace(thought, evaluations=count, choice=thought.actions[number])


def _near_home(thought: Thought, slack: float, evaluator: Evaluator) -> list[int]:
    """Return the numbers of the actions whose way Home is at most `slack` turns longer."""
    turns = [
        evaluator.turns(after(thought.state, action), thought.seat) for action in thought.actions
    ]
    return [number for number, each in enumerate(turns) if each <= min(turns) + slack]


def _candidates(thought: Thought) -> tuple[Candidate, ...]:
    """Return the best actions, the best one first."""
    ranked = sorted(zip(thought.scores, thought.actions, strict=True), key=lambda each: -each[0])
    best = ranked[0][0]
    return tuple(
        Candidate(action, score, score)
        for score, action in ranked[:CANDIDATES]
        if score >= best - MARGIN
    )


def _look_further(thought: Thought, evaluator: Evaluator) -> Thought:
    """Take the candidate in work a step further."""
    candidate = thought.candidates[thought.current]
    if not candidate.lines:
        begun = _begin_lines(thought, candidate, evaluator)
        return _with(thought, begun, 0, is_done=not begun.lines)
    line = candidate.lines[0]
    if _is_at_end(thought, line):
        return _end_line(thought, candidate, line, line.value)
    if isinstance(line, UndrawnLine):
        drawn = _draw(thought, candidate, line, evaluator)
        return _with(thought, _with_line(candidate, drawn), 1)
    return _follow(thought, candidate, line, evaluator)


def _is_at_end(thought: Thought, line: Line | UndrawnLine) -> bool:
    replies = line.replies if isinstance(line, Line) else 0
    return replies >= MOST_REPLIES or thought.evaluations >= MOST_EVALUATIONS


def _with(thought: Thought, candidate: Candidate, spent: int, *, is_done: bool = False) -> Thought:
    number = thought.current
    candidates = (*thought.candidates[:number], candidate, *thought.candidates[number + 1 :])
    return replace(
        thought,
        candidates=candidates,
        evaluations=thought.evaluations + spent,
        current=number + is_done,
    )


def _with_line(candidate: Candidate, line: Line) -> Candidate:
    return replace(candidate, lines=(line, *candidate.lines[1:]))


def _begin_lines(thought: Thought, candidate: Candidate, evaluator: Evaluator) -> Candidate:
    """Return the candidate with all that may follow it; with nothing where it stays as it is."""
    if len(thought.candidates) == 1 or thought.evaluations > ENOUGH:
        return candidate
    state = after(thought.state, candidate.action)
    if not landed_on_hare(thought.state, candidate.action):
        if evaluator.is_decided(state, thought.seat):
            return candidate
        return replace(candidate, ahead=0.0, lines=(Line(state, 1.0, candidate.first),))
    if thought.evaluations > ENOUGH_FOR_CARDS:
        return candidate
    piece = state.seats[thought.seat].pieces[piece_of(candidate.action)]
    cards = possible_cards(thought.known, rank_among(state.seats, piece))
    lines = tuple(UndrawnLine(card, share, candidate.first) for card, share in cards.items())
    return replace(candidate, ahead=0.0, lines=lines)


def _draw(thought: Thought, candidate: Candidate, line: UndrawnLine, evaluator: Evaluator) -> Line:
    """Return the line after its card is drawn."""
    state = after_card(thought.state, candidate.action, line.card)
    is_mine = state.prompt is not None and state.turn == thought.seat
    return Line(state, line.share, evaluator.value(state, thought.seat), is_mine=is_mine)


def _follow(thought: Thought, candidate: Candidate, line: Line, evaluator: Evaluator) -> Thought:
    """Look at some actions of the seat that replies; at my next turn the line ends."""
    state, seat = line.state, thought.seat
    if evaluator.is_decided(state, seat):
        return _end_line(thought, candidate, line, evaluator.utility(state, seat))
    actions = legal_actions(state)
    some = actions[line.tried :][: min(STEP, MOST_EVALUATIONS - thought.evaluations)]
    best = _best_reply(state, some, line.best, evaluator)
    tried = line.tried + len(some)
    thought = replace(thought, evaluations=thought.evaluations + len(some))
    if tried < len(actions):
        return _with(thought, _with_line(candidate, replace(line, tried=tried, best=best)), 0)
    if line.is_mine:
        answered = Line(best.state, line.share, best.value)
        return _with(thought, _with_line(candidate, answered), 0)
    if state.turn == seat:
        main = best.action if line.share == 1.0 else None
        return _end_line(thought, replace(candidate, following=main), line, best.value)
    replied = Line(best.state, line.share, line.value, replies=line.replies + 1)
    return _with(thought, _with_line(candidate, replied), 0)


def _best_reply(
    state: State, actions: tuple[Action, ...], best: Reply | None, evaluator: Evaluator
) -> Reply:
    """Return the best of the actions for the seat that takes it, and of the best one before."""
    seat = seat_to_move(state)
    replies = [best] if best else []
    for action in actions:
        then = after(state, action)
        value = evaluator.value(then, seat, undrawn(state, action))
        replies.append(Reply(action, then, value))
    return max(replies, key=lambda each: each.value)


def _end_line(
    thought: Thought, candidate: Candidate, line: Line | UndrawnLine, seen: float
) -> Thought:
    """Add the line's share to the candidate's value."""
    value = AHEAD * seen + (1 - AHEAD) * line.value
    rest = candidate.lines[1:]
    candidate = replace(candidate, ahead=candidate.ahead + line.share * value, lines=rest)
    return _with(thought, candidate, 0, is_done=not rest)
