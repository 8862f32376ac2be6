"""A hint: what the companion would do in this turn, and why; closing it points at that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.next_screen import companion_level
from companion.app.render.fitting import HINT_WIDTH, first_fitting_lines
from companion.app.screens import drawn_card, forced_turn, keep_or_bank, own_square
from companion.app.session import UpdateResult
from companion.app.states.game import ForcedTurnScreen, TurnScreen
from companion.app.states.lists import OwnSquareScreen
from companion.app.states.questions import CardScreen, KeepScreen
from companion.app.text.hints import hint_lines
from companion.app.text.icons import OK
from companion.app.thought_requests import STRONGEST, ThoughtRequest, advice_on
from companion.app.track_cursor import BACK, Cursor, strip_to
from companion.app.turn_header import game_of, header
from companion.app.view import MoveByHandView
from companion.rules import Back, Carrots, Forward, Pass, PieceAction, seat_to_move

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states import Screen
    from companion.app.states.game import HintScreen
    from companion.app.thought_requests import Advice
    from companion.app.track_cursor import OwnAction
    from companion.rules import Action, State


def offers_hint(session: Session) -> bool:
    """Return whether the game waits for a decision of a person that the companion can think of."""
    game = session.game
    if game is None or game.state.turn is None or companion_level(session) is not None:
        return False
    if session.unknown_board is game.setup:
        return False
    waiting = session.stack[0]
    if isinstance(waiting, CardScreen):
        return drawn_card.is_question(session, waiting)
    return isinstance(waiting, (TurnScreen, ForcedTurnScreen, KeepScreen))


def view(session: Session, screen: HintScreen, panel: str = "") -> MoveByHandView:
    """Return what to do and why, with its square on the strip; first that the companion thinks."""
    state, advice = game_of(session).state, _advice(session)
    seat = seat_to_move(state)
    piece = _piece(session, advice)
    to = _square(state, advice.action, piece) if advice else state.seats[seat].pieces[piece].square
    first, second, done = _words(session, advice)
    return MoveByHandView(
        screen.id.value,
        header(session, seat, piece, panel),
        strip_to(session.texts, state, state.seats[seat].pieces[piece].square, to),
        first,
        second,
        done,
        f"{first}\n{second}".strip(),
    )


def on_press(session: Session, screen: HintScreen, press: Press) -> UpdateResult:
    """Go back to the turn, with the cursor or the answer on what the hint says."""
    del screen
    if press.button not in (Button.OK, Button.BACK):
        return UpdateResult(session)
    waiting = session.stack[0]
    advice = _advice(session)
    pointed = _pointed(session, waiting, advice.action) if advice else (waiting,)
    return UpdateResult(replace(session, stack=pointed))


def _advice(session: Session) -> Advice | None:
    return advice_on(session, ThoughtRequest(game_of(session).state, STRONGEST))


def _words(session: Session, advice: Advice | None) -> tuple[str, str, str]:
    """Return the two lines of the hint, and what OK does."""
    texts = session.texts
    if advice is None:
        # Translators: the companion is choosing what it would do.
        return texts.gettext("Thinking…"), "", f"{OK} {texts.pgettext('OK button', 'close')}"
    lines = hint_lines(texts, advice, secret=session.settings.secret)
    first, second = first_fitting_lines(lines, HINT_WIDTH)
    if isinstance(advice.action, Forward | Back):
        return first, second, f"{OK} {texts.pgettext('OK button', 'choose this square')}"
    return first, second, f"{OK} {texts.pgettext('OK button', 'next')}"


def _piece(session: Session, advice: Advice | None) -> int:
    """Return the piece that the hint is about."""
    if advice and isinstance(advice.action, PieceAction):
        return advice.action.piece
    waiting = session.stack[0]
    return waiting.piece if isinstance(waiting, TurnScreen) else 0


def _square(state: State, action: Action, piece: int) -> int:
    if isinstance(action, Forward | Back):
        return action.to
    return state.seats[action.seat].pieces[piece].square


def _pointed(session: Session, waiting: Screen, action: Action) -> tuple[Screen, ...]:
    """Return the screens of the turn with the cursor, or the chosen answer, on an action."""
    match waiting:
        case TurnScreen():
            return _on_track(session, waiting, action)
        case ForcedTurnScreen():
            offered = forced_turn.offered(game_of(session).state)
            return (replace(waiting, chosen=_at(offered, action)),)
        case CardScreen():
            return (replace(waiting, chosen=_at(drawn_card.answers(session), action)),)
        case KeepScreen():
            answers = keep_or_bank.answers(seat_to_move(game_of(session).state))
            return (replace(waiting, chosen=_at(answers, action)),)
        case _:
            return (waiting,)


def _at(actions: tuple[Action, ...], action: Action) -> int:
    """Return the number of an action, the first where it is not listed."""
    return actions.index(action) if action in actions else 0


def _on_track(session: Session, turn: TurnScreen, action: Action) -> tuple[Screen, ...]:
    state = game_of(session).state
    match action:
        case Forward(seat, to, piece):
            steps = to - state.seats[seat].pieces[piece].square
        case Back(_, _, piece):
            steps = BACK
        case Carrots(_, _, piece):
            return _on_own_square(session, piece, action)
        case Pass():
            return _on_own_square(session, turn.piece, action)
        case _:
            return (turn,)
    return (TurnScreen(piece, steps, touched=True, shown_steps=steps),)


def _on_own_square(session: Session, piece: int, action: OwnAction) -> tuple[Screen, ...]:
    """Return the turn on its own square, with the list of what applies there and its line."""
    state = game_of(session).state
    cursor = Cursor(state, seat_to_move(state), piece)
    line = own_square.line_of(session, cursor, action)
    return (TurnScreen(piece, touched=True), OwnSquareScreen(chosen=line, piece=piece))
