"""About: version, edition, and whether the power supply was too weak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.heads import STUCK_WIDTH, button_name
from companion.app.listing import press_reading
from companion.app.people import fitting
from companion.app.screens.edition import short_title
from companion.app.view import Row, Rows

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen, Session, Step


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """List the facts."""
    del panel
    return Rows(
        screen.place.value, session.texts.say("About"), _rows(session), chosen=None, top=screen.top
    )


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Scroll, or close it."""
    return press_reading(session, screen, press, len(_rows(session)))


def _rows(session: Session) -> tuple[Row, ...]:
    texts, game = session.texts, session.game
    rows = [Row("hare-companion", session.shelf.version)]
    if game is not None:
        rows.append(Row(short_title(game.setup.edition)))
        rows.append(Row(texts.say("Saved game"), str(game.number)))
    if session.notices & {"voltage", "undervoltage"}:  # elsewhere nothing can be known
        weak = "undervoltage" in session.notices
        good = texts.pick("power supply", "good")
        power = texts.pick("power supply", "too weak") if weak else good
        rows.append(Row(texts.say("Power supply"), power))
    stuck = fitting([button_name(texts, b) for b in session.gestures.stuck()], STUCK_WIDTH)
    if session.doorway:
        # Translators: the code that a phone must give which is to be a panel.
        rows.append(Row(texts.say("Code for phones"), session.doorway.code))
        if session.doorway.at:
            rows.append(Row(session.doorway.at))
    if stuck:
        rows.append(Row(texts.say("Stuck buttons"), stuck))
    return tuple(rows)
