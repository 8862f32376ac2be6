"""Help: what the four buttons do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.icons import LEFT, OK, RIGHT, UNDO
from companion.app.listing import press_reading
from companion.app.view import Row, Rows

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen, Session, Step


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """Say it in seven lines."""
    del panel
    return Rows(
        screen.place.value, session.texts.say("Help"), _rows(session), chosen=None, top=screen.top
    )


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Scroll, or close it."""
    return press_reading(session, screen, press, len(_rows(session)))


def _rows(session: Session) -> tuple[Row, ...]:
    texts = session.texts
    return (
        Row(f"{RIGHT} " + texts.say("one on, as you count")),
        Row(f"{LEFT} " + texts.say("back, then the tortoise")),
        Row(f"{OK} " + texts.say("do what the line says")),
        Row(f"{OK} " + texts.say("on your square: more")),
        Row(f"{UNDO} " + texts.say("back: menu and undo")),
        Row(texts.say("Dots: where OK may go")),
        Row(texts.say("Dotted line: your reach")),
    )
