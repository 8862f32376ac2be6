"""Going back to a tortoise under the house rule that its carrots may be left."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.apply_decision import decide
from companion.app.list_screen import Answer, press_question, question_view
from companion.app.text.icons import CARROT
from companion.app.turn_header import game_of
from companion.rules import Back, seat_to_move, stock_change

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session, UpdateResult
    from companion.app.states.questions import DeclineScreen
    from companion.app.view import QuestionView


def view(session: Session, screen: DeclineScreen, panel: str = "") -> QuestionView:
    """Ask whether the carrots are taken."""
    del panel
    texts = session.texts
    return question_view(
        screen,
        texts.gettext("Back to the tortoise"),
        texts.gettext("Take the carrots for it?"),
        _answers(session, screen),
    )


def on_press(session: Session, screen: DeclineScreen, press: Press) -> UpdateResult:
    """Go back with or without the carrots."""
    return press_question(session, screen, press, _answers(session, screen))


def _answers(session: Session, screen: DeclineScreen) -> tuple[Answer, ...]:
    state = game_of(session).state
    seat = seat_to_move(state)
    piece, to = screen.piece, screen.square
    back = Back(seat, to, piece)
    left = Back(seat, to, piece, decline=True)
    return (
        Answer(f"{stock_change(state, back).change:+d}{CARROT}", partial(decide, action=back)),
        Answer(session.texts.pgettext("answer", "none"), partial(decide, action=left)),
    )
