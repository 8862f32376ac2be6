"""The very first screen: the language, each in its own name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.apply_decision import change_settings
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.session import Session, UpdateResult, close_screen, open_screen
from companion.app.states.setup import EditionScreen
from companion.app.text.catalogue import languages, texts_in
from companion.app.text.icons import GLOBE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.app.gestures import Press
    from companion.app.states.lists import LanguageScreen
    from companion.app.view import ListView


def view(session: Session, screen: LanguageScreen, panel: str = "") -> ListView:
    """List the languages under a globe."""
    del panel
    return rows_view(screen, f"{GLOBE} {session.texts.gettext('Language')}", _choices(session))


def on_press(session: Session, screen: LanguageScreen, press: Press) -> UpdateResult:
    """Choose the language."""
    return press_list(session, screen, press, _choices(session))


def best(wanted: Iterable[str]) -> str:
    """Return the first language of some tags (de-AT) that there are texts in; "" for none."""
    codes = (tag.partition("-")[0].lower() for tag in wanted)
    return next((code for code in codes if code in languages()), "")


def _choices(session: Session) -> tuple[Choice, ...]:
    return tuple(
        choice(texts_in(code).own_name, partial(_choose, code=code)) for code in _order(session)
    )


def _order(session: Session) -> list[str]:
    """List the languages; before one is chosen that of the first browser stands on top."""
    first = "" if session.settings.language else session.preferred_language
    return sorted(languages(), key=lambda code: code != first)


def _choose(session: Session, code: str) -> UpdateResult:
    step = change_settings(session, replace(session.settings, language=code))
    if len(session.stack) == 1:
        return UpdateResult(open_screen(step.session, EditionScreen()), step.entries)
    return UpdateResult(close_screen(step.session), step.entries)
