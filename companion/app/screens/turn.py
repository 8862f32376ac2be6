"""The turn: one finger on the track (spec/device.md, The track is the menu)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.deeds import decide
from companion.app.events import Button
from companion.app.heads import game_of, header, is_ok_stuck, opening_lines, stuck_line
from companion.app.icons import LEFT, OK, RIGHT
from companion.app.people import shows_counts
from companion.app.screens import own
from companion.app.session import Place, Screen, Session, Step, open_screen, put
from companion.app.track import BACK, WIDTH, Finger, cells, first_square, step
from companion.app.view import Lines, No, Strip, Sum, Track
from companion.app.waiting import turn_screen
from companion.app.wording import KIND_ICON, kind_name, reason_told
from companion.rules import HOME_SQUARE, Ask, cost

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.rules import Refusal


def finger_of(session: Session, screen: Screen) -> Finger:
    """Give the finger of a turn's screen."""
    state = game_of(session).state
    return Finger(state, state.turn or 0, screen.about[0], screen.finger)


def view(session: Session, screen: Screen, panel: str = "") -> Track:
    """Show the header, the strip with the finger, and what OK would do."""
    finger = finger_of(session, screen)
    refused = _refusal(session, screen, finger)
    return Track(
        screen.place.value,
        header(session, finger.seat, finger.piece, panel),
        _strip(session, finger, panel, forbidden=refused is not None),
        _below(session, screen, finger, refused, panel),
    )


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Move the finger, or do what it points at."""
    finger = finger_of(session, screen)
    match press.button:
        case Button.LEFT | Button.RIGHT:
            by = 1 if press.button is Button.RIGHT else -1
            steps = step(finger, by, repeat=press.repeat, walls=_has_walls(session))
            return Step(put(session, turn_screen(finger.piece, steps, touched=True)))
        case Button.OK:
            return _confirm(session, screen, finger)
        case Button.BACK:
            return Step(open_screen(session, Place.MENU))
        case _:
            return Step(session)


def _has_walls(session: Session) -> bool:
    """Tell whether holds know of the fence: only where the players may see it."""
    return not session.settings.secret and not session.settings.learning


def _confirm(session: Session, screen: Screen, finger: Finger) -> Step:
    if finger.steps == 0:
        return own.confirm(session, finger)
    if finger.refusal() is not None:
        told = _touched(screen) if session.settings.learning else screen.about
        return Step(put(session, replace(screen, top=screen.top + 1, about=told)))
    if _is_cost_hidden(session, screen, finger):
        shown = turn_screen(finger.piece, finger.steps, touched=True, shown=finger.steps)
        return Step(put(session, shown))
    if finger.steps == BACK and game_of(session).setup.rules.decline_back_carrots:
        return Step(open_screen(session, Place.DECLINE, 0, finger.piece, finger.square))
    return decide(session, finger.action())


def _touched(screen: Screen) -> tuple[int, bool, int]:
    """Show the reason of a refused OK also in learning mode."""
    return (screen.about[0], True, screen.finger)


def _refusal(session: Session, screen: Screen, finger: Finger) -> Refusal | None:
    """Give the reason that may be seen; one that tells of a hidden cost may not."""
    found = None if finger.steps == 0 else finger.refusal()
    hidden = _is_cost_hidden(session, screen, finger)
    return None if hidden and found and found.cost is not None else found


def _is_cost_hidden(session: Session, screen: Screen, finger: Finger) -> bool:
    """Tell whether the players shall work the cost out: until a first OK on the square."""
    return session.settings.learning and screen.about[2] != finger.steps


# -- the strip


def _strip(session: Session, finger: Finger, panel: str, *, forbidden: bool) -> Strip:
    first = first_square(finger.own, finger.square)
    shown = cells(session.texts, finger.state, finger.seat, first, _dots(session, finger, first))
    fence = finger.own + finger.reach - first
    sees = shows_counts(session, finger.seat, panel) and not session.settings.learning
    seen = sees and 0 <= fence < WIDTH and finger.own + finger.reach < HOME_SQUARE
    bare = finger.steps == 0 and not own.choices(session, finger)
    return Strip(first, shown, finger.square - first, forbidden, fence if seen else None, bare=bare)


def _dots(session: Session, finger: Finger, first: int) -> frozenset[int]:
    """List the squares of the strip that OK would accept, as far as the players may know."""
    public = session.settings.secret
    dots = {finger.own} if own.choices(session, finger) else set()
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
    session: Session, screen: Screen, finger: Finger, refused: Refusal | None, panel: str
) -> Lines | Sum | No:
    if not screen.about[1] or is_ok_stuck(session):
        return _opening(session, finger)
    if finger.steps == 0:
        return _on_own(session, finger)
    if refused is not None:
        secret = not shows_counts(session, finger.seat, panel)
        reason = reason_told(session.texts, finger.state.setup, refused, secret=secret)
        return No(abs(finger.square - finger.own), reason, screen.top)
    return _sum(session, finger, panel, hidden=_is_cost_hidden(session, screen, finger))


def _opening(session: Session, finger: Finger) -> Lines:
    """Say what was done and paid; where nothing was paid, what OK does on the own square.

    The hints for left and right wait for the first press.
    """
    texts = session.texts
    first, second = opening_lines(session)
    if not game_of(session).past:
        first = _how_to_move(session)
        second = stuck_line(session) or texts.say("{ok} go there · back: menu", ok=OK)
    elif not second and game_of(session).state.ask is Ask.AGAIN:
        second = texts.say("One more move, or none")
    return Lines(first, second or _offer(session, finger))


def _how_to_move(session: Session) -> str:
    return session.texts.say("{left}{right} choose a square", left=LEFT, right=RIGHT)


def _offer(session: Session, finger: Finger) -> str:
    """Say what OK does on the own square; empty where it does nothing."""
    offered = own.choices(session, finger)
    return f"{OK} {own.offer(session, finger, offered)}" if offered else ""


def _on_own(session: Session, finger: Finger) -> Lines:
    texts = session.texts
    first = _offer(session, finger) or _how_to_move(session)
    if finger.behind is None:
        return Lines(first, texts.say("No tortoise is behind you"))
    left = texts.pick("hint for left", "back")
    return Lines(first, "", left, texts.pick("hint for right", "forward"))


def _sum(session: Session, finger: Finger, panel: str, *, hidden: bool) -> Sum:
    texts = session.texts
    kind = finger.state.setup.edition.board.squares[finger.square]
    steps = abs(finger.square - finger.own)
    forward = finger.steps > 0
    hand = finger.state.seats[finger.seat].carrots
    place = f"{KIND_ICON.get(kind, '')}{kind_name(texts, kind)}"
    if hidden:
        return Sum(steps, forward, place, texts.say("OK shows the cost"))
    change = -cost(steps) if forward else 10 * steps
    if not shows_counts(session, finger.seat, panel):
        said = texts.say("Costs {cost}", cost=-change) if forward else f"{change:+d}"
        return Sum(steps, forward, place, said)
    return Sum(steps, forward, place, f"{hand}{change:+d} =", str(hand + change))
