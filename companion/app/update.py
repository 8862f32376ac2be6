"""From one session and one event to the next session: the only way anything ever changes.

Pure: what is to be kept comes back with the step, and the loop keeps it before the step is true.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, nextafter
from typing import TYPE_CHECKING, Final

from companion.app import animation, brightness
from companion.app import gestures as fingers
from companion.app.events import Button, Event, Notice, Opened, PanelDown, PanelUp, Saved, Stop
from companion.app.presenter import is_turned
from companion.app.saved_games import opened
from companion.app.screens import MODULES, peek
from companion.app.session import (
    ConnectedPanel,
    ExitReason,
    Screen,
    ScreenId,
    Session,
    UpdateResult,
    close_screen,
    open_screen,
)
from companion.app.sounds import sound_of

if TYPE_CHECKING:
    from companion.app.gestures import Press

OK_GUARD_S: Final = 0.4  # a finger that pressed twice
DEEPEST: Final = 5  # screens on one another: at most four backs lead to the turn


def update(session: Session, event: Event) -> UpdateResult:
    """Take one event in: the next session, and what must be kept before it is true."""
    session = replace(session, now=max(session.now, event.at), sound="")
    first = (
        _open(session, event)
        if isinstance(event, Opened)
        else UpdateResult(_notice(session, event))
    )
    keys, presses = fingers.feed(first.session.gestures, event)
    step = replace(first, session=replace(first.session, gestures=keys))
    for press in presses:
        after = press_once(step.session, press)
        step = UpdateResult(
            after.session, step.entries + after.entries, step.reload or after.reload
        )
    return replace(step, session=_time_out(step.session))


def _open(session: Session, event: Opened) -> UpdateResult:
    """Go on with the game that an OK chose: that OK guards it, although the journal came between.

    The last press was that OK, since nothing is taken in while the journal reads.
    """
    step = opened(session, event.game)
    guarded = max(session.ok_after, session.last_press_at + OK_GUARD_S)
    return replace(step, session=replace(step.session, ok_after=guarded))


def _notice(session: Session, event: Event) -> Session:
    """Take in what is no press: panels that come and go, the machine's notices, the end."""
    match event:
        case PanelUp(panel, _, seat, upright):
            others = tuple(p for p in session.panels if p.name != panel)
            session = replace(session, panels=(*others, ConnectedPanel(panel, seat, upright)))
            return _let_in(session, event) if _is_pairing_panel(session, panel) else session
        case PanelDown(panel, _):
            return replace(session, panels=tuple(p for p in session.panels if p.name != panel))
        case Notice(what, _):
            return replace(session, notices=session.notices | {what})
        case Saved(at):
            return replace(session, ok_after=max(session.ok_after, at))
        case Stop():
            return replace(session, ending=session.ending or ExitReason.STOP)
        case _:
            return session


def _is_pairing_panel(session: Session, panel: str) -> bool:
    return session.pairing_info is not None and session.pairing_info.panel == panel


def _let_in(session: Session, event: PanelUp) -> Session:
    """Wake for a phone that is in, and put its code away."""
    session = replace(session, last_press_at=max(session.last_press_at, event.at))
    return close_screen(session) if session.screen.place is ScreenId.PAIRING else session


def press_once(session: Session, press: Press) -> UpdateResult:
    """Take one press in: it wakes, is not counted, or goes to the screen."""
    asleep = brightness.level(session) == brightness.DARK or brightness.idle(session) is not None
    asleep = asleep or _is_unseen_news(session)
    # OK then only ends the picture. The power-on picture is none of these: what it hides begins
    # with what changes nothing for good, and four presses of OK start a game (spec/device.md).
    unseen = animation.hides_all(session)
    # A press in the very moment of the start ends the power-on picture too.
    session = replace(session, last_press_at=max(press.at, nextafter(session.started_at, inf)))
    press = _as_held(session, press)
    if asleep:
        return UpdateResult(replace(session, gestures=fingers.mute(session.gestures, press)))
    if press.button is Button.OK and (unseen or not _ok_counts(session, press)):
        return UpdateResult(session)
    step = _dispatch(session, press)
    heard = sound_of(session, step.session, press)
    begun = animation.after(session, step.session)
    step = replace(step, session=replace(step.session, sound=heard, animation=begun))
    if press.button is Button.OK and _screen_changed(session, step.session):
        guarded = replace(step.session, ok_after=press.at + OK_GUARD_S)
        return replace(step, session=guarded)
    return step


