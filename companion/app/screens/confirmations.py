"""The questions before what cannot be seen coming: new game, end here, leaving, switching off."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.decisions import decide, results
from companion.app.game import play
from companion.app.header import game_of
from companion.app.journal_entries import Finish
from companion.app.list_screen import (
    Answer,
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
    LeaveAskScreen,
)
from companion.app.states.setup import EditionScreen
from companion.app.states.texts import FarewellScreen
from companion.app.text.players import seat_label
from companion.rules import Action, Leave

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.lists import LeaveScreen
    from companion.app.states.questions import (
        EndHereScreen,
        NewGameAskScreen,
        SwitchOffScreen,
    )
    from companion.app.view import ListView, QuestionView


# -- new game


def new_view(session: Session, screen: NewGameAskScreen, panel: str = "") -> QuestionView:
    """Ask before another game is set up."""
    del panel
    texts = session.texts
    return question_view(
        screen,
        texts.gettext("New game?"),
        texts.gettext("This game stays among the saved games."),
        no_yes(session, _new),
    )


def new_press(session: Session, screen: NewGameAskScreen, press: Press) -> UpdateResult:
    """Set up another game, or not."""
    return press_question(session, screen, press, no_yes(session, _new))


def _new(session: Session) -> UpdateResult:
    session = replace(session, stack=session.stack[:1])
    return UpdateResult(open_screen(session, EditionScreen()))


# -- end here


def end_view(session: Session, screen: EndHereScreen, panel: str = "") -> QuestionView:
    """Ask before the game is closed as it stands."""
    del panel
    texts = session.texts
    return question_view(
        screen,
        texts.gettext("End the game here?"),
        texts.gettext("It is kept as it stands and can be resumed from the saved games."),
        no_yes(session, _end),
    )


def end_press(session: Session, screen: EndHereScreen, press: Press) -> UpdateResult:
    """Close the game, or not."""
    return press_question(session, screen, press, no_yes(session, _end))


def _end(session: Session) -> UpdateResult:
    """Close the game: the ranking as it stands is the final one."""
    after = replace(session, stack=(EndScreen(),))
    return UpdateResult(after, (Finish(results(game_of(session))),))


# -- a player leaves


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


def leave_ask_view(session: Session, screen: LeaveAskScreen, panel: str = "") -> QuestionView:
    """Ask before a player leaves, and say what follows."""
    del panel
    game, texts = game_of(session), session.texts
    seat = screen.seat
    after, _ = play(game, _leave(seat))
    follows = (
        texts.gettext("The game is then over.")
        if after.state.over
        else texts.gettext("The piece comes off the board; the others play on.")
    )
    title = seat_label(texts, game.setup, seat)
    return question_view(
        screen,
        title,
        f"{texts.gettext('Leaves the game?')}\n{follows}",
        _leave_answers(session, seat),
    )


def leave_ask_press(session: Session, screen: LeaveAskScreen, press: Press) -> UpdateResult:
    """Let the player go, or not."""
    return press_question(session, screen, press, _leave_answers(session, screen.seat))


def _leave_answers(session: Session, seat: int) -> tuple[Answer, ...]:
    return no_yes(session, partial(decide, action=_leave(seat)))


def _leave(seat: int) -> Action:
    return Leave(seat)


# -- save and switch off


def power_view(session: Session, screen: SwitchOffScreen, panel: str = "") -> QuestionView:
    """Ask before the machine is switched off."""
    del panel
    texts = session.texts
    return question_view(
        screen,
        texts.gettext("Switch off?"),
        texts.gettext("Everything is saved."),
        no_yes(session, _power),
    )


def power_press(session: Session, screen: SwitchOffScreen, press: Press) -> UpdateResult:
    """Switch off, or not."""
    return press_question(session, screen, press, no_yes(session, _power))


def _power(session: Session) -> UpdateResult:
    return UpdateResult(replace(session, stack=(FarewellScreen(),), ending=ExitReason.POWER_OFF))
