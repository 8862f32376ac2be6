"""A receiver's question after `give_ten`: keep the carrots, or put them in the bank."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.deeds import decide
from companion.app.events import Button
from companion.app.heads import game_of, opening_lines
from companion.app.icons import CARROT
from companion.app.listing import Answer, press_question, question_view
from companion.app.people import seat_letter, seat_name
from companion.app.session import Place, Session, Step, open_screen
from companion.rules import Action, Do

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.view import Question


def view(session: Session, screen: Screen, panel: str = "") -> Question:
    """Ask the receiver."""
    del panel
    game, texts = game_of(session), session.texts
    seat = game.state.turn or 0
    return question_view(
        screen,
        seat_name(texts, game.setup, seat),
        texts.say("A hare card gives you 10 {carrot}", carrot=CARROT),
        _answers(session, seat),
        letter=seat_letter(texts, game.setup, seat),
    )._replace(lines=opening_lines(session))


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Answer for the receiver."""
    if press.button is Button.BACK:
        return Step(open_screen(session, Place.MENU))
    answers = _answers(session, game_of(session).state.turn or 0)
    return press_question(session, screen, press, answers)


def _answers(session: Session, seat: int) -> tuple[Answer, ...]:
    texts = session.texts
    return (
        Answer(texts.pick("answer", "keep"), partial(decide, action=Action(seat, Do.KEEP))),
        Answer(texts.pick("answer", "bank"), partial(decide, action=Action(seat, Do.BANK))),
    )
