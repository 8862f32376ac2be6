"""The saved games, newest first by number: resume any of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.journal_entries import Choose
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.render.fitting import LINE, ROW_WIDTH, first_fitting
from companion.app.saved_games import saved_lines
from companion.app.session import SavedGameSummary, Session, UpdateResult
from companion.app.text.players import colour_name, edition_mark, shortened_lists
from companion.rules import COLOURS

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.lists import SavedGamesScreen
    from companion.app.text.catalogue import Texts
    from companion.app.view import ListView


def view(session: Session, screen: SavedGamesScreen, panel: str = "") -> ListView:
    """List the games."""
    del panel
    return rows_view(screen, session.texts.gettext("Saved games"), _choices(session))


def on_press(session: Session, screen: SavedGamesScreen, press: Press) -> UpdateResult:
    """Resume one."""
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    lines = saved_lines(session)
    if not lines:
        return (choice(texts.gettext("None yet")),)
    return tuple(_line(texts, line) for line in lines)


def _line(texts: Texts, line: SavedGameSummary) -> Choice:
    label, foot = summary_texts(texts, line)
    return choice(label, partial(_choose, number=line.number), foot=foot)


def summary_texts(texts: Texts, line: SavedGameSummary, width: int = ROW_WIDTH) -> tuple[str, str]:
    """Return the line of a game: who plays and how far they are; the edition is at the foot."""
    # Translators: how far a saved game has come: over, or its turn by number.
    state = (
        texts.pgettext("game", "over") if line.finished else texts.gettext("turn {n}", n=line.turns)
    )
    names = [*shortened_lists(_names(texts, line))]
    label = first_fitting([*(f"{some} · {state}" for some in names[:-1]), state], width)
    mark = edition_mark(line.edition)
    foot = first_fitting([*(f"{mark} · {some}" for some in names[:-1]), mark], LINE)
    return label, foot


def _names(texts: Texts, line: SavedGameSummary) -> list[str]:
    """List the players; one without a name by the colour."""
    return [
        colour_name(texts, name, line.edition) if name in COLOURS else name for name in line.names
    ]


def _choose(session: Session, number: int) -> UpdateResult:
    """Make that game the current one; the shell reads it and sends the event `Opened`."""
    return UpdateResult(session, (Choose(number),))
