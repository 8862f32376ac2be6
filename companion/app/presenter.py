"""What each panel shows of a session: the screen, the power-on or idle picture, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app import animation, brightness
from companion.app.message_view import MessageView
from companion.app.next_screen import companion_level
from companion.app.screens import bind, ranking
from companion.app.splash import splash
from companion.app.states.game import EndScreen
from companion.app.states.ids import ScreenId
from companion.app.states.text_screens import AboutScreen
from companion.app.text.players import seat_label
from companion.app.text.tips import tip_of
from companion.app.turn_header import game_of, stuck_line
from companion.app.view import BoardView, Body, DarkView, ListView, PositionView, RankingView, View
from companion.rules import seat_to_move

if TYPE_CHECKING:
    from companion.app.session import Session

IDLE_PICTURES: Final = 3  # the ranking, whose turn it is, a tip


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
        animation=animation.filling(session) if shown is None else None,
        language=session.texts.language,
    )


def is_turned(session: Session, panel: str) -> bool:
    """Return whether a panel is turned for the left-handed; windows never are."""
    upright = any(p.upright for p in session.panels if p.name == panel)
    return session.settings.turned and not upright


def _body(session: Session, panel: str, idle: int | None) -> Body:
    if animation.powering_on(session):
        # Translators: the game as its box says in your country.
        return splash(session.texts.pgettext("name of the game", "Hare & Tortoise"))
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
    """Return the ranking, whose turn it is, and a tip, by turns; in secret mode without counts."""
    game = game_of(session)
    ended = game.state.turn is None or isinstance(session.stack[0], EndScreen)
    match number % IDLE_PICTURES:
        case 1 if not ended:
            return _your_turn(session)
        case 2:
            return _tip(session)
        case _:
            return ranking.ranking_view(session, ScreenId.IDLE)


def _your_turn(session: Session) -> MessageView:
    state, texts = game_of(session).state, session.texts
    who = seat_label(texts, state.setup, seat_to_move(state))
    text = texts.gettext("It is your turn")
    if companion_level(session) is not None:
        text = texts.gettext("Move its piece, please")
    return MessageView(ScreenId.IDLE.value, "idle", who, text)


def _tip(session: Session) -> MessageView:
    """Return the tip of this game: the next game has another."""
    texts, games = session.texts, len(session.resources.saved)
    # Translators: one sentence of tactics follows.
    headline = texts.pgettext("title", "Tip")
    text = tip_of(texts, game_of(session).setup, games)
    return MessageView(ScreenId.IDLE.value, "tip", headline, text)
