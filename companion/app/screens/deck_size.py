"""The number of hare cards: some boxes of 2008 have 15, others 16."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.game_setup import draft_of, player_count_screen, with_draft
from companion.app.list_screen import Answer, press_question, question_view
from companion.app.session import Session, UpdateResult, replace_screen

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.questions import DeckSizeScreen
    from companion.app.view import QuestionView


def view(session: Session, screen: DeckSizeScreen, panel: str = "") -> QuestionView:
    """Ask how many cards there are."""
    del panel
    texts = session.texts
    text = texts.gettext("Count them: some boxes hold a second card that shuffles.")
    return question_view(screen, texts.gettext("15 or 16 hare cards?"), text, _answers())


def on_press(session: Session, screen: DeckSizeScreen, press: Press) -> UpdateResult:
    """Set the number, and open the choice of players."""
    return press_question(session, screen, press, _answers())


def _answers() -> tuple[Answer, ...]:
    return (Answer("15", partial(_take, second=False)), Answer("16", partial(_take, second=True)))


def _take(session: Session, *, second: bool) -> UpdateResult:
    draft = draft_of(session)
    rulings = {key: value for key, value in draft.rulings.items() if key != "second_shuffle"}
    if second:
        rulings["second_shuffle"] = True
    session = with_draft(session, rulings=rulings)
    return UpdateResult(replace_screen(session, player_count_screen(session)))
