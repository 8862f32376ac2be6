"""What a press sounds like, where there is a buzzer and the players want it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.session import Place
from companion.rules import What

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session


class Sound(StrEnum):
    """The sounds by name, as the buzzer knows them."""

    CLICK = "click"
    WRONG = "wrong"
    FINISH = "finish"


def sound_of(before: Session, after: Session, press: Press) -> str:
    """Name the sound of a press that led from one session to the other; empty for silence."""
    if not after.settings.sound:
        return ""
    if _came_home(before, after):
        return Sound.FINISH
    return Sound.WRONG if _was_refused(before, after, press) else Sound.CLICK


def _came_home(before: Session, after: Session) -> bool:
    was, now = before.game, after.game
    if was is None or now is None or was.number != now.number or len(now.past) <= len(was.past):
        return False
    return any(step.what is What.HOME for step in now.past[-1].happened)


def _was_refused(before: Session, after: Session, press: Press) -> bool:
    """Tell whether OK was pressed on a square that it does not accept: the sign blinks."""
    blinked = after.screen.place is Place.TURN and after.screen.top != before.screen.top
    return press.button is Button.OK and before.game is after.game and blinked
