"""Screens that are lists or questions: left is up, right is down; the list stops at its ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.app.events import Button
from companion.app.session import Session, UpdateResult, close_screen, replace_screen
from companion.app.view import ListRow, ListView, QuestionView

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.app.gestures import Press
    from companion.app.states.lists import ListScreen
    from companion.app.states.questions import QuestionScreen
    from companion.app.states.text_screens import ReadingScreen

SHOWN: Final = 5  # rows of a list that are visible at once
SHOWN_WITH_FOOT: Final = 4

Act: TypeAlias = "Callable[[Session], UpdateResult]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a list and what OK does there (None: nothing)."""

    row: ListRow
    act: Act | None = None
    foot: str = ""


def choice(
    text: str, act: Act | None = None, value: str = "", foot: str = "", icon: str = ""
) -> Choice:
    """Return a line; one without an action is dim, and its foot says why."""
    return Choice(ListRow(text, value, act is None, icon), act, foot)


def rows_view(
    screen: ListScreen, title: str, choices: tuple[Choice, ...], right: str = ""
) -> ListView:
    """Return the view of a list."""
    at = min(screen.chosen, len(choices) - 1)
    return ListView(
        screen.id.value,
        title,
        tuple(c.row for c in choices),
        chosen=at,
        top=screen.first_row,
        right=right,
        foot=choices[at].foot if choices else "",
    )


def press_list(
    session: Session, screen: ListScreen, press: Press, choices: tuple[Choice, ...]
) -> UpdateResult:
    """Move in a list, or do what its chosen line does."""
    by = direction(press)
    at = min(screen.chosen, len(choices) - 1)
    if by:
        return UpdateResult(
            replace_screen(
                session, scrolled(screen, max(0, min(at + by, len(choices) - 1)), choices)
            )
        )
    if press.button is Button.OK and choices and (act := choices[at].act):
        return act(session)
    if press.button is Button.BACK:
        return UpdateResult(close_screen(session))
    return UpdateResult(session)


def scrolled(screen: ListScreen, chosen: int, choices: tuple[Choice, ...]) -> ListScreen:
    """Return the list with this line chosen, scrolled just far enough to show it."""
    shown = SHOWN_WITH_FOOT if any(c.foot for c in choices) else SHOWN
    first_row = max(chosen - shown + 1, min(screen.first_row, chosen))
    return replace(screen, chosen=chosen, first_row=first_row)


def direction(press: Press) -> int:
    """Return -1 for left and up, 1 for right and down, 0 for other buttons."""
    if press.button in (Button.LEFT, Button.UP):
        return -1
    return 1 if press.button in (Button.RIGHT, Button.DOWN) else 0


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a question and what it does."""

    text: str
    act: Act


def question_view(
    screen: QuestionScreen, title: str, text: str, answers: tuple[Answer, ...], letter: str = ""
) -> QuestionView:
    """Return the view of a question; the first answer is preselected."""
    at = min(screen.chosen, len(answers) - 1)
    return QuestionView(
        screen.id.value, title, text, tuple(a.text for a in answers), at, letter=letter
    )


def press_question(
    session: Session, screen: QuestionScreen, press: Press, answers: tuple[Answer, ...]
) -> UpdateResult:
    """Move between the answers or give one; back closes the question and does nothing."""
    at = min(screen.chosen, len(answers) - 1)
    if by := direction(press):
        at = max(0, min(at + by, len(answers) - 1))
        return UpdateResult(replace_screen(session, replace(screen, chosen=at)))
    if press.button is Button.OK:
        return answers[at].act(session)
    if press.button is Button.BACK:
        return UpdateResult(close_screen(session))
    return UpdateResult(session)


def reading_view(screen: ReadingScreen, title: str, rows: Sequence[ListRow]) -> ListView:
    """Return the view of a list that is only read: no row of it is chosen."""
    return ListView(screen.id.value, title, tuple(rows), chosen=None, top=screen.first_row)


def press_reading(
    session: Session, screen: ReadingScreen, press: Press, lines: int
) -> UpdateResult:
    """Scroll a list that is only read; OK and back close it."""
    if by := direction(press):
        first_row = max(0, min(screen.first_row + by, lines - SHOWN))
        return UpdateResult(replace_screen(session, replace(screen, first_row=first_row)))
    if press.button in (Button.OK, Button.BACK):
        return UpdateResult(close_screen(session))
    return UpdateResult(session)


def no_yes(session: Session, act: Act) -> tuple[Answer, ...]:
    """Return the answers of a question whose yes cannot be undone: no comes first."""
    texts = session.texts
    return (
        Answer(texts.pgettext("answer", "no"), lambda s: UpdateResult(close_screen(s))),
        Answer(texts.pgettext("answer", "yes"), act),
    )
