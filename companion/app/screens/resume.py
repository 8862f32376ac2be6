"""Power on with an unfinished game: go on, or begin a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.next_screen import show_next_screen
from companion.app.render.fitting import first_fitting
from companion.app.session import Session, UpdateResult, open_screen
from companion.app.states.game import CheckBoardScreen
from companion.app.states.lists import ResumeScreen, SavedGamesScreen
from companion.app.states.setup import EditionScreen
from companion.app.text.players import edition_mark, seat_label, seat_name, shortened_lists
from companion.app.turn_header import game_of

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.view import ListView


def view(session: Session, screen: ResumeScreen, panel: str = "") -> ListView:
    """Return the players and whose turn it is."""
    del panel
    game, texts = game_of(session), session.texts
    return rows_view(
        screen,
        texts.gettext("Welcome back"),
        _choices(session),
        edition_mark(game.setup.edition.id),
    )


def on_press(session: Session, screen: ResumeScreen, press: Press) -> UpdateResult:
    """Go on, or set up another game; back leads to the turn."""
    if press.button is Button.BACK:
        return UpdateResult(show_next_screen(session))
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    game, texts = game_of(session), session.texts
    names = first_fitting(
        shortened_lists([seat_name(texts, game.setup, s) for s in range(game.setup.players)])
    )
    turn = game.state.turn
    whose = "" if turn is None else seat_label(texts, game.setup, turn)
    go_on = choice(texts.gettext("Go on"), _go_on, value=whose, foot=names)
    if session.settings.locked:
        return (go_on,)
    return (
        go_on,
        choice(texts.gettext("New game"), _new, foot=texts.gettext("This one stays saved")),
        choice(
            texts.gettext("Saved games"),
            lambda s: UpdateResult(open_screen(s, SavedGamesScreen())),
            foot=names,
        ),
    )


def _go_on(session: Session) -> UpdateResult:
    return UpdateResult(open_screen(show_next_screen(session), CheckBoardScreen()))


def _new(session: Session) -> UpdateResult:
    """Set up another game; this one stays among the saved games."""
    return UpdateResult(open_screen(show_next_screen(session), EditionScreen()))
