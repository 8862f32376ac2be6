"""The saved games, newest first by number: resume any of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.keep import Choose
from companion.app.listing import Choice, choice, press_list, rows_view
from companion.app.people import colour_name, edition_mark, fitting
from companion.app.saved import saved_lines
from companion.app.session import SavedLine, Session, Step
from companion.rules import COLOURS

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.texts import Texts
    from companion.app.view import Rows


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """List the games."""
    del panel
    return rows_view(screen, session.texts.say("Saved games"), _choices(session))


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Resume one."""
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    lines = saved_lines(session)
    if not lines:
        return (choice(texts.say("None yet")),)
    return tuple(_line(texts, line) for line in lines)


def _line(texts: Texts, line: SavedLine) -> Choice:
    # Translators: how far a saved game has come: over, or its turn by number.
    state = texts.pick("game", "over") if line.finished else texts.say("turn {n}", n=line.turns)
    label = f"{line.number} {edition_mark(line.edition)} · {len(line.names)}"
    return choice(
        label, partial(_choose, number=line.number), value=state, foot=fitting(_names(texts, line))
    )


def _names(texts: Texts, line: SavedLine) -> list[str]:
    """List the players; one without a name is called by the colour."""
    return [
        colour_name(texts, name, line.edition) if name in COLOURS else name for name in line.names
    ]


def _choose(session: Session, number: int) -> Step:
    """Make that game the current one: the shell reads it and says so with an event."""
    return Step(session, (Choose(number),))
