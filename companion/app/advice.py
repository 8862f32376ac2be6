"""What the companion is asked to think about, and its advice.

The session only says what it waits for (`thought_request`). The shell thinks, a step after each
event, and brings the advice back as an event (`Advised`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.app.states.game import HintScreen

if TYPE_CHECKING:
    from companion.app.session import Session
    from companion.rules import Action, State

STRONGEST = "strong"


@dataclass(frozen=True, slots=True)
class ThoughtRequest:
    """A position to think about, and the level (a word of rules.setup.LEVELS) to think at."""

    state: State
    level: str


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


def thought_request(session: Session) -> ThoughtRequest | None:
    """Return what the screen waits for that is not thought about yet; None where it is nothing."""
    if session.game is None or not isinstance(session.screen, HintScreen):
        return None
    request = ThoughtRequest(session.game.state, STRONGEST)
    return None if advice_on(session, request) else request


def advice_on(session: Session, request: ThoughtRequest) -> Advice | None:
    """Return the advice on a position; None where it is not there yet."""
    advice = session.advice
    return advice if advice is not None and advice.request == request else None


def take_advice(session: Session, advice: Advice) -> Session:
    """Return the session with the advice it waits for; any other is dropped."""
    if advice.request != thought_request(session):
        return session
    return replace(session, advice=advice)
