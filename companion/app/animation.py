"""Small animations as functions of time: any press ends them, and nothing waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.session import Animation, Session
from companion.app.states.game import EndScreen, ForcedTurnScreen, TurnScreen
from companion.app.states.questions import CardScreen
from companion.app.view import ANIMATION_SECONDS
from companion.rules import Ate, Back, Eat, Forward

if TYPE_CHECKING:
    from companion.app.game import Ply
    from companion.app.states import Screen
    from companion.rules import Action, Correction

POWER_ON_S: Final = ANIMATION_SECONDS["power-on"]
FRAME_S: Final = 0.08  # seconds that each picture of an animation is shown
_FILLING: Final = frozenset({"card", "finish"})
_SHOWN_ON: Final = (TurnScreen, ForcedTurnScreen, CardScreen, EndScreen)


def after(before: Session, now: Session) -> Animation | None:
    """Return the animation that a press started, with its time; None where it started none."""
    old, new = before.game, now.game
    if old is None or new is None or old.number != new.number or len(new.past) <= len(old.past):
        return None
    if not isinstance(now.screen, _SHOWN_ON):
        return None
    name = _name(new.past[-1], now.screen)
    return Animation(name, now.now) if name else None


def _name(ply: Ply, screen: Screen) -> str:
    if isinstance(screen, EndScreen):
        return "finish"
    if isinstance(screen, CardScreen):
        return "card"
    if any(isinstance(step, Ate) and step.rank is None for step in ply.consequences):
        return ""  # without a lettuce the turn was just lost
    return _name_of_action(ply.action)


def _name_of_action(action: Action | Correction) -> str:
    match action:
        case Forward():
            return "hare"
        case Back():
            return "tortoise"
        case Eat():
            return "lettuce"
        case _:
            return ""


def running(session: Session) -> tuple[str, float] | None:
    """Return the animation that is shown now and its age in seconds; None after a press."""
    if session.animation is None:
        return None
    name, began = session.animation
    age = session.now - began
    return (name, age) if session.last_press_at <= began and age < ANIMATION_SECONDS[name] else None


def hides_all(session: Session) -> bool:
    """Return whether an animation fills the panel, so that the screen is not visible yet."""
    shown = running(session)
    return shown is not None and shown[0] in _FILLING


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
