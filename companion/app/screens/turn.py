"""The turn: one finger on the track (spec/device.md, The track is the menu)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.decisions import decide
from companion.app.events import Button
from companion.app.header import game_of, header, is_ok_stuck, opening_lines, stuck_line
from companion.app.next_screen import turn_screen
from companion.app.screens import own_square
from companion.app.session import Screen, ScreenId, Session, UpdateResult, open_screen, put
from companion.app.text.icons import LEFT, OK, RIGHT
from companion.app.text.players import shows_counts
from companion.app.text.sentences import KIND_ICON, kind_name, refusal_text
from companion.app.track import BACK, WIDTH, Cursor, cells, first_square, step
from companion.app.view import LinesView, RefusalView, StripView, SumView, TrackView
from companion.rules import HOME_SQUARE, Prompt, cost

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.rules import Refusal


def cursor_of(session: Session, screen: Screen) -> Cursor:
    """Return the finger of a turn's screen."""
    state = game_of(session).state
    return Cursor(state, state.turn or 0, screen.about[0], screen.finger)


def view(session: Session, screen: Screen, panel: str = "") -> TrackView:
    """Show the header, the strip with the finger, and what OK would do."""
    finger = cursor_of(session, screen)
    refused = _refusal(session, screen, finger)
    return TrackView(
        screen.place.value,
        header(session, finger.seat, finger.piece, panel),
        _strip(session, finger, panel, forbidden=refused is not None),
        _below(session, screen, finger, refused, panel),
    )


def on_press(session: Session, screen: Screen, press: Press) -> UpdateResult:
    """Move the finger, or do what it points at."""
    finger = cursor_of(session, screen)
    match press.button:
        case Button.LEFT | Button.RIGHT:
            by = 1 if press.button is Button.RIGHT else -1
            steps = step(finger, by, repeat=press.repeat, walls=_has_walls(session))
            return UpdateResult(put(session, turn_screen(finger.piece, steps, touched=True)))
        case Button.OK:
            return _confirm(session, screen, finger)
        case Button.BACK:
            return UpdateResult(open_screen(session, ScreenId.MENU))
        case _:
            return UpdateResult(session)


def _has_walls(session: Session) -> bool:
    """Return whether holds know of the fence: only where the players may see it."""
    return not session.settings.secret and not session.settings.learning


def _confirm(session: Session, screen: Screen, finger: Cursor) -> UpdateResult:
    if finger.steps == 0:
        return own_square.confirm(session, finger)
    if finger.refusal() is not None:
        told = _touched(screen) if session.settings.learning else screen.about
        return UpdateResult(put(session, replace(screen, top=screen.top + 1, about=told)))
    if _is_cost_hidden(session, screen, finger):
        shown = turn_screen(finger.piece, finger.steps, touched=True, shown=finger.steps)
        return UpdateResult(put(session, shown))
    if finger.steps == BACK and game_of(session).setup.rules.decline_back_carrots:
        return UpdateResult(open_screen(session, ScreenId.DECLINE, 0, finger.piece, finger.square))
    return decide(session, finger.action())


def _touched(screen: Screen) -> tuple[int, bool, int]:
    """Show the reason of a refused OK also in learning mode."""
    return (screen.about[0], True, screen.finger)


def _refusal(session: Session, screen: Screen, finger: Cursor) -> Refusal | None:
    """Return the reason that may be seen; one that tells of a hidden cost may not."""
    found = None if finger.steps == 0 else finger.refusal()
    hidden = _is_cost_hidden(session, screen, finger)
    return None if hidden and found and found.cost is not None else found


def _is_cost_hidden(session: Session, screen: Screen, finger: Cursor) -> bool:
    """Return whether the players shall work the cost out: until a first OK on the square."""
    return session.settings.learning and screen.about[2] != finger.steps


# -- the strip


