"""The settings: language first (a globe, a fixed place), then what the family likes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app.deeds import keep_settings
from companion.app.icons import GLOBE, LOCK
from companion.app.listing import Choice, choice, press_list, rows_view
from companion.app.screens.menu import KEYS, at_the_lock
from companion.app.session import Place, Session, Step, open_screen
from companion.app.texts import languages

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.view import Rows

DIM_MINUTES: Final = (1, 2, 5, 10, 0)
DARK_MINUTES: Final = (5, 10, 30, 60, 0)


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """List the settings with their values."""
    del panel
    return rows_view(screen, session.texts.say("Settings"), _choices(session))


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Change a setting, at once and for good."""
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    return (
        choice(f"{GLOBE} {texts.say('Language')}", _language, value=texts.own_name),
        _switch(session, "secret", texts.say("Secret carrots"), texts.say("Counts are hidden")),
        _switch(session, "learning", texts.say("Learning"), texts.say("You work out the cost")),
        _switch(session, "large", texts.say("Large print"), texts.say("Only what matters, big")),
        _switch(session, "inverted", texts.say("Inverted"), texts.say("Black on light")),
        _switch(session, "turned", texts.say("Left-handed"), texts.say("Turns picture and keys")),
        _switch(session, "sound", texts.say("Sound"), texts.say("Where there is a buzzer")),
        _minutes(session, "dim", DIM_MINUTES, texts.say("Dim after")),
        _minutes(session, "dark", DARK_MINUTES, texts.say("Dark after")),
        choice(
            f"{LOCK} {texts.say('Child lock')}",
            _lock,
            foot=texts.say("Opens: {keys}", keys=KEYS),
        ),
    )


def _language(session: Session) -> Step:
    codes = languages()
    now = session.texts.language
    return Step(open_screen(session, Place.LANGUAGE, codes.index(now) if now in codes else 0))


def _switch(session: Session, key: str, label: str, foot: str) -> Choice:
    on = getattr(session.settings, key)
    texts = session.texts
    # Translators: the state of a setting.
    value = texts.pick("switch", "on") if on else texts.pick("switch", "off")
    return choice(label, partial(_set, key=key, value=not on), value=value, foot=foot)


def _minutes(session: Session, key: str, steps: tuple[int, ...], label: str) -> Choice:
    texts = session.texts
    now = getattr(session.settings, key)
    after = steps[(steps.index(now) + 1) % len(steps)] if now in steps else steps[0]
    value = texts.say("{n} min", n=now) if now else texts.say("never")
    return choice(label, partial(_set, key=key, value=after), value=value, foot=" ")


def _set(session: Session, key: str, value: object) -> Step:
    settings = replace(session.settings, **{key: value})  # type: ignore[arg-type]  # fields by name
    return keep_settings(session, settings)


def _lock(session: Session) -> Step:
    """Lock, and show the line that says how to open it again: the last one of the menu."""
    step = keep_settings(session, replace(session.settings, locked=True))
    locked = replace(step.session, stack=step.session.stack[:1], pattern=())
    return Step(at_the_lock(locked), step.keeps)