def _is_unseen_news(session: Session) -> bool:
    """Return whether the power-on picture still hides what is said once: a damage, a code."""
    return animation.powering_on(session) and session.screen.place in _NEWS


_NEWS: Final = frozenset({ScreenId.DAMAGED, ScreenId.PAIRING, ScreenId.CANNOT_SAVE})
_TURNED: Final = {
    Button.LEFT: Button.RIGHT,
    Button.RIGHT: Button.LEFT,
    Button.UP: Button.DOWN,
    Button.DOWN: Button.UP,
}


def _as_held(session: Session, press: Press) -> Press:
    """Read a press on a box that is turned by 180 degrees: its left is the right."""
    if not is_turned(session, press.panel):
        return press
    return replace(press, button=_TURNED.get(press.button, press.button))


def _ok_counts(session: Session, press: Press) -> bool:
    """OK decides only where somebody sees what it decides, and once for one finger."""
    if press.at < session.ok_after or not session.panels:
        return False
    shown = next((p.seat for p in session.panels if p.name == press.panel), None)
    seat = session.owners.get(press.panel, shown)
    turn = session.game.state.turn if session.game else None
    return seat is None or turn is None or seat == turn


def _dispatch(session: Session, press: Press) -> UpdateResult:
    if press.button is Button.INFO and session.screen.place not in _NO_RANKING:
        return UpdateResult(_toggle_ranking(session))
    return MODULES[session.screen.place].on_press(session, session.screen, press)


# Info is a press like any other where letters are spelled, a secret is seen, or all is over.
_NO_RANKING: Final = frozenset({ScreenId.SPELL, ScreenId.PEEK, ScreenId.FAREWELL, ScreenId.SAVING})


def _toggle_ranking(session: Session) -> Session:
    """Open the ranking from anywhere in a game, and close it again."""
    if session.screen.place is ScreenId.RANKING:
        return close_screen(session)
    if session.game is None or session.save_failure or len(session.stack) >= DEEPEST:
        return session
    return open_screen(session, ScreenId.RANKING)


def _screen_changed(before: Session, after: Session) -> bool:
    """Return whether a press changed what is shown; the blink of a refused OK is no change."""
    return before.game is not after.game or _shown(before) != _shown(after)


def _shown(session: Session) -> tuple[object, ...]:
    screens = tuple((screen.place, screen.finger, screen.about) for screen in session.stack)
    return screens, session.pending_moves, session.settings, session.draft


def _time_out(session: Session) -> Session:
    """End what ends by itself: only a look at a secret stock does."""
    screen = session.screen
    if screen.place is ScreenId.PEEK and session.now >= peek.ends(screen):
        return close_screen(session)
    return session


def fault(session: Session, at: float) -> Session:
    """Return the session in which something went wrong: the old one under a picture that says so.

    The fingers are forgotten: a key that made the fault shall not make it again by itself.
    """
    stack = (*session.stack[: DEEPEST - 1], Screen(ScreenId.FAULT))
    now = max(session.now, at)
    return replace(
        session,
        stack=stack,
        now=now,
        last_press_at=now,
        gestures=replace(session.gestures, keys={}),
    )


def due(session: Session) -> float | None:
    """Return when time alone will next change something, in seconds; None when never."""
    screen: Screen = session.screen
    times = [fingers.due(session.gestures), brightness.due(session), animation.due(session)]
    if screen.place is ScreenId.PEEK:
        times.append(peek.ends(screen))
    return min((time for time in times if time is not None), default=None)
