"""Power on with an unfinished game: go on, or begin a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.heads import game_of
from companion.app.listing import Choice, choice, press_list, rows_view
from companion.app.people import edition_mark, fitting, seat_label, seat_name
from companion.app.session import Place, Session, Step, open_screen
from companion.app.waiting import wait

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.view import Rows


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """Show the players and whose turn it is."""
    del panel
    game, texts = game_of(session), session.texts
    return rows_view(
        screen, texts.say("Welcome back"), _choices(session), edition_mark(game.setup.edition.id)
    )


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Go on, or set up another game; back leads to the turn, as from everywhere."""
    if press.button is Button.BACK:
        return Step(wait(session))
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    game, texts = game_of(session), session.texts
    names = fitting([seat_name(texts, game.setup, s) for s in range(len(game.setup.names))])
    turn = game.state.turn
    whose = "" if turn is None else seat_label(texts, game.setup, turn)
    go_on = choice(texts.say("Go on"), _go_on, value=whose, foot=names)
    if session.settings.locked:
        return (go_on,)
    return (
        go_on,
        choice(texts.say("New game"), _new, foot=texts.say("This one stays saved")),
        choice(texts.say("Saved games"), lambda s: Step(open_screen(s, Place.SAVED)), foot=names),
    )


def _go_on(session: Session) -> Step:
    return Step(open_screen(wait(session), Place.CHECK))


def _new(session: Session) -> Step:
    """Set up another game: this one waits below, and stays among the saved games."""
    return Step(open_screen(wait(session), Place.EDITION))
