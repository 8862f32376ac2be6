"""Screens that are lists or questions: left is up, right is down, the ends are walls."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.app.events import Button
from companion.app.session import Screen, Session, UpdateResult, close_screen, put
from companion.app.view import ListRow, ListView, QuestionView

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press

SHOWN: Final = 6  # rows of a list that are seen at once
SHOWN_WITH_FOOT: Final = 5

Act: TypeAlias = "Callable[[Session], UpdateResult]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a list and what OK does there (None: nothing)."""

    row: ListRow
    act: Act | None = None
    foot: str = ""


def choice(text: str, act: Act | None = None, value: str = "", foot: str = "") -> Choice:
    """Make a line; one without an act is dim, and its foot says why."""
    return Choice(ListRow(text, value, dim=act is None), act, foot)


def rows_view(screen: Screen, title: str, choices: tuple[Choice, ...], right: str = "") -> ListView:
    """Draw a list up; its chosen line is the screen's finger."""
    at = min(screen.finger, len(choices) - 1)
    return ListView(
        screen.place.value,
        title,
        tuple(c.row for c in choices),
        chosen=at,
        top=screen.top,
        right=right,
        foot=choices[at].foot if choices else "",
    )


def press_list(
    session: Session, screen: Screen, press: Press, choices: tuple[Choice, ...]
) -> UpdateResult:
    """Move in a list, or do what its chosen line does."""
    by = direction(press)
    at = min(screen.finger, len(choices) - 1)
    if by:
        return UpdateResult(
            put(session, scrolled(screen, max(0, min(at + by, len(choices) - 1)), choices))
        )
    if press.button is Button.OK and choices and (act := choices[at].act):
        return act(session)
    if press.button is Button.BACK:
        return UpdateResult(close_screen(session))
    return UpdateResult(session)


def scrolled(screen: Screen, finger: int, choices: tuple[Choice, ...]) -> Screen:
    """Put the finger on a line and scroll no further than it needs."""
    shown = SHOWN_WITH_FOOT if any(c.foot for c in choices) else SHOWN
    top = max(finger - shown + 1, min(screen.top, finger))
    return replace(screen, finger=finger, top=top)


def direction(press: Press) -> int:
    """Tell -1 for left and up, 1 for right and down, 0 for other buttons."""
    if press.button in (Button.LEFT, Button.UP):
        return -1
    return 1 if press.button in (Button.RIGHT, Button.DOWN) else 0


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a question and what it does."""

    text: str
    act: Act


def question_view(
    screen: Screen, title: str, text: str, answers: tuple[Answer, ...], letter: str = ""
) -> QuestionView:
    """Draw a question up; the first answer is preselected."""
    at = min(screen.finger, len(answers) - 1)
    return QuestionView(
        screen.place.value, title, text, tuple(a.text for a in answers), at, letter=letter
    )


def press_question(
    session: Session, screen: Screen, press: Press, answers: tuple[Answer, ...]
) -> UpdateResult:
    """Move between the answers or give one; back takes the question away and does nothing."""
    at = min(screen.finger, len(answers) - 1)
    if by := direction(press):
        at = max(0, min(at + by, len(answers) - 1))
        return UpdateResult(put(session, replace(screen, finger=at)))
    if press.button is Button.OK:
        return answers[at].act(session)
    if press.button is Button.BACK:
        return UpdateResult(close_screen(session))
    return UpdateResult(session)


def press_reading(session: Session, screen: Screen, press: Press, lines: int) -> UpdateResult:
    """Scroll a list that is only read; OK and back close it."""
    if by := direction(press):
        top = max(0, min(screen.top + by, lines - SHOWN))
        return UpdateResult(put(session, replace(screen, top=top)))
    if press.button in (Button.OK, Button.BACK):
        return UpdateResult(close_screen(session))
    return UpdateResult(session)


def no_yes(session: Session, act: Act) -> tuple[Answer, ...]:
    """Return the two answers of a question that destroys: no comes first."""
    texts = session.texts
    return (
        Answer(texts.pgettext("answer", "no"), lambda s: UpdateResult(close_screen(s))),
        Answer(texts.pgettext("answer", "yes"), act),
    )
