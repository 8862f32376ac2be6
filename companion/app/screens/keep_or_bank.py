"""A receiver's question after `give_ten`: keep the carrots, or put them in the bank."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.apply_decision import decide
from companion.app.events import Button
from companion.app.list_screen import Answer, press_question, question_view
from companion.app.session import Session, UpdateResult, open_screen
from companion.app.states.lists import MenuScreen
from companion.app.text.icons import CARROT
from companion.app.text.players import seat_letter, seat_name
from companion.app.turn_header import game_of, opening_lines
from companion.rules import Bank, Keep, seat_to_move

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.questions import KeepScreen
    from companion.app.view import QuestionView


def view(session: Session, screen: KeepScreen, panel: str = "") -> QuestionView:
    """Ask the receiver."""
    del panel
    game, texts = game_of(session), session.texts
    seat = seat_to_move(game.state)
    return question_view(
        screen,
        seat_name(texts, game.setup, seat),
        texts.gettext("A hare card gives you 10 {carrot}", carrot=CARROT),
        _answers(session, seat),
        letter=seat_letter(texts, game.setup, seat),
    )._replace(lines=opening_lines(session))


def on_press(session: Session, screen: KeepScreen, press: Press) -> UpdateResult:
    """Answer for the receiver."""
    if press.button is Button.BACK:
        return UpdateResult(open_screen(session, MenuScreen()))
    listed = _answers(session, seat_to_move(game_of(session).state))
    return press_question(session, screen, press, listed)


def answers(seat: int) -> tuple[Keep, Bank]:
    """List what the receiver can answer."""
    return Keep(seat), Bank(seat)


def _answers(session: Session, seat: int) -> tuple[Answer, ...]:
    keep, bank = answers(seat)
    return (
        Answer(session.texts.pgettext("answer", "keep"), partial(decide, action=keep)),
        Answer(session.texts.pgettext("answer", "bank"), partial(decide, action=bank)),
    )
