"""The settings of a new game, asked before it under the title "How do you play?"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.list_screen import press_list, rows_view
from companion.app.screens.settings import play_lines

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session, UpdateResult
    from companion.app.states.lists import NewGameSettingsScreen
    from companion.app.text.catalogue import Texts
    from companion.app.view import ListView


def view(session: Session, screen: NewGameSettingsScreen, panel: str = "") -> ListView:
    """List the settings of the table."""
    del panel
    return rows_view(screen, title(session.texts), play_lines(session))


def on_press(session: Session, screen: NewGameSettingsScreen, press: Press) -> UpdateResult:
    """Change a setting at once and save it."""
    return press_list(session, screen, press, play_lines(session))


def title(texts: Texts) -> str:
    """Return the title, which is also the line that opens the screen."""
    return texts.gettext("How do you play?")


def carrots_value(session: Session) -> str:
    """Return whether all see the carrots, as the line that opens the screen shows it."""
    # Translators: the counts of all are shown, or hidden; the value of "How do you play?"
    texts = session.texts
    if session.settings.secret:
        return texts.pgettext("carrots", "secret")
    return texts.pgettext("carrots", "open")
