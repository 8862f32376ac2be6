"""What the companion is asked to think about, and what it answers.

The session only says what it waits for (`thought_request`). The shell thinks, a step after each
event, and brings the answer back as an event (`Advised`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from companion.app.next_screen import WAITING, companion_level, next_screen
from companion.app.states.game import CompanionScreen, HintScreen
from companion.app.states.text_screens import NoCompanionScreen

if TYPE_CHECKING:
    from companion.app.session import Session
    from companion.rules import Action, Setup, State

STRONGEST = "strong"
KNOWN = 100  # percent of a board
UNSEEN_S = 0.4  # after something is shown that no press asked for, OK cannot be meant for it


@dataclass(frozen=True, slots=True)
class ThoughtRequest:
    """A position to think about, and the level (a word of rules.setup.LEVELS) to think at."""

    state: State
    level: str

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        return self.state.setup


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """A family's own board to be learnt before it is the companion's turn."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class AdviceReason:
    """One reason for an action: its code (companion/players/README.md), its numbers by name."""

    code: str
    numbers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """What the seat to move should do, and why."""

    request: ThoughtRequest
    action: Action
    reasons: tuple[AdviceReason, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardProgress:
    """How much of a family's own board the companion has learnt, in percent."""

    setup: Setup
    percent: int


@dataclass(frozen=True, slots=True)
class UnknownBoard:
    """The companion cannot play in this game: the data of the board is missing or damaged."""

    setup: Setup


AdviceRequest: TypeAlias = ThoughtRequest | BoardRequest
AdviceAnswer: TypeAlias = Advice | BoardProgress | UnknownBoard


def thought_request(session: Session) -> AdviceRequest | None:
    """Return what the game waits for that is not thought about yet; None where it is nothing."""
    game = session.game
    if game is None or session.unknown_board is game.setup or session.stack[0].id not in WAITING:
        return None
    request = companion_request(session)
    if isinstance(session.screen, HintScreen):
        request = ThoughtRequest(game.state, STRONGEST)
    if request is not None and advice_on(session, request) is None:
        return request
    return _board_request(session, game.setup)


def companion_request(session: Session) -> ThoughtRequest | None:
    """Return what the companion decides now; None where a person does, or nobody."""
    level, game = companion_level(session), session.game
    return ThoughtRequest(game.state, level) if level is not None and game is not None else None


def _board_request(session: Session, setup: Setup) -> BoardRequest | None:
    """Return the family's own board where the companion plays on it and does not know it yet."""
    if setup.edition_data is None or not any(setup.levels):
        return None
    return None if progress_percent(session) == KNOWN else BoardRequest(setup)


def progress_percent(session: Session) -> int:
    """Return how much of the board of the open game the companion has learnt, as far as it said."""
    progress, game = session.board_progress, session.game
    return progress.percent if progress and game and progress.setup is game.setup else 0


def advice_on(session: Session, request: ThoughtRequest) -> Advice | None:
    """Return the advice on a position; None where it is not there yet."""
    advice = session.advice
    return advice if advice is not None and advice.request == request else None


def take_answer(session: Session, answer: AdviceAnswer) -> Session:
    """Return the session with the answer it waits for; any other is dropped."""
    match answer:
        case BoardProgress():
            return replace(session, board_progress=answer)
        case UnknownBoard(setup):
            return _without_player(session, setup)
    if answer.request != thought_request(session):
        return session
    session = replace(session, advice=answer)
    return session if isinstance(session.screen, HintScreen) else _unseen(session)


def without_thoughts(session: Session) -> Session:
    """Return the session in which people play the companion's seats: a thought has failed."""
    game = session.game
    if game is None or thought_request(session) is None or isinstance(session.screen, HintScreen):
        return session
    return replace(session, unknown_board=game.setup)


def _without_player(session: Session, setup: Setup) -> Session:
    """Let people play the companion's seats of the open game, and say so."""
    if session.game is None or session.game.setup is not setup:
        return session
    session = replace(session, unknown_board=setup)
    above = [screen for screen in session.stack[1:] if not isinstance(screen, HintScreen)]
    lowest = session.stack[0]
    if isinstance(lowest, CompanionScreen):
        lowest = next_screen(session)
    return _unseen(replace(session, stack=(lowest, *above, NoCompanionScreen())))


def _unseen(session: Session) -> Session:
    return replace(session, ok_after=max(session.ok_after, session.now + UNSEEN_S))
