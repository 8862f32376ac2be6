"""Which sound a press makes, where there is a buzzer or a page and sounds are switched on."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from companion.app.animation import celebrates
from companion.app.events import Button
from companion.app.states.game import TurnScreen
from companion.app.states.questions import CardScreen
from companion.rules import ReachedHome

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session


class Sound(StrEnum):
    """The sounds by name, as the buzzer knows them."""

    CLICK = "click"
    WRONG = "wrong"
    CARD = "card"
    FINISH = "finish"
    WIN = "win"


def sound_of(before: Session, after: Session, press: Press) -> str:
    """Return the sound of a press that led from one session to the other."""
    if celebrates(before, after):
        return Sound.WIN
    if _came_home(before, after):
        return Sound.FINISH
    if _is_card_drawn(before, after):
        return Sound.CARD
    return Sound.WRONG if _was_refused(before, after, press) else Sound.CLICK


def _has_played(before: Session, after: Session) -> bool:
    """Return whether a decision was added to the game."""
    was, now = before.game, after.game
    if was is None or now is None or was.number != now.number:
        return False
    return len(now.past) > len(was.past)


def _came_home(before: Session, after: Session) -> bool:
    if after.game is None or not _has_played(before, after):
        return False
    return any(isinstance(step, ReachedHome) for step in after.game.past[-1].consequences)


def _is_card_drawn(before: Session, after: Session) -> bool:
    """Return whether a hare card is shown for the first time."""
    if not isinstance(after.screen, CardScreen):
        return False
    return _has_played(before, after) or before.acknowledged != after.acknowledged


def _was_refused(before: Session, after: Session, press: Press) -> bool:
    """Return whether OK was pressed on a square that it does not accept: the sign blinks."""
    was, now = before.screen, after.screen
    if not (isinstance(was, TurnScreen) and isinstance(now, TurnScreen)):
        return False
    return press.button is Button.OK and before.game is after.game and was.blink != now.blink
