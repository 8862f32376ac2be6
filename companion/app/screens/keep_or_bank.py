"""A receiver's question after `give_ten`: keep the carrots, or put them in the bank."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.apply_decision import decide
from companion.app.events import Button
from companion.app.list_screen import Answer, press_question
from companion.app.session import Session, UpdateResult, open_screen
from companion.app.states.lists import MenuScreen
from companion.app.text.icons import CARROT
from companion.app.text.players import seat_name
from companion.app.turn_header import game_of, header, opening_lines
from companion.app.view import QuestionView
from companion.rules import Bank, Keep, amounts, seat_to_move

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.questions import KeepScreen


def view(session: Session, screen: KeepScreen, panel: str = "") -> QuestionView:
    """Ask the receiver."""
    listed = _answers(session, seat_to_move(game_of(session).state))
    names = tuple(answer.text for answer in listed)
    return with_answers(session, screen.id.value, names, panel)._replace(chosen=screen.chosen)


def with_answers(session: Session, name: str, names: tuple[str, ...], panel: str) -> QuestionView:
    """Return the question with these answers, as a screen of this name shows it."""
    game, texts = game_of(session), session.texts
    seat = seat_to_move(game.state)
    return QuestionView(
        name,
        seat_name(texts, game.setup, seat),
        texts.gettext("A hare card gives you {n} {carrot}", n=amounts.GIVEN, carrot=CARROT),
        names,
        header=header(session, seat, panel=panel),
        lines=opening_lines(session),
    )


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
