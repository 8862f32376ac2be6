"""The very first screen: the language, each in its own name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.deeds import keep_settings
from companion.app.icons import GLOBE
from companion.app.listing import Choice, choice, press_list, rows_view
from companion.app.session import Place, Session, Step, close_screen, open_screen
from companion.app.texts import languages, texts_in

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.view import Rows


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """List the languages under a globe."""
    del panel
    return rows_view(screen, f"{GLOBE} {session.texts.say('Language')}", _choices())


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Choose the language."""
    return press_list(session, screen, press, _choices())


def _choices() -> tuple[Choice, ...]:
    return tuple(
        choice(texts_in(code).own_name, partial(_choose, code=code)) for code in languages()
    )


def _choose(session: Session, code: str) -> Step:
    step = keep_settings(session, replace(session.settings, language=code))
    if len(session.stack) == 1:
        return Step(open_screen(step.session, Place.EDITION), step.keeps)
    return Step(close_screen(step.session), step.keeps)
