"""Who plays a seat of the new game: a person, or the companion at one of its levels."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app.game_setup import draft_of
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.new_game_draft import played_by
from companion.app.session import Session, UpdateResult, close_screen, open_screen
from companion.app.states.lists import WhoPlaysScreen
from companion.app.text.icons import PLAYER
from companion.rules import LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press
    from companion.app.text.catalogue import Texts
    from companion.app.view import ListView

_NAMES: Final[dict[str, Callable[[Texts], str]]] = {
    # Translators: how well the companion plays; they stand behind its picture.
    "child": lambda t: t.pgettext("level of the companion", "child"),
    "easy": lambda t: t.pgettext("level of the companion", "easy"),
    "good": lambda t: t.pgettext("level of the companion", "good"),
    "strong": lambda t: t.pgettext("level of the companion", "strong"),
}
_MANNERS: Final[dict[str, Callable[[Texts], str]]] = {
    "child": lambda t: t.gettext("Often takes a detour"),
    "easy": lambda t: t.gettext("Goes its own shortest way"),
    "good": lambda t: t.gettext("Minds what the others do"),
    "strong": lambda t: t.gettext("Looks at your next moves"),
}


def player_name(texts: Texts, level: str | None) -> str:
    """Name who plays a seat: "a person", or the companion's picture and its level."""
    if level is None:
        return texts.pgettext("who plays a seat", "a person")
    return f"{PLAYER} {_NAMES[level](texts)}"


def opened(session: Session, seat: int) -> UpdateResult:
    """Open the list, with who plays now chosen."""
    chosen = (None, *LEVELS).index(draft_of(session).players[seat].level)
    return UpdateResult(open_screen(session, WhoPlaysScreen(chosen, seat=seat)))


def view(session: Session, screen: WhoPlaysScreen, panel: str = "") -> ListView:
    """List a person and the levels."""
    del panel
    title = session.texts.gettext("Who plays?")
    return rows_view(screen, title, _choices(session, screen.seat))


def on_press(session: Session, screen: WhoPlaysScreen, press: Press) -> UpdateResult:
    """Choose who plays."""
    return press_list(session, screen, press, _choices(session, screen.seat))


def _choices(session: Session, seat: int) -> tuple[Choice, ...]:
    """List who can play; one person at least plays along."""
    texts, players = session.texts, draft_of(session).players
    others = any(p.level is None for n, p in enumerate(players) if n != seat)
    listed = [choice(player_name(texts, None), partial(_take, seat=seat, level=None), foot=" ")]
    for level in LEVELS:
        name = player_name(texts, level)
        if others:
            take = partial(_take, seat=seat, level=level)
            listed.append(choice(name, take, foot=_MANNERS[level](texts)))
        else:
            listed.append(choice(name, foot=texts.gettext("A person must play along")))
    return tuple(listed)


def _take(session: Session, seat: int, level: str | None) -> UpdateResult:
    draft = played_by(draft_of(session), seat, level)
    return UpdateResult(close_screen(replace(session, draft=draft)))
