"""Small animations as functions of time: any press ends them, and nothing waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.session import Animation, Session
from companion.app.states.game import EndScreen, TurnScreen
from companion.app.states.questions import CardScreen
from companion.app.view import ANIMATION_SECONDS

if TYPE_CHECKING:
    from companion.app.states import Screen

POWER_ON_S: Final = ANIMATION_SECONDS["power-on"]
TRAIL: Final = "trail"  # of the last piece on the next player's race line; part of that picture
TRAIL_S: Final = 0.8
FRAME_S: Final = 0.08  # seconds that each picture of an animation is shown


def after(before: Session, now: Session) -> Animation | None:
    """Return the animation that a press started, with its time; None where it started none."""
    if celebrates(before, now):
        return Animation("finish", now.now)
    old, new = before.game, now.game
    if old is None or new is None or old.number != new.number or len(new.past) <= len(old.past):
        return None
    name = _name(now.screen)
    return Animation(name, now.now) if name else None


def celebrates(before: Session, now: Session) -> bool:
    """Return whether a press led to the end of a game that somebody has won."""
    won = now.game is not None and now.game.state.over
    return won and now.stack == (EndScreen(),) and not isinstance(before.stack[0], EndScreen)


def _name(screen: Screen) -> str:
    match screen:
        case CardScreen():
            return "card"
        case TurnScreen():
            return TRAIL
        case _:
            return ""


def running(session: Session) -> tuple[str, float] | None:
    """Return the animation that is shown now and its age in seconds; None after a press."""
    if session.animation is None:
        return None
    name, began = session.animation
    age = session.now - began
    length = TRAIL_S if name == TRAIL else ANIMATION_SECONDS[name]
    return (name, age) if session.last_press_at <= began and age < length else None


def filling(session: Session) -> tuple[str, float] | None:
    """Return the animation that fills the panel now, and its age in seconds."""
    shown = running(session)
    return shown if shown and shown[0] != TRAIL else None


def hides_all(session: Session) -> bool:
    """Return whether an animation fills the panel, so that the screen is not visible yet."""
    return filling(session) is not None


def trail_part(session: Session) -> float:
    """Return the share of its way, 0 to 1, that the piece moved last has gone on the race line."""
    shown = running(session)
    return shown[1] / TRAIL_S if shown and shown[0] == TRAIL else 1


def powering_on(session: Session) -> bool:
    """Return whether the power-on picture is still shown: until a press, or 0.9 s."""
    return (
        session.last_press_at <= session.started_at
        and session.now < session.started_at + POWER_ON_S
    )


def due(session: Session) -> float | None:
    """Return when the animation changes next, in seconds; None where none runs."""
    if powering_on(session):
        return session.started_at + POWER_ON_S
    shown = running(session)
    return None if shown is None else session.now + FRAME_S
