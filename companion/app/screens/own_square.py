"""The list on the own square: take 10, give 10, the other piece, look at my carrots, no move."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.decisions import decide
from companion.app.header import game_of
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.next_screen import turn_screen
from companion.app.session import (
    Screen,
    ScreenId,
    Session,
    UpdateResult,
    close_screen,
    open_screen,
    put,
)
from companion.app.text.icons import CARROT, EYE
from companion.app.text.sentences import refusal_text
from companion.app.track import Cursor, movable, own_actions
from companion.rules import Action, Verb, refusal

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.view import ListView


def choices(session: Session, finger: Cursor) -> tuple[Choice, ...]:
    """List what applies on the own square, one a line."""
    texts = session.texts
    public = session.settings.secret
    deeds = own_actions(finger.state, finger.seat, finger.piece, public=public)
    others = [n for n in movable(finger.state) if n != finger.piece]
    listed = [_deed(session, action) for action in deeds if action.do is Verb.CARROTS]
    listed += [choice(texts.gettext("The other piece"), partial(_other, piece=n)) for n in others]
    if public:
        listed.append(choice(f"{EYE} " + texts.gettext("Look at my carrots"), _peek))
    listed += [_deed(session, action) for action in deeds if action.do is Verb.PASS]
    return tuple(listed)


def offer(session: Session, finger: Cursor, listed: tuple[Choice, ...]) -> str:
    """Say in one line what OK does on the own square."""
    texts = session.texts
    if len(listed) == 1:
        return listed[0].row.text
    deeds = {a.do for a in own_actions(finger.state, finger.seat, finger.piece, public=True)}
    if Verb.CARROTS in deeds:
        return texts.gettext("Stay: take or give {carrot}", carrot=CARROT)
    return texts.gettext("What else there is")


def confirm(session: Session, finger: Cursor) -> UpdateResult:
    """Open the list; one entry alone acts at once, except taking, giving and not moving."""
    listed = choices(session, finger)
    if not listed:
        return UpdateResult(put(session, turn_screen(finger.piece, touched=True)))
    deeds = own_actions(finger.state, finger.seat, finger.piece, public=session.settings.secret)
    if len(listed) == 1 and not deeds and listed[0].act:
        return listed[0].act(session)
    return UpdateResult(open_screen(session, ScreenId.OWN, 0, finger.piece))


def view(session: Session, screen: Screen, panel: str = "") -> ListView:
    """Show the list."""
    del panel
    title = session.texts.gettext("On this square")
    return rows_view(screen, title, choices(session, _finger(session, screen)))


def on_press(session: Session, screen: Screen, press: Press) -> UpdateResult:
    """Choose from the list."""
    return press_list(session, screen, press, choices(session, _finger(session, screen)))


def _finger(session: Session, screen: Screen) -> Cursor:
    state = game_of(session).state
    return Cursor(state, state.turn or 0, screen.about[0])


def _deed(session: Session, action: Action) -> Choice:
    texts = session.texts
    if action.do is Verb.PASS:
        return choice(texts.gettext("No more move"), partial(decide, action=action))
    gives = (action.by or 0) < 0
    label = texts.gettext("Give 10") if gives else texts.gettext("Stay and take 10")
    found = refusal(game_of(session).state, action)
    if found is not None:
        told = refusal_text(texts, game_of(session).setup, found, secret=True)
        return choice(f"{label} {CARROT}", foot=told)
    return choice(f"{label} {CARROT}", partial(decide, action=action))


def _other(session: Session, piece: int) -> UpdateResult:
    session = close_screen(session, len(session.stack) - 1)
    return UpdateResult(put(session, turn_screen(piece)))


def _peek(session: Session) -> UpdateResult:
    session = close_screen(session, len(session.stack) - 1)
    return UpdateResult(open_screen(session, ScreenId.PEEK, 0, session.now))
