"""The menu that back opens: undo and redo, look-ups, then what changes the game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app.apply_decision import change_settings, redo_step, undo_step
from companion.app.companion_turn import play_for, redo_count, undo_count
from companion.app.events import Button
from companion.app.family_book import open_book
from companion.app.list_screen import Choice, choice, direction, press_list, rows_view, scrolled
from companion.app.race_screen import race_so_far
from companion.app.render.fitting import LIST_WIDTH, first_fitting
from companion.app.screens.hint import offers_hint
from companion.app.session import Session, UpdateResult, open_screen
from companion.app.states.game import (
    CheckBoardScreen,
    CompanionScreen,
    HintScreen,
    RaceCardScreen,
    RankingScreen,
)
from companion.app.states.lists import (
    CorrectScreen,
    HareCardsScreen,
    HistoryScreen,
    LeaveScreen,
    MenuScreen,
    SavedGamesScreen,
    SettingsScreen,
)
from companion.app.states.questions import EndHereScreen, NewGameAskScreen, SwitchOffScreen
from companion.app.states.text_screens import AboutScreen, HelpScreen
from companion.app.text.icons import GLOBE, LEFT, LOCK, REDO, RIGHT, UNDO
from companion.app.text.players import edition_mark, seat_name
from companion.app.text.sentences import ply_name
from companion.app.turn_header import game_of
from companion.rules import Prompt, seat_to_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press
    from companion.app.list_screen import Act
    from companion.app.states import Screen
    from companion.app.text.catalogue import Texts
    from companion.app.view import ListView

PATTERN: Final = (-1, 1, -1, 1)  # left, right, left, right: opens the child lock
KEYS: Final = f"{LEFT} {RIGHT} {LEFT} {RIGHT} OK"


def view(session: Session, screen: MenuScreen, panel: str = "") -> ListView:
    """Return the menu; its title has the edition and the number of players."""
    del panel
    texts = session.texts
    if session.game is None:
        return rows_view(screen, texts.gettext("Menu"), choices(session))
    setup = game_of(session).setup
    right = f"{edition_mark(setup.edition.id)} · {len(setup.names)}"
    return rows_view(screen, texts.gettext("Menu"), choices(session), right)


def on_press(session: Session, screen: MenuScreen, press: Press) -> UpdateResult:
    """Choose from the menu; left, right, left, right, OK on the locked line opens the lock."""
    if session.settings.locked:
        from_lock = _unlock(session, screen, press)
        if from_lock is not None:
            return from_lock
    return press_list(session, screen, press, choices(session))


def at_the_lock(session: Session) -> Session:
    """Open the menu on its locked line, the last one: it says what opens it."""
    lines = choices(session)
    return open_screen(session, scrolled(MenuScreen(), len(lines) - 1, lines))


def choices(session: Session) -> tuple[Choice, ...]:
    """List the menu's lines, shorter while the child lock is on."""
    undo = (*_undo(session), *_companion(session), _ranking(session)) if session.game else ()
    looks = (*_race(session), *(_looks(session) if session.game else ()))
    if session.settings.locked:
        text = f"{LOCK} " + session.texts.gettext("Opens: {keys}", keys=KEYS)
        return (*undo, *looks, choice(text, UpdateResult))
    changes = _changes(session) if session.game else ()
    return (*undo, *_settings(session), *looks, *changes, *_device(session))


def _opens(screen: Screen) -> Act:
    return lambda session: UpdateResult(open_screen(session, screen))


def _undo(session: Session) -> tuple[Choice, ...]:
    game, texts = game_of(session), session.texts
    lines = []
    if game.future:
        turn = ply_name(texts, game, game.future[0])
        redo = partial(redo_step, count=redo_count(game))
        # Translators: {turn} is a decision in short, such as "R 7→12".
        lines.append(choice(_with_icon(REDO, texts.gettext("Redo: {turn}", turn=turn)), redo))
    if count := undo_count(game):
        turn = ply_name(texts, game, game.past[-count])
        undo = partial(undo_step, count=count)
        lines.append(choice(_with_icon(UNDO, texts.gettext("Undo: {turn}", turn=turn)), undo))
    return tuple(lines)


def _with_icon(icon: str, text: str) -> str:
    """Put an icon before a line that leaves room for it."""
    return first_fitting((f"{icon} {text}", text), LIST_WIDTH)


