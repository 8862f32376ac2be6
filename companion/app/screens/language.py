"""The very first screen: the language, each in its own name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app.deeds import keep_settings
from companion.app.icons import GLOBE
from companion.app.listing import Choice, choice, press_list, rows_view
from companion.app.session import LANGUAGES, Place, Session, Step, close_screen, open_screen

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.view import Rows

OWN_NAMES: Final = {
    "en": "English",
    "de": "Deutsch",
    "hu": "Magyar",
    "cs": "Čeština",
    "ru": "Русский",
}


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """List the languages under a globe."""
    del panel
    return rows_view(screen, f"{GLOBE} {session.texts.say('Language')}", _choices())


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Choose the language."""
    return press_list(session, screen, press, _choices())


def _choices() -> tuple[Choice, ...]:
    return tuple(choice(OWN_NAMES[code], partial(_choose, code=code)) for code in LANGUAGES)


def _choose(session: Session, code: str) -> Step:
    step = keep_settings(session, replace(session.settings, language=code))
    if len(session.stack) == 1:
        return Step(open_screen(step.session, Place.EDITION), step.keeps)
    return Step(close_screen(step.session), step.keeps)
