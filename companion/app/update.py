"""Compute the next session from a session and an event; all changes are made here.

Pure: the journal entries come back with the session, and the loop appends them before the new
session counts.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, nextafter
from typing import TYPE_CHECKING, Final

from companion.app import animation, brightness, family_book, gestures, joystick_tilt
from companion.app.events import (
    Advised,
    BookRead,
    Button,
    Event,
    GameRead,
    Notice,
    Opened,
    PageAddress,
    PanelDown,
    PanelUp,
    Saved,
    Stop,
    Typed,
)
from companion.app.next_screen import companion_level
from companion.app.presenter import is_turned
from companion.app.saved_games import opened, with_numbers
from companion.app.screens import bind, language, name_entry, peek
from companion.app.session import (
    ConnectedPanel,
    ExitReason,
    Session,
    UpdateResult,
    close_screen,
    open_screen,
)
from companion.app.sounds import sound_of
from companion.app.states.game import EndScreen, PeekScreen, RankingScreen, TurnScreen
from companion.app.states.ids import ScreenId
from companion.app.states.text_screens import FaultScreen, PairingScreen
from companion.app.thought_requests import take_answer, without_thoughts

if TYPE_CHECKING:
    from companion.app.gestures import Press

OK_GUARD_S: Final = 0.4  # a button that was pressed twice by mistake
DEEPEST: Final = 5  # most screens on the stack: four presses of back lead to the turn


def update(session: Session, event: Event) -> UpdateResult:
    """Return the session after an event, and the entries to append before it counts."""
    held, presses = gestures.feed(session.gestures, event)
    now = max(session.now, event.at)
    step = _taken_in(replace(session, now=now, sound="", gestures=held), event)
    for press in presses:
        after = press_once(step.session, press)
        step = UpdateResult(
            after.session,
            step.entries + after.entries,
            step.reload or after.reload,
            after.reads or step.reads,
        )
    return replace(step, session=_time_out(step.session))


def _taken_in(session: Session, event: Event) -> UpdateResult:
    """Return what an event does by itself, before the presses that it completes."""
    match event:
        case Opened():
            return _open(session, event)
        case BookRead():
            return family_book.take_games(session, event)
        case GameRead():
            return UpdateResult(family_book.take_game(session, event))
        case _:
            return UpdateResult(_notice(session, event))


def _open(session: Session, event: Opened) -> UpdateResult:
    """Open the game that an OK chose; the guard time of that OK counts from its press.

    The last press was that OK, since no event is taken while the journal reads.
    """
    step = opened(session, event.game)
    guarded = max(session.ok_after, session.last_press_at + OK_GUARD_S)
    return replace(step, session=replace(step.session, ok_after=guarded))


def _notice(session: Session, event: Event) -> Session:  # noqa: PLR0911 - one case an event
    """Apply an event that is no press: a panel, a notice of the machine, the end."""
    match event:
        case PanelUp() | PanelDown():
            return _panel_changed(session, event)
        case PageAddress(address, _):
            return _with_address(session, address)
        case Notice(what, _):
            return replace(session, notices=session.notices | {what})
        case Saved(at, newest):
            session = with_numbers(session, newest)
            return replace(session, ok_after=max(session.ok_after, at))
        case Advised(answer):
            return take_answer(session, answer)
        case Typed(_, text, at):
            return _typed(session, text, at)
        case Stop():
            return replace(session, ending=session.ending or ExitReason.STOP)
        case _:
            return session


def _typed(session: Session, text: str, at: float) -> Session:
    """Let a typed text wake the panels like a press, or count where a name is typed."""
    asleep = _only_wakes(session)
    session = replace(session, last_press_at=max(session.last_press_at, at))
    return session if asleep else name_entry.type_text(session, text)


def _panel_changed(session: Session, event: PanelUp | PanelDown) -> Session:
    others = tuple(panel for panel in session.panels if panel.name != event.panel)
    if isinstance(event, PanelDown):
        return replace(session, panels=others)
    panel = ConnectedPanel(event.panel, event.seat, event.upright)
    session = replace(session, panels=(*others, panel))
    if not session.preferred_language:
        session = replace(session, preferred_language=language.best(event.languages))
    return _phone_connected(session, event) if _is_pairing_panel(session, panel.name) else session


def _with_address(session: Session, address: str) -> Session:
    if session.pairing_info is None:
        return session
    return replace(session, pairing_info=session.pairing_info._replace(at=address))


def _is_pairing_panel(session: Session, panel: str) -> bool:
    return session.pairing_info is not None and session.pairing_info.panel == panel


def _phone_connected(session: Session, event: PanelUp) -> Session:
    """Wake for a phone that has connected, and close the screen with its code."""
    session = replace(session, last_press_at=max(session.last_press_at, event.at))
    return close_screen(session) if isinstance(session.screen, PairingScreen) else session


def press_once(session: Session, press: Press) -> UpdateResult:
    """Apply one press: it wakes the panels, is ignored, or goes to the screen."""
    only_wakes = _only_wakes(session)
    # OK then only ends the picture. The power-on picture is an exception: four presses of OK start
    # a game (spec/device.md), and the first screens beneath it change nothing for good.
    unseen = animation.hides_all(session)
    celebrates = unseen and isinstance(session.screen, EndScreen)
    # A press at the moment of the start ends the power-on picture too.
    session = replace(session, last_press_at=max(press.at, nextafter(session.started_at, inf)))
    raw, press = press, _as_meant(session, press)
    if only_wakes or joystick_tilt.is_tilt(session, press):
        return UpdateResult(replace(session, gestures=gestures.mute(session.gestures, raw)))
    session = joystick_tilt.take_back(session, press)
    if celebrates and press.button is not Button.BACK:  # any press ends it, and does no more
        return UpdateResult(session)
    if press.button is Button.OK and (unseen or not _ok_counts(session, press)):
        return UpdateResult(joystick_tilt.remember(session, session, press, raw))
    step = _dispatch(session, press)
    after = joystick_tilt.remember(session, step.session, press, raw)
    is_new = press.button is Button.OK and _screen_changed(session, after)
    after = replace(
        after,
        sound=sound_of(session, after, press),
        animation=animation.after(session, after),
        ok_after=press.at + OK_GUARD_S if is_new else after.ok_after,
    )
    return replace(step, session=after)


def _only_wakes(session: Session) -> bool:
    """Return whether a press only ends a dark screen, an idle picture or the power-on picture."""
    is_dark = brightness.level(session) == brightness.DARK
    return is_dark or brightness.idle(session) is not None or _hides_message(session)


def _hides_message(session: Session) -> bool:
    """Return whether the power-on picture still hides a message that is shown once."""
    return animation.powering_on(session) and session.screen.id in _SAID_ONCE


_SAID_ONCE: Final = frozenset({ScreenId.DAMAGED, ScreenId.PAIRING, ScreenId.CANNOT_SAVE})


def _as_meant(session: Session, press: Press) -> Press:
    """Return a press with left and right swapped where the box is turned by 180 degrees."""
    if not is_turned(session, press.panel):
        return press
    return replace(press, button=press.button.mirrored)


def _ok_counts(session: Session, press: Press) -> bool:
    """Return whether OK counts: a panel shows its screen, and it is no accidental second press."""
    if press.at < session.ok_after or not session.panels:
        return False
    shown = next((p.seat for p in session.panels if p.name == press.panel), None)
    seat = session.owners.get(press.panel, shown)
    turn = session.game.state.turn if session.game else None
    if companion_level(session) is not None:  # anybody moves its piece
        return True
    return seat is None or turn is None or seat == turn


def _dispatch(session: Session, press: Press) -> UpdateResult:
    if press.button is Button.INFO and session.screen.id not in _NO_RANKING:
        return UpdateResult(_toggle_ranking(session))
    return bind(session.screen).on_press(session, press)


# On these screens the info button is a press like any other.
_NO_RANKING: Final = frozenset({ScreenId.SPELL, ScreenId.PEEK, ScreenId.FAREWELL, ScreenId.SAVING})


def _toggle_ranking(session: Session) -> Session:
    """Open the ranking from anywhere in a game, and close it again."""
    if isinstance(session.screen, RankingScreen):
        return close_screen(session)
    if session.game is None or session.save_failure or len(session.stack) >= DEEPEST:
        return session
    return open_screen(session, RankingScreen())


def _screen_changed(before: Session, after: Session) -> bool:
    """Return whether a press changed what is shown; the blink of a refused OK is no change."""
    return before.game is not after.game or _shown(before) != _shown(after)


def _shown(session: Session) -> tuple[object, ...]:
    screens = tuple(
        replace(screen, blink=0) if isinstance(screen, TurnScreen) else screen
        for screen in session.stack
    )
    return screens, session.pending_moves, session.settings, session.draft


def _time_out(session: Session) -> Session:
    """Close a peek whose time is over."""
    screen = session.screen
    if isinstance(screen, PeekScreen) and session.now >= peek.ends(screen):
        return close_screen(session)
    return session


def fault(session: Session, at: float) -> Session:
    """Return the session after a program error, with the fault screen on top.

    Held buttons are cleared, so that a repeating one does not cause the error again.
    """
    session = without_thoughts(session)
    stack = (*session.stack[: DEEPEST - 1], FaultScreen())
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
    screen = session.screen
    times = [gestures.due(session.gestures), brightness.due(session), animation.due(session)]
    if isinstance(screen, PeekScreen):
        times.append(peek.ends(screen))
    return min((time for time in times if time is not None), default=None)