def _companion(session: Session) -> tuple[Choice, ...]:
    """Return the line that asks the companion, or that decides for it; none with the child lock."""
    if session.settings.locked:
        return ()
    return _play_for(session) or _hint(session)


def _play_for(session: Session) -> tuple[Choice, ...]:
    """Return the line by which a person decides this turn of the companion."""
    if not isinstance(session.stack[0], CompanionScreen):
        return ()
    game, texts = game_of(session), session.texts
    name = seat_name(texts, game.setup, seat_to_move(game.state))
    # Translators: a person decides this turn of the companion, which plays for {name}.
    text = texts.gettext("Play for {name}", name=name)
    return (choice(text, lambda s: UpdateResult(play_for(s))),)


def _hint(session: Session) -> tuple[Choice, ...]:
    """Return the line that asks the companion, in a person's turn."""
    if not offers_hint(session):
        return ()
    # Translators: what the companion would do in this turn.
    return (choice(session.texts.gettext("What would you do?"), _opens(HintScreen())),)


def _race(session: Session) -> tuple[Choice, ...]:
    """List the race and the family book, which the child lock takes away."""
    texts, game = session.texts, session.game
    if session.settings.locked:
        return ()
    book = choice(texts.gettext("The family book"), open_book)
    if game is None:
        return (book,)
    return (choice(texts.gettext("The race so far"), _opens(race_so_far(game))), book)


def _ranking(session: Session) -> Choice:
    return choice(session.texts.gettext("Ranking"), _opens(RankingScreen()))


def _settings(session: Session) -> tuple[Choice, ...]:
    """List what is reached within six presses of the first line, OK included."""
    texts = session.texts
    return (
        choice(f"{GLOBE} " + texts.gettext("Settings"), _opens(SettingsScreen())),
        choice(texts.gettext("Saved games"), _opens(SavedGamesScreen())),
    )


def _looks(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    return (
        choice(texts.gettext("Race card"), _opens(RaceCardScreen())),
        choice(texts.gettext("Hare cards"), _opens(HareCardsScreen())),
        choice(texts.gettext("History"), _opens(HistoryScreen())),
        choice(texts.gettext("Check the board"), _opens(CheckBoardScreen())),
    )


def _changes(session: Session) -> tuple[Choice, ...]:
    """List what changes the game; an open question is answered first, and the line says that."""
    game, texts = game_of(session), session.texts
    if game.state.over:
        return ()
    entries = (
        (texts.pgettext("menu", "Correct"), CorrectScreen()),
        (texts.gettext("A player leaves"), LeaveScreen()),
        (texts.gettext("End the game here"), EndHereScreen()),
    )
    if game.state.prompt is not None:
        first = _FIRST[game.state.prompt](texts)
        return tuple(choice(text, foot=first) for text, _ in entries)
    return tuple(choice(text, _opens(screen)) for text, screen in entries)


# The question that is open, as what must come before a change.
_FIRST: Final[dict[Prompt, Callable[[Texts], str]]] = {
    Prompt.AGAIN: lambda t: t.gettext("First: move again, or none"),
    Prompt.TEN: lambda t: t.gettext("First: take or give 10"),
    Prompt.KEEP: lambda t: t.gettext("First answer: keep, or bank"),
}


def _device(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    new = (choice(texts.gettext("New game"), _opens(NewGameAskScreen())),) if session.game else ()
    return (
        *new,
        choice(texts.gettext("Help"), _opens(HelpScreen())),
        choice(texts.gettext("About"), _opens(AboutScreen())),
        choice(texts.gettext("Save and switch off"), _opens(SwitchOffScreen())),
    )


def _unlock(session: Session, screen: MenuScreen, press: Press) -> UpdateResult | None:
    """Continue the pattern that opens the child lock; None where this press is no part of it."""
    by = direction(press)
    if by and not press.repeat:
        pattern = (*session.unlock_presses, by)[-len(PATTERN) :]
        moved = press_list(session, screen, press, choices(session))
        return UpdateResult(replace(moved.session, unlock_presses=pattern))
    on_lock = screen.chosen >= len(choices(session)) - 1
    if press.button is Button.OK and on_lock and session.unlock_presses == PATTERN:
        settings = replace(session.settings, locked=False)
        return change_settings(replace(session, unlock_presses=()), settings)
    return None
