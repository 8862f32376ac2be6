"""The menu behind back: undo first, then what can be looked up, then what changes the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.deeds import keep_settings, redo_step, undo_step
from companion.app.events import Button
from companion.app.heads import game_of
from companion.app.icons import GLOBE, LEFT, LOCK, REDO, RIGHT, UNDO
from companion.app.listing import Choice, choice, direction, press_list, rows_view, scrolled
from companion.app.people import edition_mark
from companion.app.session import Place, Session, Step, open_screen, put
from companion.app.wording import ply_name

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.listing import Act
    from companion.app.session import Screen
    from companion.app.view import Rows

PATTERN: Final = (-1, 1, -1, 1)  # left, right, left, right: opens the child lock
KEYS: Final = f"{LEFT} {RIGHT} {LEFT} {RIGHT} OK"


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """Show the menu; the edition and the players stand in its title."""
    del panel
    texts = session.texts
    if session.game is None:
        return rows_view(screen, texts.say("Menu"), choices(session))
    setup = game_of(session).setup
    right = f"{edition_mark(setup.edition.id)} · {len(setup.names)}"
    return rows_view(screen, texts.say("Menu"), choices(session), right)


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Choose from the menu; left, right, left, right, OK on the locked line opens the lock."""
    if session.settings.locked:
        from_lock = _unlock(session, screen, press)
        if from_lock is not None:
            return from_lock
    return press_list(session, screen, press, choices(session))


def at_the_lock(session: Session) -> Session:
    """Open the menu on its locked line, the last one: it says what opens it."""
    session = open_screen(session, Place.MENU)
    last = len(choices(session)) - 1
    return put(session, scrolled(session.screen, last, choices(session)))


def choices(session: Session) -> tuple[Choice, ...]:
    """List the menu's lines, shorter while the child lock is on."""
    looked_up = _undo(session) + _looks(session) if session.game else ()
    if session.settings.locked:
        text = f"{LOCK} " + session.texts.say("Opens: {keys}", keys=KEYS)
        return (*looked_up, choice(text, Step))
    changes = _changes(session) if session.game else ()
    return looked_up + changes + _table(session)


def _opens(place: Place) -> Act:
    return lambda session: Step(open_screen(session, place))


def _undo(session: Session) -> tuple[Choice, ...]:
    game, texts = game_of(session), session.texts
    secret = session.settings.secret
    lines = []
    if game.future:
        told = ply_name(texts, game, game.future[0], secret=secret)
        # Translators: {turn} is a decision in short, such as "R 7→12".
        lines.append(choice(f"{REDO} " + texts.say("Redo: {turn}", turn=told), redo_step))
    if game.past:
        told = ply_name(texts, game, game.past[-1], secret=secret)
        lines.append(choice(f"{UNDO} " + texts.say("Undo: {turn}", turn=told), undo_step))
    return tuple(lines)


def _looks(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    return (
        choice(texts.say("Ranking"), _opens(Place.RANKING)),
        choice(texts.say("Race card"), _opens(Place.RACE_CARD)),
        choice(texts.say("Hare cards"), _opens(Place.HARE_CARDS)),
        choice(texts.say("History"), _opens(Place.HISTORY)),
        choice(texts.say("Check the board"), _opens(Place.CHECK)),
    )


def _changes(session: Session) -> tuple[Choice, ...]:
    """List what changes the game; an open question is answered first, and the line says that."""
    game, texts = game_of(session), session.texts
    first = texts.say("Answer the question first")
    asked = game.state.ask is not None
    over = game.state.over
    if over:
        return ()
    entries = (
        (texts.pick("menu", "Correct"), Place.CORRECT),
        (texts.say("A player leaves"), Place.LEAVE),
        (texts.say("End the game here"), Place.END_HERE),
    )
    if asked:
        return tuple(choice(text, foot=first) for text, _ in entries)
    return tuple(choice(text, _opens(place)) for text, place in entries)


def _table(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    new = (choice(texts.say("New game"), _opens(Place.NEW_ASK)),) if session.game else ()
    return (
        choice(f"{GLOBE} " + texts.say("Settings"), _opens(Place.SETTINGS)),
        choice(texts.say("Saved games"), _opens(Place.SAVED)),
        *new,
        choice(texts.say("Help"), _opens(Place.HELP)),
        choice(texts.say("About"), _opens(Place.ABOUT)),
        choice(texts.say("Save and switch off"), _opens(Place.POWER_ASK)),
    )


def _unlock(session: Session, screen: Screen, press: Press) -> Step | None:
    """Follow the pattern that opens the child lock; None where this press is no part of it."""
    by = direction(press)
    if by and not press.repeat:
        pattern = (*session.pattern, by)[-len(PATTERN) :]
        moved = press_list(session, screen, press, choices(session))
        return Step(replace(moved.session, pattern=pattern))
    on_lock = screen.finger >= len(choices(session)) - 1
    if press.button is Button.OK and on_lock and session.pattern == PATTERN:
        settings = replace(session.settings, locked=False)
        return keep_settings(replace(session, pattern=()), settings)
    return None
