"""The history: each decision in figures, the latest first, the chosen one in words at the foot.

OK goes back to before it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app.cards import card_title
from companion.app.deeds import undo_step
from companion.app.heads import game_of
from companion.app.icons import CARROT, HARE, LETTUCE, boxed
from companion.app.listing import (
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
from companion.app.people import fitting, seat_letter
from companion.app.screens.correct import debt_told
from companion.app.session import Place, Session, Step, open_screen
from companion.app.view import Row
from companion.app.wording import ply_line, short_move_told
from companion.rules import Correction, What

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.game import Game, Ply
    from companion.app.gestures import Press
    from companion.app.session import Screen
    from companion.app.texts import Texts
    from companion.app.view import Question, Rows
    from companion.rules import Happening, Setup

_TITLES: Final = 112  # pixels that a line leaves beside the hare


def view(session: Session, screen: Screen, panel: str = "") -> Rows:
    """List the decisions."""
    del panel
    texts = session.texts
    right = str(len(game_of(session).past))
    return rows_view(screen, texts.say("History"), _choices(session, screen.finger), right)


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Choose a decision to go back to."""
    return press_list(session, screen, press, _choices(session, screen.finger))


def _choices(session: Session, finger: int) -> tuple[Choice, ...]:
    """List all decisions; only those that the finger lets be seen are put in words."""
    game, texts = game_of(session), session.texts
    if not game.past:
        return (choice(texts.say("Nothing has been played")),)
    finger = min(finger, len(game.past) - 1)
    return tuple(
        _told(session, game, ply, count)
        if abs(count - 1 - finger) < SHOWN
        else Choice(Row(""), foot=" ")
        for count, ply in enumerate(reversed(game.past), 1)
    )


def _told(session: Session, game: Game, ply: Ply, count: int) -> Choice:
    secret = session.settings.secret
    line = ply_line(session.texts, game, ply, secret=secret)
    words = _in_words(session.texts, game, ply, secret=secret)
    return choice(line, partial(_ask, count=count), foot=words)


def _in_words(texts: Texts, game: Game, ply: Ply, *, secret: bool) -> str:
    """Say what the figures mean: the cards drawn, else what was done, or what was corrected."""
    if isinstance(ply.action, Correction):
        return _corrected(texts, game.setup, ply.action, secret=secret)
    drawn = [card_title(texts, h.card) for h in ply.happened if h.what is What.DREW and h.card]
    if drawn:
        return f"{HARE} {fitting(drawn, _TITLES)}"
    own = [h for h in ply.happened if h.seat == ply.action.seat]
    moved = [h for h in own if h.square is not None and h.to is not None]
    if moved:
        return short_move_told(texts, game.setup, moved[0].square or 0, moved[0].to or 0)
    return next((_DONE[h.what](texts, h) for h in own if h.what in _DONE), "")


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
        parts.append(f"{texts.say('Owes')}: {debt_told(texts, action.status)}")
    if action.turn is not None:
        turn = boxed(seat_letter(texts, setup, action.turn))
        parts.append(f"{texts.pick('whose turn it is', 'Turn')}: {turn}")
    return " ".join(parts)


def _given(texts: Texts, done: Happening) -> str:
    return texts.say("Give 10") if done.carrots < 0 else texts.say("Stay and take 10")


_DONE: Final[dict[What, Callable[[Texts, Happening], str]]] = {
    What.TOOK: _given,
    What.ATE: lambda t, _: t.say("Eat a lettuce"),
    What.CHEWED: lambda t, _: t.say("One carrot"),
    What.MISSED: lambda t, _: t.say("Miss a turn"),
    What.PASSED: lambda t, _: t.say("No more move"),
    What.ANSWERED: lambda t, _: f"{HARE} {card_title(t, 'ten')}",
    What.KEPT: lambda t, _: f"{HARE} {card_title(t, 'give_ten')}",
    What.BANKED: lambda t, _: f"{HARE} {card_title(t, 'give_ten')}",
    What.LEFT: lambda t, _: t.say("A player leaves"),
}


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
