"""About: version, edition, and whether the power supply was too weak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.list_screen import press_reading, reading_view
from companion.app.render.fitting import STUCK_WIDTH, first_fitting
from companion.app.saved_games import shown_number
from companion.app.screens.edition import short_title
from companion.app.text.players import shortened_lists
from companion.app.turn_header import button_name
from companion.app.view import ListRow, ListView

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session, UpdateResult
    from companion.app.states.text_screens import AboutScreen


def view(session: Session, screen: AboutScreen, panel: str = "") -> ListView:
    """Return the list of facts."""
    del panel
    return reading_view(screen, session.texts.gettext("About"), _rows(session))


def on_press(session: Session, screen: AboutScreen, press: Press) -> UpdateResult:
    """Scroll, or close it."""
    return press_reading(session, screen, press, len(_rows(session)))


def _rows(session: Session) -> tuple[ListRow, ...]:
    texts, game = session.texts, session.game
    rows = [ListRow("hare-companion", session.resources.version)]
    if game is not None:
        rows.append(ListRow(short_title(game.setup.edition)))
        rows.append(ListRow(texts.gettext("Saved game"), shown_number(game.number)))
    if session.notices & {"voltage", "undervoltage"}:  # elsewhere nothing can be known
        weak = "undervoltage" in session.notices
        good = texts.pgettext("power supply", "good")
        power = texts.pgettext("power supply", "too weak") if weak else good
        rows.append(ListRow(texts.gettext("Power supply"), power))
    stuck = first_fitting(
        shortened_lists([button_name(texts, b) for b in session.gestures.stuck()]), STUCK_WIDTH
    )
    if session.pairing_info:
        # Translators: the code that is typed on a phone to make it a panel.
        rows.append(ListRow(texts.gettext("Code for phones"), session.pairing_info.code))
        if session.pairing_info.at:
            rows.append(ListRow(session.pairing_info.at))
    if stuck:
        rows.append(ListRow(texts.gettext("Stuck buttons"), stuck))
    return tuple(rows)
