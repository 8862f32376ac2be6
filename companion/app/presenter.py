"""What each panel shows of a session: the screen, the power-on or idle picture, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app import animation, brightness
from companion.app.screens import bind, ranking
from companion.app.splash import splash
from companion.app.states.game import EndScreen
from companion.app.states.ids import ScreenId
from companion.app.states.texts import AboutScreen
from companion.app.text.players import seat_label
from companion.app.turn_header import game_of, stuck_line
from companion.app.view import (
    BoardView,
    Body,
    DarkView,
    ListView,
    MessageView,
    PositionView,
    RankingView,
    View,
)

if TYPE_CHECKING:
    from companion.app.session import Session

IDLE_PICTURES = 2


def view(session: Session, panel: str = "") -> View:
    """Return the picture of a panel at this moment."""
    settings = session.settings
    lit = brightness.level(session)
    if lit == brightness.DARK:
        return View(DarkView(), brightness=brightness.DARK, language=session.texts.language)
    shown = brightness.idle(session)
    return View(
        _body(session, panel, shown),
        brightness=lit,
        shift=0 if lit == brightness.FULL or shown is None else shown % 2,
        inverted=settings.inverted,
        turned=is_turned(session, panel),
        large=settings.large,
        animation=animation.running(session) if shown is None else None,
        language=session.texts.language,
    )


def is_turned(session: Session, panel: str) -> bool:
    """Return whether a panel is turned for the left-handed; windows never are."""
    upright = any(p.upright for p in session.panels if p.name == panel)
    return session.settings.turned and not upright


def _body(session: Session, panel: str, idle: int | None) -> Body:
    if animation.powering_on(session):
        return splash().body
    if idle is not None:
        return _idle(session, idle)
    screen = session.screen
    body = bind(screen).view(session, panel)
    stuck = "" if isinstance(screen, AboutScreen) else stuck_line(session)  # that has a row for it
    return _naming(body, stuck) if stuck else body


def _naming(body: Body, stuck: str) -> Body:
    """Return the body with the stuck buttons named in its foot; a turn has them in its lines."""
    match body:
        case ListView() | RankingView() | PositionView():
            return body._replace(foot=stuck)
        case BoardView():
            return body._replace(line=stuck)
        case _:
            return body


def _idle(session: Session, number: int) -> Body:
    """Return the ranking and whose turn it is alternately; in secret mode without counts."""
    game, texts = game_of(session), session.texts
    ended = isinstance(session.stack[0], EndScreen)
    if number % IDLE_PICTURES and game.state.turn is not None and not ended:
        text = texts.gettext("It is your turn")
        who = seat_label(texts, game.setup, game.state.turn)
        return MessageView(ScreenId.IDLE.value, "idle", who, text)
    return ranking.ranking_view(session, ScreenId.IDLE)
