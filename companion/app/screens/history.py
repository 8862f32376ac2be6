"""The history: each decision in figures, the latest first, the chosen one in words at the foot.

OK goes back to before it. The last line names the house rules that the game began with.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app.apply_decision import undo_step
from companion.app.list_screen import (
    SHOWN,
    Answer,
    Choice,
    choice,
    no_yes,
    press_list,
    press_question,
    question_view,
    rows_view,
)
from companion.app.render.fitting import CARD_WIDTH, EVENT_WIDTH, HINTED_WIDTH, first_fitting
from companion.app.screens.correct import debt_text
from companion.app.session import Session, UpdateResult, open_screen
from companion.app.states.questions import UndoToScreen
from companion.app.text.hare_cards import card_title
from companion.app.text.house_rules import changed_rules
from companion.app.text.icons import CARROT, HARE, LETTUCE, QUESTION, boxed
from companion.app.text.last_turn import last_turn_lines
from companion.app.text.players import seat_letter, shortened_lists
from companion.app.text.sentences import onto_text, own_consequences
from companion.app.turn_header import game_of
from companion.app.view import ListRow
from companion.rules import (
    HINT,
    Answered,
    Banked,
    Correction,
    Drew,
    Kept,
    Moved,
    Restarted,
)

if TYPE_CHECKING:
    from companion.app.game import Game, Ply
    from companion.app.gestures import Press
    from companion.app.states.lists import HistoryScreen
    from companion.app.text.catalogue import Texts
    from companion.app.view import ListView, QuestionView
    from companion.rules import Consequence, Setup

_OUT_OF_SIGHT: Final = Choice(ListRow(""), foot=" ")


def view(session: Session, screen: HistoryScreen, panel: str = "") -> ListView:
    """List the decisions."""
    del panel
    texts = session.texts
    right = str(len(game_of(session).past))
    return rows_view(screen, texts.gettext("History"), _choices(session, screen.chosen), right)


def on_press(session: Session, screen: HistoryScreen, press: Press) -> UpdateResult:
    """Choose a decision to go back to."""
    return press_list(session, screen, press, _choices(session, screen.chosen))


def _choices(session: Session, chosen: int) -> tuple[Choice, ...]:
    """List all decisions; only those that can be seen beside the chosen one are put in words."""
    game, texts = game_of(session), session.texts
    ruled = _house_rules(texts, game.setup)
    if not game.past:
        return (choice(texts.gettext("Nothing has been played")), *ruled)
    played = (
        _described(session, game, ply, count) if abs(count - 1 - chosen) < SHOWN else _OUT_OF_SIGHT
        for count, ply in enumerate(reversed(game.past), 1)
    )
    return (*played, *ruled)


def _house_rules(texts: Texts, setup: Setup) -> tuple[Choice, ...]:
    """Return the line of the house rules that differ from the edition's; none where none do."""
    rules = changed_rules(texts, setup.rules, setup.overrides)
    if not rules:
        return ()
    row = ListRow(texts.gettext("House rules"), str(len(rules)))
    return (Choice(row, foot=first_fitting(shortened_lists(rules))),)


def _described(session: Session, game: Game, ply: Ply, count: int) -> Choice:
    secret = session.settings.secret
    lines = last_turn_lines(session.texts, game, ply, secret=secret)
    words = _in_words(session.texts, game, ply, secret=secret)
    if HINT in ply.marks:
        line = first_fitting(lines, HINTED_WIDTH)
        foot = first_fitting((f"{words} · {_with_hint(session)}", f"{QUESTION} {words}"))
        return choice(line, partial(_ask, count=count), QUESTION, foot=foot)
    return choice(first_fitting(lines, EVENT_WIDTH), partial(_ask, count=count), foot=words)


def _with_hint(session: Session) -> str:
    # Translators: the decision was made after a look at the companion's hint.
    return session.texts.gettext("with a hint")


def _in_words(texts: Texts, game: Game, ply: Ply, *, secret: bool) -> str:
    """Return what the line leaves out: the cards drawn, else the squares, or what was corrected."""
    if isinstance(ply.action, Correction):
        return _corrected(texts, game.setup, ply.action, secret=secret)
    drawn = [card_title(texts, step.card) for step in ply.consequences if isinstance(step, Drew)]
    if drawn:
        return f"{HARE} {first_fitting(shortened_lists(drawn), CARD_WIDTH)}"
    words = (_step_text(texts, game, step) for step in own_consequences(ply, ply.action.seat))
    return next((text for text in words if text), " ")


def _corrected(texts: Texts, setup: Setup, action: Correction, *, secret: bool) -> str:
    parts = []
    if action.seat is not None:
        parts.append(boxed(seat_letter(texts, setup, action.seat)))
    if action.square is not None:
        parts.append(f"#{action.square}")
    if action.carrots is not None:
        parts.append(f"{'?' if secret else action.carrots}{CARROT}")
    if action.lettuces is not None:
        parts.append(f"{action.lettuces}{LETTUCE}")
    if action.owes:
        parts.append(f"{texts.gettext('Owes')}: {debt_text(texts, action.status)}")
    if action.turn is not None:
        turn = boxed(seat_letter(texts, setup, action.turn))
        parts.append(f"{texts.pgettext('whose turn it is', 'Turn')}: {turn}")
    return " ".join(parts)


def _step_text(texts: Texts, game: Game, step: Consequence) -> str:
    """Return the squares of a move, or the card that was answered; else nothing."""
    match step:
        case Moved() | Restarted():
            return f"{step.square}→{step.to}, {onto_text(texts, game.setup, step.to)}"
        case Answered():
            return f"{HARE} {card_title(texts, 'ten')}"
        case Kept() | Banked():
            return f"{HARE} {card_title(texts, 'give_ten')}"
        case _:
            return ""


def _ask(session: Session, count: int) -> UpdateResult:
    return UpdateResult(open_screen(session, UndoToScreen(count=count)))


def ask_view(session: Session, screen: UndoToScreen, panel: str = "") -> QuestionView:
    """Ask whether to go back to before the chosen decision."""
    del panel
    game, texts = game_of(session), session.texts
    count = screen.count
    line = first_fitting(
        last_turn_lines(texts, game, game.past[-count], secret=session.settings.secret), EVENT_WIDTH
    )
    text = texts.ngettext("Before this turn? ({n} turn)", "Before this turn? ({n} turns)", count)
    return question_view(
        screen, texts.pgettext("title", "Undo"), f"{line}\n{text}", _answers(session, count)
    )


def ask_press(session: Session, screen: UndoToScreen, press: Press) -> UpdateResult:
    """Go back, or not."""
    return press_question(session, screen, press, _answers(session, screen.count))


def _answers(session: Session, count: int) -> tuple[Answer, ...]:
    return no_yes(session, partial(undo_step, count=count))
