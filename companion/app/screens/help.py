"""Help: what the four buttons do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.list_screen import press_reading, reading_view
from companion.app.text.icons import LEFT, OK, RIGHT, UNDO
from companion.app.view import ListRow, ListView

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session, UpdateResult
    from companion.app.states.text_screens import HelpScreen


def view(session: Session, screen: HelpScreen, panel: str = "") -> ListView:
    """Return the seven lines."""
    del panel
    return reading_view(screen, session.texts.gettext("Help"), _rows(session))


def on_press(session: Session, screen: HelpScreen, press: Press) -> UpdateResult:
    """Scroll, or close it."""
    return press_reading(session, screen, press, len(_rows(session)))


def _rows(session: Session) -> tuple[ListRow, ...]:
    texts = session.texts
    return (
        ListRow(f"{RIGHT} " + texts.gettext("one on, as you count")),
        ListRow(f"{LEFT} " + texts.gettext("back, then the tortoise")),
        ListRow(f"{OK} " + texts.gettext("do what the line says")),
        ListRow(f"{OK} " + texts.gettext("on your square: more")),
        ListRow(f"{UNDO} " + texts.gettext("back: menu and undo")),
        ListRow(texts.gettext("Dots: where OK may go")),
        ListRow(texts.gettext("Dotted line: your reach")),
    )
