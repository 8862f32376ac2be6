"""What each panel shows of a session: the screen, the power-on or idle picture, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app import light, moments
from companion.app.heads import game_of, stuck_line
from companion.app.people import seat_label
from companion.app.screens import MODULES, ranking
from companion.app.session import Place, Screen
from companion.app.splash import splash
from companion.app.view import BoardPicture, Body, Dark, Poster, Ranking, Rows, Standing, View

if TYPE_CHECKING:
    from companion.app.session import Session

IDLE_PICTURES = 2


def view(session: Session, panel: str = "") -> View:
    """Give the picture of a panel at this moment."""
    settings = session.settings
    lit = light.light(session)
    if lit == light.DARK:
        return View(Dark(), light=light.DARK)
    shown = light.idle(session)
    return View(
        _body(session, panel, shown),
        light=lit,
        shift=0 if lit == light.FULL or shown is None else shown % 2,
        inverted=settings.inverted,
        turned=is_turned(session, panel),
        large=settings.large,
        moment=moments.running(session) if shown is None else None,
    )


def is_turned(session: Session, panel: str) -> bool:
    """Tell whether a panel's box stands upside down, for the left-handed; windows never do."""
    upright = any(p.upright for p in session.panels if p.name == panel)
    return session.settings.turned and not upright


def _body(session: Session, panel: str, idle: int | None) -> Body:
    if moments.powering_on(session):
        return splash().body
    if idle is not None:
        return _idle(session, idle)
    screen = session.screen
    body = MODULES[screen.place].view(session, screen, panel)
    stuck = "" if screen.place is Place.ABOUT else stuck_line(session)  # that has a row for it
    return _naming(body, stuck) if stuck else body


def _naming(body: Body, stuck: str) -> Body:
    """Name the stuck buttons where a foot has room for them; a turn does in its lines."""
    match body:
        case Rows() | Ranking() | Standing():
            return body._replace(foot=stuck)
        case BoardPicture():
            return body._replace(line=stuck)
        case _:
            return body


def _idle(session: Session, number: int) -> Body:
    """Show the ranking and whose turn it is by turns; in secret mode no panel has counts."""
    game, texts = game_of(session), session.texts
    ended = session.stack[0].place is Place.END
    if number % IDLE_PICTURES and game.state.turn is not None and not ended:
        told = texts.say("It is your turn")
        who = seat_label(texts, game.setup, game.state.turn)
        return Poster(Place.IDLE.value, "idle", who, told)
    return ranking.view(session, Screen(Place.IDLE))
