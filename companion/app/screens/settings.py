"""The settings: the language first, marked with a globe, then the others."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app.apply_decision import change_settings
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.screens.menu import KEYS, at_the_lock
from companion.app.session import Session, UpdateResult, open_screen
from companion.app.states.lists import LanguageScreen
from companion.app.text.catalogue import languages
from companion.app.text.icons import GLOBE, LOCK

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.lists import SettingsScreen
    from companion.app.view import ListView

DIM_MINUTES: Final = (1, 2, 5, 10, 0)
DARK_MINUTES: Final = (5, 10, 30, 60, 0)


def view(session: Session, screen: SettingsScreen, panel: str = "") -> ListView:
    """List the settings with their values."""
    del panel
    return rows_view(screen, session.texts.gettext("Settings"), _choices(session))


def on_press(session: Session, screen: SettingsScreen, press: Press) -> UpdateResult:
    """Change a setting at once and save it."""
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    return (
        choice(f"{GLOBE} {texts.gettext('Language')}", _language, value=texts.own_name),
        *play_lines(session),
        _switch(session, "inverted", texts.gettext("Inverted"), texts.gettext("Black on light")),
        _switch(
            session, "turned", texts.gettext("Left-handed"), texts.gettext("Turns picture and keys")
        ),
        _minutes(session, "dim", DIM_MINUTES, texts.gettext("Dim after")),
        _minutes(session, "dark", DARK_MINUTES, texts.gettext("Dark after")),
        choice(
            f"{LOCK} {texts.gettext('Child lock')}",
            _lock,
            foot=texts.gettext("Opens: {keys}", keys=KEYS),
        ),
    )


def play_lines(session: Session) -> tuple[Choice, ...]:
    """List the settings that are asked before a game too."""
    texts = session.texts
    return (
        _switch(
            session, "secret", texts.gettext("Secret carrots"), texts.gettext("Hides every count")
        ),
        _switch(
            session, "learning", texts.gettext("Learning"), texts.gettext("You work out the cost")
        ),
        _switch(session, "sound", texts.gettext("Sound"), texts.gettext("Where there is a buzzer")),
        _switch(
            session, "large", texts.gettext("Large print"), texts.gettext("Only what matters, big")
        ),
    )


def _language(session: Session) -> UpdateResult:
    codes = languages()
    now = session.texts.language
    chosen = codes.index(now) if now in codes else 0
    return UpdateResult(open_screen(session, LanguageScreen(chosen)))


def _switch(session: Session, key: str, label: str, foot: str) -> Choice:
    on = getattr(session.settings, key)
    texts = session.texts
    # Translators: the state of a setting.
    value = texts.pgettext("switch", "on") if on else texts.pgettext("switch", "off")
    return choice(label, partial(_set, key=key, value=not on), value=value, foot=foot)


def _minutes(session: Session, key: str, steps: tuple[int, ...], label: str) -> Choice:
    texts = session.texts
    now = getattr(session.settings, key)
    after = steps[(steps.index(now) + 1) % len(steps)] if now in steps else steps[0]
    value = texts.gettext("{n} min", n=now) if now else texts.gettext("never")
    return choice(label, partial(_set, key=key, value=after), value=value, foot=" ")


def _set(session: Session, key: str, value: object) -> UpdateResult:
    settings = replace(session.settings, **{key: value})  # type: ignore[arg-type]  # fields by name
    return change_settings(session, settings)


def _lock(session: Session) -> UpdateResult:
    """Lock, and show the last line of the menu, which says how to unlock."""
    step = change_settings(session, replace(session.settings, locked=True))
    locked = replace(step.session, stack=step.session.stack[:1], unlock_presses=())
    return UpdateResult(at_the_lock(locked), step.entries)
