"""Spelling a name with left, right and OK; back takes one letter off."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.draft import draft_of
from companion.app.events import Button
from companion.app.icons import OK, SHIFT
from companion.app.listing import direction
from companion.app.render.canvas import measure
from companion.app.screens.names import named
from companion.app.session import Session, Step, close_screen, put
from companion.app.view import Spelling

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen

NAME_WIDTH: Final = 48  # pixels that a name may take (spec/device.md, Start and end)
WHEEL: Final = 9  # letters that are seen at once


def view(session: Session, screen: Screen, panel: str = "") -> Spelling:
    """Show what is typed and the wheel of letters."""
    del panel
    texts = session.texts
    typed = screen.about[1]
    wheel = wheel_for(session, typed)
    return Spelling(
        screen.place.value,
        texts.say("Name"),
        typed,
        wheel,
        screen.finger % len(wheel),
        texts.say("Back takes one off"),
        full=measure(typed) >= NAME_WIDTH,
    )


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Turn the wheel (it is a circle), take a letter, or take one off."""
    seat, typed = screen.about
    wheel = wheel_for(session, typed)
    if by := direction(press):
        return Step(put(session, replace(screen, finger=(screen.finger + by) % len(wheel))))
    match press.button:
        case Button.OK:
            return _take(session, screen, wheel[screen.finger % len(wheel)])
        case Button.BACK if typed:
            return Step(put(session, replace(screen, finger=0, about=(seat, typed[:-1]))))
        case Button.BACK:
            return Step(close_screen(session))
        case _:
            return Step(session)


def wheel_for(session: Session, typed: str) -> tuple[str, ...]:
    """List what OK can take: done and erase first, then the alphabet, capitals at a beginning."""
    letters = session.texts.pick("alphabet", "abcdefghijklmnopqrstuvwxyz")
    if not typed or typed[-1] in " -":
        letters = letters.upper().replace("SS", "ẞ") if "ß" in letters else letters.upper()
        return (*((OK, SHIFT) if typed else ()), *letters)
    return (*letters, "-", " ", OK, SHIFT)


def _take(session: Session, screen: Screen, letter: str) -> Step:
    seat, typed = screen.about
    if letter == OK:
        return _finish(session, seat, typed)
    if letter == SHIFT:
        return Step(put(session, replace(screen, finger=0, about=(seat, typed[:-1]))))
    if measure(typed + letter) > NAME_WIDTH:
        return Step(session)
    longer = replace(screen, about=(seat, typed + letter))
    same = wheel_for(session, typed + letter)
    at = same.index(letter.lower()) if letter.lower() in same else 0
    return Step(put(session, replace(longer, finger=at)))


def _finish(session: Session, seat: int, typed: str) -> Step:
    """Take the name; one that another seat has already stays to be changed."""
    name = typed.strip(" -")
    taken = {p.name for n, p in enumerate(draft_of(session).players) if n != seat and p.name}
    if name in taken:
        return Step(session)
    return named(session, seat, name)
