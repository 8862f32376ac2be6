"""The history: each decision in words, the latest first; OK goes back to before it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.deeds import undo_step
from companion.app.heads import game_of
from companion.app.listing import (
    Answer,
    Choice,
    choice,
    no_yes,
    press_list,
    press_question,
    question_view,
    rows_view,
)
from companion.app.session import Place, Session, Step, open_screen
from companion.app.wording import ply_line

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.view import Question, Rows


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """List the decisions."""
    del panel
    texts = session.texts
    right = str(len(game_of(session).past))
    return rows_view(screen, texts.say("History"), _choices(session), right)


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Choose a decision to go back to."""
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    game, texts = game_of(session), session.texts
    if not game.past:
        return (choice(texts.say("Nothing has been played")),)
    secret = session.settings.secret
    return tuple(
        choice(ply_line(texts, game, ply, secret=secret), partial(_ask, count=count))
        for count, ply in enumerate(reversed(game.past), 1)
    )


def _ask(session: Session, count: int) -> Step:
    return Step(open_screen(session, Place.UNDO_TO, 0, count))


def ask_view(session: Session, screen: Screen, panel: str = "") -> Question:
    """Ask whether to go back to before the chosen decision."""
    del panel
    game, texts = game_of(session), session.texts
    count = screen.about[0]
    told = ply_line(texts, game, game.past[-count], secret=session.settings.secret)
    text = texts.count("Before this turn? ({n} turn)", "Before this turn? ({n} turns)", count)
    return question_view(
        screen, texts.pick("title", "Undo"), f"{told}\n{text}", _answers(session, count)
    )


def ask_press(session: Session, screen: Screen, press: Press) -> Step:
    """Go back, or not."""
    return press_question(session, screen, press, _answers(session, screen.about[0]))


def _answers(session: Session, count: int) -> tuple[Answer, ...]:
    return no_yes(session, partial(undo_step, count=count))
