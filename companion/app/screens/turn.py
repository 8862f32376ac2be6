"""The turn: a cursor on the track (spec/device.md, The track is the menu)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.apply_decision import decide
from companion.app.events import Button
from companion.app.screens import next_player, own_square
from companion.app.session import Session, UpdateResult, open_screen, replace_screen
from companion.app.states.game import TurnScreen
from companion.app.states.lists import MenuScreen
from companion.app.states.questions import DeclineScreen
from companion.app.text.icons import OK
from companion.app.text.players import shows_counts
from companion.app.text.sentences import KIND_ICON, kind_name, refusal_text
from companion.app.track_cursor import BACK, WIDTH, Cursor, first_square, step, strip
from companion.app.turn_header import game_of, header, is_ok_stuck
from companion.app.view import LinesView, NextPlayerView, RefusalView, StripView, SumView, TurnView
from companion.rules import (
    HOME_SQUARE,
    Back,
    Forward,
    legal_actions,
    seat_to_move,
    squares_home,
    stock_change,
)

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.rules import Refusal


def cursor_of(session: Session, screen: TurnScreen) -> Cursor:
    """Return the cursor of the turn on the track."""
    state = game_of(session).state
    return Cursor(state, seat_to_move(state), screen.piece, screen.steps)


def view(session: Session, screen: TurnScreen, panel: str = "") -> TurnView | NextPlayerView:
    """Return the header, the strip with the cursor, and what OK would do.

    Until the first press it names the next player; not in an extra turn, which is the same one's.
    """
    cursor = cursor_of(session, screen)
    if not screen.touched and cursor.state.prompt is None:
        return next_player.view(session, screen.id.value, cursor, panel)
    refused = _refusal(session, screen, cursor)
    return TurnView(
        screen.id.value,
        header(session, cursor.seat, cursor.piece, panel),
        _strip(session, cursor, panel, forbidden=refused is not None),
        _below(session, screen, cursor, refused, panel),
    )


def on_press(session: Session, screen: TurnScreen, press: Press) -> UpdateResult:
    """Move the cursor, or do what OK does on its square."""
    cursor = cursor_of(session, screen)
    match press.button:
        case Button.LEFT | Button.RIGHT:
            by = 1 if press.button is Button.RIGHT else -1
            steps = step(cursor, by, repeat=press.repeat, stops_at_reach=_shows_reach(session))
            return UpdateResult(
                replace_screen(session, TurnScreen(cursor.piece, steps, touched=True))
            )
        case Button.OK:
            return _confirm(session, screen, cursor)
        case Button.BACK:
            return UpdateResult(open_screen(session, MenuScreen()))
        case _:
            return UpdateResult(session)


def _shows_reach(session: Session) -> bool:
    """Return whether a held arrow stops at the reach of the carrots: where the players see it."""
    return not session.settings.secret and not session.settings.learning


def _confirm(session: Session, screen: TurnScreen, cursor: Cursor) -> UpdateResult:
    if cursor.steps == 0:
        return own_square.confirm(session, cursor)
    if cursor.refusal() is not None:
        return UpdateResult(replace_screen(session, _refused(session, screen)))
    if _is_cost_hidden(session, screen, cursor):
        shown = TurnScreen(cursor.piece, cursor.steps, touched=True, shown_steps=cursor.steps)
        return UpdateResult(replace_screen(session, shown))
    if cursor.steps == BACK and game_of(session).setup.rules.decline_back_carrots:
        asked = DeclineScreen(piece=cursor.piece, square=cursor.square)
        return UpdateResult(open_screen(session, asked))
    return decide(session, cursor.action())


def _refused(session: Session, screen: TurnScreen) -> TurnScreen:
    """Return the screen after a refused OK: its sign blinks, and learning mode shows the reason."""
    after = replace(screen, blink=screen.blink + 1)
    if session.settings.learning:
        return replace(after, touched=True, shown_steps=screen.steps)
    return after


def _refusal(session: Session, screen: TurnScreen, cursor: Cursor) -> Refusal | None:
    """Return the refusal as far as it may be shown; one that reveals a hidden cost may not."""
    found = None if cursor.steps == 0 else cursor.refusal()
    hidden = _is_cost_hidden(session, screen, cursor)
    return None if hidden and found and found.cost is not None else found


def _is_cost_hidden(session: Session, screen: TurnScreen, cursor: Cursor) -> bool:
    """Return whether learning mode hides the cost: until a first OK on the square."""
    return session.settings.learning and screen.shown_steps != cursor.steps


# -- the strip


def _strip(session: Session, cursor: Cursor, panel: str, *, forbidden: bool) -> StripView:
    first = first_square(cursor.own, cursor.square)
    dots = _dots(session, cursor, first)
    shown = strip(session.texts, cursor.state, cursor.seat, first, dots)
    fence = cursor.own + cursor.reach - first
    sees = shows_counts(session, cursor.seat, panel) and not session.settings.learning
    seen = sees and 0 <= fence < WIDTH and cursor.own + cursor.reach < HOME_SQUARE
    bare = cursor.steps == 0 and not own_square.choices(session, cursor)
    return shown._replace(
        cursor=cursor.square - first,
        forbidden=forbidden,
        fence=fence if seen else None,
        bare=bare,
        home=_home(cursor, first),
    )


def _home(cursor: Cursor, first: int) -> tuple[int, str] | None:
    """Return the cell of the own square and the squares from it to Home, where it is in sight."""
    if not 0 <= cursor.own - first < WIDTH:
        return None
    return cursor.own - first, str(squares_home(cursor.state, cursor.seat, cursor.piece))


def _dots(session: Session, cursor: Cursor, first: int) -> frozenset[int]:
    """List the squares of the strip that OK would accept, as far as the players may know.

    Where they may not see what a move costs, the squares that OK would accept with any stock.
    """
    own = {cursor.own} if own_square.choices(session, cursor) else set()
    if session.settings.secret or session.settings.learning:
        steps = (BACK, *range(1, first + WIDTH - cursor.own))
        places = (cursor.moved(n) for n in steps if n != BACK or cursor.behind is not None)
        return frozenset(own.union(p.square for p in places if p.refusal(public=True) is None))
    moves = (a for a in legal_actions(cursor.state) if isinstance(a, (Forward, Back)))
    return frozenset(own.union(move.to for move in moves if move.piece == cursor.piece))


# -- below the strip


def _below(
    session: Session, screen: TurnScreen, cursor: Cursor, refused: Refusal | None, panel: str
) -> LinesView | SumView | RefusalView:
    if is_ok_stuck(session):
        return next_player.lines(session, cursor)
    if cursor.steps == 0:
        return _on_own(session, cursor)
    if refused is not None:
        secret = not shows_counts(session, cursor.seat, panel)
        reason = refusal_text(session.texts, cursor.state.setup, refused, secret=secret)
        return RefusalView(abs(cursor.square - cursor.own), reason, screen.blink)
    return _sum(session, cursor, panel, hidden=_is_cost_hidden(session, screen, cursor))


def _on_own(session: Session, cursor: Cursor) -> LinesView:
    texts = session.texts
    offered = own_square.offer_line(session, cursor)
    first = offered or next_player.how_to_move(texts)
    if not offered and (reason := own_square.why_not_the_other(session, cursor)):
        return LinesView(first, reason)
    if cursor.behind is None:
        return LinesView(first, texts.gettext("No tortoise is behind you"))
    left = texts.pgettext("hint for left", "back")
    return LinesView(first, "", left, texts.pgettext("hint for right", "forward"))


def _sum(session: Session, cursor: Cursor, panel: str, *, hidden: bool) -> SumView:
    texts = session.texts
    kind = cursor.state.setup.edition.board.squares[cursor.square]
    steps = abs(cursor.square - cursor.own)
    forward = cursor.steps > 0
    place = f"{KIND_ICON.get(kind, '')}{kind_name(texts, kind)}"
    if hidden:
        return SumView(steps, forward, place, texts.gettext("OK shows the cost"))
    if session.settings.learning:
        place = texts.gettext("{ok} go there", ok=OK)
    found = stock_change(cursor.state, cursor.action())
    if not shows_counts(session, cursor.seat, panel):
        costs = texts.gettext("Costs {cost}", cost=-found.change)
        return SumView(steps, forward, place, costs if forward else f"{found.change:+d}")
    return SumView(steps, forward, place, f"{found.before}{found.change:+d} =", str(found.after))
