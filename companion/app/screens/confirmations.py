"""The questions before new game, end here, leaving and switching off, and who leaves."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.app.apply_decision import decide, results
from companion.app.game import play
from companion.app.journal_entries import Finish
from companion.app.list_screen import (
    Choice,
    choice,
    no_yes,
    press_list,
    press_question,
    question_view,
    rows_view,
)
from companion.app.session import ExitReason, Session, UpdateResult, open_screen
from companion.app.states.game import EndScreen
from companion.app.states.questions import (
    EndHereScreen,
    LeaveAskScreen,
    NewGameAskScreen,
    SwitchOffScreen,
)
from companion.app.states.setup import EditionScreen
from companion.app.states.text_screens import FarewellScreen
from companion.app.text.players import seat_label
from companion.app.turn_header import game_of
from companion.rules import Leave

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.list_screen import Act
    from companion.app.states.lists import LeaveScreen
    from companion.app.view import ListView, QuestionView


ConfirmationScreen: TypeAlias = NewGameAskScreen | EndHereScreen | LeaveAskScreen | SwitchOffScreen


class Confirmation(NamedTuple):
    """A question, what follows from yes, and what yes does."""

    title: str
    text: str
    act: Act


def view(session: Session, screen: ConfirmationScreen, panel: str = "") -> QuestionView:
    """Return the question; no comes first."""
    del panel
    asked = _confirmation(session, screen)
    return question_view(screen, asked.title, asked.text, no_yes(session, asked.act))


def on_press(session: Session, screen: ConfirmationScreen, press: Press) -> UpdateResult:
    """Do what the question asks, or close it."""
    answers = no_yes(session, _confirmation(session, screen).act)
    return press_question(session, screen, press, answers)


def _confirmation(session: Session, screen: ConfirmationScreen) -> Confirmation:
    texts = session.texts
    match screen:
        case NewGameAskScreen():
            text = texts.gettext("This game stays among the saved games.")
            return Confirmation(texts.gettext("New game?"), text, _new)
        case EndHereScreen():
            text = texts.gettext("It is kept as it stands and can be resumed from the saved games.")
            return Confirmation(texts.gettext("End the game here?"), text, _end)
        case LeaveAskScreen():
            return _leaving(session, screen.seat)
        case SwitchOffScreen():
            text = texts.gettext("Everything is saved.")
            return Confirmation(texts.gettext("Switch off?"), text, _power_off)


def _new(session: Session) -> UpdateResult:
    session = replace(session, stack=session.stack[:1])
    return UpdateResult(open_screen(session, EditionScreen()))


def _end(session: Session) -> UpdateResult:
    """End the game here: the present ranking is the final one."""
    after = replace(session, stack=(EndScreen(),))
    return UpdateResult(after, (Finish(results(game_of(session))),))


def _power_off(session: Session) -> UpdateResult:
    return UpdateResult(replace(session, stack=(FarewellScreen(),), ending=ExitReason.POWER_OFF))


# -- a player leaves


def _leaving(session: Session, seat: int) -> Confirmation:
    """Return the question before a player leaves; its text says what follows."""
    game, texts = game_of(session), session.texts
    action = Leave(seat)
    after, _ = play(game, action)
    follows = (
        texts.gettext("The game is then over.")
        if after.state.over
        else texts.gettext("The piece comes off the board; the others play on.")
    )
    return Confirmation(
        seat_label(texts, game.setup, seat),
        f"{texts.gettext('Leaves the game?')}\n{follows}",
        partial(decide, action=action),
    )


def leave_view(session: Session, screen: LeaveScreen, panel: str = "") -> ListView:
    """List the players who still race."""
    del panel
    return rows_view(screen, session.texts.gettext("Who leaves?"), _leavers(session))


def leave_press(session: Session, screen: LeaveScreen, press: Press) -> UpdateResult:
    """Choose who leaves."""
    return press_list(session, screen, press, _leavers(session))


def _leavers(session: Session) -> tuple[Choice, ...]:
    game = game_of(session)
    return tuple(
        choice(seat_label(session.texts, game.setup, seat), partial(_ask_leave, seat=seat))
        for seat in racing_seats(session)
    )


def racing_seats(session: Session) -> tuple[int, ...]:
    """List the seats that still race."""
    return tuple(
        n
        for n, seat in enumerate(game_of(session).state.seats)
        if not seat.left and any(piece.place is None for piece in seat.pieces)
    )


def _ask_leave(session: Session, seat: int) -> UpdateResult:
    return UpdateResult(open_screen(session, LeaveAskScreen(seat=seat)))
