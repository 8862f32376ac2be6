"""A name for a seat: those used before, a family's, none, or a new one in letters."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.game_setup import draft_of
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.screens.seat import changed
from companion.app.session import Session, UpdateResult, close_screen, replace_screen
from companion.app.states.setup import NameEntryScreen
from companion.app.text.players import colour_name

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.lists import NamesScreen
    from companion.app.text.catalogue import Texts
    from companion.app.view import ListView


def view(session: Session, screen: NamesScreen, panel: str = "") -> ListView:
    """List the remembered names and those of a family that no seat has."""
    del panel
    return rows_view(screen, session.texts.gettext("Name"), _choices(session, screen.seat))


def on_press(session: Session, screen: NamesScreen, press: Press) -> UpdateResult:
    """Take a name or spell one."""
    return press_list(session, screen, press, _choices(session, screen.seat))


def _choices(session: Session, seat: int) -> tuple[Choice, ...]:
    draft, texts = draft_of(session), session.texts
    colour = draft.players[seat].colour
    taken = {p.name for p in draft.players}
    names = dict.fromkeys((*session.resources.names, *family_names(texts)))
    free = [name for name in names if name not in taken]
    return (
        choice(texts.gettext("New name"), partial(_spell, seat=seat)),
        *(choice(name, partial(named, seat=seat, name=name)) for name in free),
        choice(
            texts.gettext("No name"),
            partial(named, seat=seat, name=""),
            value=colour_name(texts, colour, draft.edition),
        ),
    )


def family_names(texts: Texts) -> tuple[str, ...]:
    """List what the members of a family call each other."""
    # Translators: what children call them, with ", " between; each at most 48 pixels.
    names = texts.pgettext("family", "Mum, Dad, Granny, Grandpa, Auntie, Uncle")
    return tuple(names.split(", "))


def _spell(session: Session, seat: int) -> UpdateResult:
    return UpdateResult(replace_screen(session, NameEntryScreen(seat)))


def named(session: Session, seat: int, name: str) -> UpdateResult:
    """Name a seat and close the screen; a new name is remembered."""
    names = session.resources.names
    if name and name not in names:
        session = replace(session, resources=replace(session.resources, names=(name, *names)))
    session = replace(session, draft=changed(draft_of(session), seat, name=name))
    return UpdateResult(close_screen(session))
