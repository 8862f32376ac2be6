"""Ignore the arrow of a stick that tilts while it is pressed in (spec/device.md, Buttons).

A press of OK within TILT_S of an arrow's takes that step back; an arrow within TILT_S of an OK is
ignored.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app import gestures
from companion.app.events import Button
from companion.app.session import PressBefore

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session

TILT_S: Final = 0.08


def is_tilt(session: Session, press: Press) -> bool:
    """Return whether an arrow follows an OK so soon that the stick tilted."""
    before = session.press_before
    return (
        press.button.repeats
        and before is not None
        and before.press.button is Button.OK
        and _are_together(before.press, press)
    )


def take_back(session: Session, press: Press) -> Session:
    """Return the session without the step of an arrow that came just before an OK.

    The arrow is ignored until it is released: it may end after the OK, or begin to repeat.
    """
    before = session.press_before
    if press.button is not Button.OK or before is None:
        return session
    if not before.press.button.repeats or not _are_together(before.press, press):
        return session
    return replace(
        session,
        stack=before.stack,
        draft=before.draft,
        gestures=gestures.mute(session.gestures, before.raw),
    )


def remember(before: Session, after: Session, press: Press, raw: Press) -> Session:
    """Return the session after a press, with what is needed to take the press back.

    `raw` is the press as the panel reported it, which a turned box reads as another. Steps of a
    held arrow, and presses without length (a detent, a key of a terminal), are no tilt.
    """
    if press.repeat or (raw.panel, raw.button) not in after.gestures.keys:
        return after
    return replace(after, press_before=PressBefore(press, raw, before.stack, before.draft))


def _are_together(first: Press, second: Press) -> bool:
    return (
        not second.repeat
        and first.panel == second.panel
        and round(second.at - first.at, 6) <= TILT_S
    )
