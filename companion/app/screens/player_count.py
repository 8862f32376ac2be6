"""How many play."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.game_setup import draft_of, edition_of
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.new_game_draft import resized
from companion.app.session import Session, UpdateResult, replace_screen
from companion.app.states.lists import PlayerCountScreen, SeatsScreen
from companion.app.text.icons import CARROT, LETTUCE

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.view import ListView


def view(session: Session, screen: PlayerCountScreen, panel: str = "") -> ListView:
    """List the numbers with what each player starts with."""
    del panel
    return rows_view(screen, session.texts.gettext("How many play?"), _choices(session))


def on_press(session: Session, screen: PlayerCountScreen, press: Press) -> UpdateResult:
    """Choose the number."""
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    texts, edition = session.texts, edition_of(session)
    return tuple(
        choice(
            texts.ngettext("{n} player", "{n} players", n),
            partial(_take, count=n),
            value=f"{edition.start_carrots(n)}{CARROT} {edition.start_lettuces(n)}{LETTUCE}",
        )
        for n in range(2, 7)
    )


def _take(session: Session, count: int) -> UpdateResult:
    draft = resized(draft_of(session), count)
    session = replace(session, draft=draft)
    return UpdateResult(replace_screen(session, SeatsScreen()))
