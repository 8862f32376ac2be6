"""Pictures with a few words: farewell, faults of the program and of the save, pairing."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.events import Button
from companion.app.icons import OK, RIGHT
from companion.app.keep import Cause, Choose, Put
from companion.app.session import Doorway, Session, Step, Trouble, close_screen
from companion.app.view import Poster
from companion.app.waiting import wait

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.texts import Texts

TRIES: Final = 3  # failures after which the game may go on without being kept


def farewell_view(session: Session, screen: Screen, panel: str = "") -> Poster:
    """Say that all is saved and what is safe."""
    del panel
    texts = session.texts
    unplug = texts.say("Unplug when the green lamp is out.")
    last = unplug if session.is_box else texts.say("Everything is saved.")
    return Poster(screen.place.value, "farewell", texts.say("See you!"), last)


def nothing(session: Session, screen: Screen, press: Press) -> Step:
    """Take no press any more."""
    del screen, press
    return Step(session)


def closes(session: Session, screen: Screen, press: Press) -> Step:
    """Close at OK or back."""
    del screen
    if press.button in (Button.OK, Button.BACK):
        return Step(close_screen(session))
    return Step(session)


def fault_press(session: Session, screen: Screen, press: Press) -> Step:
    """Return to where the game waits: the screen that stumbled is left behind.

    What could not be kept is still told.
    """
    del screen
    if press.button in (Button.OK, Button.BACK):
        return Step(close_screen(session) if session.trouble else wait(session))
    return Step(session)


def fault_view(session: Session, screen: Screen, panel: str = "") -> Poster:
    """Say that the program stumbled and the game is saved."""
    del panel
    texts = session.texts
    return Poster(
        screen.place.value,
        "fault",
        texts.say("Something went wrong"),
        texts.say("The game is saved."),
        texts.say("Back returns"),
    )


def trouble_view(session: Session, screen: Screen, panel: str = "") -> Poster:
    """Say why the last decision cannot be kept and what OK does."""
    del panel
    texts, trouble = session.texts, session.trouble
    foot = f"{OK} {texts.pick('OK button', 'try again')}"
    if trouble is not None and trouble.tries >= TRIES:
        # Translators: the right button: the game goes on, but is no longer kept.
        unsaved = texts.pick("right button", "without saving")
        foot = f"{OK} {texts.pick('OK button', 'again')}  {RIGHT} {unsaved}"
    cause = cause_told(texts, trouble.cause if trouble else Cause.IO_ERROR)
    return Poster(screen.place.value, "trouble", texts.say("Cannot save"), cause, foot)


def cause_told(texts: Texts, cause: Cause) -> str:
    """Say why something cannot be kept."""
    return _CAUSES[cause](texts)


_CAUSES: Final[dict[Cause, Callable[[Texts], str]]] = {
    # Translators: the memory card of the device, not a playing card.
    Cause.FULL: lambda t: t.say("The card is full."),
    # Translators: the memory card.
    Cause.READ_ONLY: lambda t: t.say("The card takes no writes."),
    Cause.NO_PERMISSION: lambda t: t.say("The folder is another user's."),
    Cause.GONE: lambda t: t.say("The folder is gone."),
    # Translators: a file or a folder that is none of the companion's.
    Cause.IN_THE_WAY: lambda t: t.say("Another file is in the way."),
    # Translators: the memory card.
    Cause.IO_ERROR: lambda t: t.say("The card answers with errors."),
    Cause.LOCKED: lambda t: t.say("Another companion is running."),
    Cause.NEWER: lambda t: t.say("The saves are of a newer version."),
    Cause.DAMAGED: lambda t: t.say("The save is damaged."),
}


def saving_view(session: Session, screen: Screen, panel: str = "") -> Poster:
    """Say that the card is slow."""
    del panel
    return Poster(screen.place.value, "saving", session.texts.say("Saving…"))


def damaged_view(session: Session, screen: Screen, panel: str = "") -> Poster:
    """Say that a damaged save was put aside, under which name, and what is still good."""
    del panel
    texts = session.texts
    folder, turns = screen.about
    ok = f"{OK} {texts.pick('OK button', 'next')}"
    if not folder:  # nothing was put aside: the store is of a newer version
        newer = cause_told(texts, Cause.NEWER)
        return Poster(screen.place.value, "trouble", texts.say("Cannot save"), newer, ok)
    told = texts.say("Put aside as {folder}.", folder=folder)
    if turns:
        told += " " + texts.say("Good up to turn {n}.", n=turns)
    return Poster(
        screen.place.value,
        "trouble",
        texts.say("A save was damaged"),
        told,
        ok,
    )


def damaged_press(session: Session, screen: Screen, press: Press) -> Step:
    """Take note: it is not said again."""
    step = closes(session, screen, press)
    if step.session is session:
        return step
    return Step(step.session, (Put("report", json.dumps(None)),))


def pairing_view(session: Session, screen: Screen, panel: str = "") -> Poster:
    """Show where a phone finds the page and the code that it must give."""
    del panel
    texts, doorway = session.texts, session.doorway or Doorway("")
    asked = texts.say("Type this code on the phone.")
    return Poster(screen.place.value, "pairing", doorway.code, asked, doorway.at)


def trouble_press(session: Session, screen: Screen, press: Press) -> Step:
    """Try again to keep the decision; after three failures right plays on without.

    Back takes the decision back, which nobody was told of: the game waits where it waited.
    """
    del screen
    trouble = trouble_of(session)
    if press.button is Button.OK:
        return Step(_wanted(session), trouble.keeps, reload=not trouble.keeps)
    if press.button is Button.RIGHT and trouble.tries >= TRIES and not press.repeat:
        # The choice of another game is no decision of this one: it is given up.
        left = tuple(keep for keep in trouble.keeps if not isinstance(keep, Choose))
        return Step(replace(_wanted(session), unsaved=(*session.unsaved, *left)))
    if press.button is Button.BACK and trouble.keeps:
        return Step(close_screen(replace(session, trouble=None)))
    return Step(session)


def trouble_of(session: Session) -> Trouble:
    """Give what could not be kept; raises LookupError where all is kept."""
    if session.trouble is None:
        raise LookupError("nothing failed")
    return session.trouble


def _wanted(session: Session) -> Session:
    """Give the session that the decision led to, at this moment and with these panels."""
    return replace(
        trouble_of(session).wanted,
        gestures=session.gestures,
        panels=session.panels,
        notices=session.notices,
        now=session.now,
        touched=session.touched,
    )