def _strip(session: Session, finger: Cursor, panel: str, *, forbidden: bool) -> StripView:
    first = first_square(finger.own, finger.square)
    shown = cells(session.texts, finger.state, finger.seat, first, _dots(session, finger, first))
    fence = finger.own + finger.reach - first
    sees = shows_counts(session, finger.seat, panel) and not session.settings.learning
    seen = sees and 0 <= fence < WIDTH and finger.own + finger.reach < HOME_SQUARE
    bare = finger.steps == 0 and not own_square.choices(session, finger)
    return StripView(
        first, shown, finger.square - first, forbidden, fence if seen else None, bare=bare
    )


def _dots(session: Session, finger: Cursor, first: int) -> frozenset[int]:
    """List the squares of the strip that OK would accept, as far as the players may know."""
    public = session.settings.secret
    dots = {finger.own} if own_square.choices(session, finger) else set()
    behind = finger.moved(BACK)
    if finger.behind is not None and behind.refusal(public=public) is None:
        dots.add(finger.behind)
    if not session.settings.learning:
        ahead = range(max(first, finger.own + 1), min(first + WIDTH, HOME_SQUARE + 1))
        dots |= {
            square
            for square in ahead
            if finger.moved(square - finger.own).refusal(public=public) is None
        }
    return frozenset(dots)


# -- below the strip


def _below(
    session: Session, screen: Screen, finger: Cursor, refused: Refusal | None, panel: str
) -> LinesView | SumView | RefusalView:
    if not screen.about[1] or is_ok_stuck(session):
        return _opening(session, finger)
    if finger.steps == 0:
        return _on_own(session, finger)
    if refused is not None:
        secret = not shows_counts(session, finger.seat, panel)
        reason = refusal_text(session.texts, finger.state.setup, refused, secret=secret)
        return RefusalView(abs(finger.square - finger.own), reason, screen.top)
    return _sum(session, finger, panel, hidden=_is_cost_hidden(session, screen, finger))


def _opening(session: Session, finger: Cursor) -> LinesView:
    """Say what was done and paid; where nothing was paid, what OK does on the own square.

    The hints for left and right wait for the first press.
    """
    texts = session.texts
    first, second = opening_lines(session)
    if not game_of(session).past:
        first = _how_to_move(session)
        second = stuck_line(session) or texts.gettext("{ok} go there · back: menu", ok=OK)
    elif not second and game_of(session).state.ask is Prompt.AGAIN:
        second = texts.gettext("One more move, or none")
    return LinesView(first, second or _offer(session, finger))


def _how_to_move(session: Session) -> str:
    return session.texts.gettext("{left}{right} choose a square", left=LEFT, right=RIGHT)


def _offer(session: Session, finger: Cursor) -> str:
    """Say what OK does on the own square; empty where it does nothing."""
    offered = own_square.choices(session, finger)
    return f"{OK} {own_square.offer(session, finger, offered)}" if offered else ""


def _on_own(session: Session, finger: Cursor) -> LinesView:
    texts = session.texts
    first = _offer(session, finger) or _how_to_move(session)
    if finger.behind is None:
        return LinesView(first, texts.gettext("No tortoise is behind you"))
    left = texts.pgettext("hint for left", "back")
    return LinesView(first, "", left, texts.pgettext("hint for right", "forward"))


def _sum(session: Session, finger: Cursor, panel: str, *, hidden: bool) -> SumView:
    texts = session.texts
    kind = finger.state.setup.edition.board.squares[finger.square]
    steps = abs(finger.square - finger.own)
    forward = finger.steps > 0
    hand = finger.state.seats[finger.seat].carrots
    place = f"{KIND_ICON.get(kind, '')}{kind_name(texts, kind)}"
    if hidden:
        return SumView(steps, forward, place, texts.gettext("OK shows the cost"))
    change = -cost(steps) if forward else 10 * steps
    if not shows_counts(session, finger.seat, panel):
        said = texts.gettext("Costs {cost}", cost=-change) if forward else f"{change:+d}"
        return SumView(steps, forward, place, said)
    return SumView(steps, forward, place, f"{hand}{change:+d} =", str(hand + change))
