"""A name for a seat: those used before, none, or a new one in letters."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.listing import Choice, choice, press_list, rows_view
from companion.app.people import colour_name
from companion.app.screens.seat import changed
from companion.app.session import Place, Session, Step, close_screen, swap_screen
from companion.app.setting_up import draft_of

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.view import Rows


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """List the remembered names that nobody at the table has."""
    del panel
    return rows_view(screen, session.texts.say("Name"), _choices(session, screen.about[0]))


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Take a name or spell one."""
    return press_list(session, screen, press, _choices(session, screen.about[0]))


def _choices(session: Session, seat: int) -> tuple[Choice, ...]:
    draft, texts = draft_of(session), session.texts
    colour = draft.players[seat].colour
    taken = {p.name for p in draft.players}
    remembered = [name for name in session.shelf.names if name not in taken]
    return (
        choice(texts.say("New name"), partial(_spell, seat=seat)),
        *(choice(name, partial(named, seat=seat, name=name)) for name in remembered),
        choice(
            texts.say("No name"),
            partial(named, seat=seat, name=""),
            value=colour_name(texts, colour, draft.edition),
        ),
    )


def _spell(session: Session, seat: int) -> Step:
    return Step(swap_screen(session, Place.SPELL, 0, seat, ""))


def named(session: Session, seat: int, name: str) -> Step:
    """Give a seat its name and go back to it; a new name is remembered."""
    names = session.shelf.names
    if name and name not in names:
        session = replace(session, shelf=replace(session.shelf, names=(name, *names)))
    session = replace(session, draft=changed(draft_of(session), seat, name=name))
    return Step(close_screen(session))
