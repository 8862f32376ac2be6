"""The list on the own square: take 10, give 10, the other piece, look at my carrots, no move."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.app.apply_decision import decide
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.session import Session, UpdateResult, close_screen, open_screen, replace_screen
from companion.app.states.game import PeekScreen, TurnScreen
from companion.app.states.lists import OwnSquareScreen
from companion.app.text.icons import CARROT, EYE, OK
from companion.app.text.sentences import refusal_text, stay_text
from companion.app.track_cursor import Cursor, OwnAction, movable, own_actions
from companion.app.turn_header import game_of
from companion.rules import Carrots, Forward, Pass, Reason, refusal, seat_to_move, stock_change

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.view import ListView


def choices(session: Session, cursor: Cursor) -> tuple[Choice, ...]:
    """List what applies on the own square, one a line."""
    texts = session.texts
    public = session.settings.secret
    actions = own_actions(cursor.state, cursor.seat, cursor.piece, public=public)
    others = [n for n in movable(cursor.state) if n != cursor.piece]
    listed = [_action_choice(session, action) for action in actions if isinstance(action, Carrots)]
    listed += [choice(texts.gettext("The other piece"), partial(_other, piece=n)) for n in others]
    if listed and (reason := why_not_the_other(session, cursor)):
        listed.append(choice(texts.gettext("The other piece"), foot=reason))
    if public:
        listed.append(choice(f"{EYE} " + texts.gettext("Look at my carrots"), _peek))
    listed += [_action_choice(session, action) for action in actions if isinstance(action, Pass)]
    return tuple(listed)


def why_not_the_other(session: Session, cursor: Cursor) -> str:
    """Return what keeps the other piece of a pair from moving; empty where it may or is Home."""
    pieces = cursor.state.seats[cursor.seat].pieces
    blocks = [
        refusal(cursor.state, Forward(cursor.seat, piece.square + 1, number))
        for number, piece in enumerate(pieces)
        if number != cursor.piece and piece.place is None
    ]
    texts = session.texts
    reasons = {
        Reason.MUST_LEAVE: texts.gettext("This piece must leave first"),
        Reason.MUST_MISS: texts.gettext("The other misses a turn"),
    }
    return next(
        (reasons[found.reason] for found in blocks if found and found.reason in reasons), ""
    )


def offer(session: Session, cursor: Cursor, listed: tuple[Choice, ...]) -> str:
    """Return in one line what OK does on the own square."""
    texts = session.texts
    if len(listed) == 1:
        return listed[0].row.text
    actions = own_actions(cursor.state, cursor.seat, cursor.piece, public=True)
    if any(isinstance(action, Carrots) for action in actions):
        return texts.gettext("Stay: take or give {carrot}", carrot=CARROT)
    return texts.gettext("What else there is")


def line_of(session: Session, cursor: Cursor, action: OwnAction) -> int:
    """Return the line of an action in the list, the first where it is not listed."""
    if isinstance(action, Pass):
        return len(choices(session, cursor)) - 1
    actions = own_actions(cursor.state, cursor.seat, cursor.piece, public=session.settings.secret)
    return actions.index(action) if action in actions else 0


def offer_line(session: Session, cursor: Cursor) -> str:
    """Return what OK does on the own square, with its sign; empty where it does nothing."""
    listed = choices(session, cursor)
    return f"{OK} {offer(session, cursor, listed)}" if listed else ""


def confirm(session: Session, cursor: Cursor) -> UpdateResult:
    """Open the list; one entry alone acts at once, except taking, giving and not moving."""
    listed = choices(session, cursor)
    if not listed:
        return UpdateResult(replace_screen(session, TurnScreen(cursor.piece, touched=True)))
    actions = own_actions(cursor.state, cursor.seat, cursor.piece, public=session.settings.secret)
    if len(listed) == 1 and not actions and listed[0].act:
        return listed[0].act(session)
    return UpdateResult(open_screen(session, OwnSquareScreen(piece=cursor.piece)))


def view(session: Session, screen: OwnSquareScreen, panel: str = "") -> ListView:
    """Return the list."""
    del panel
    title = session.texts.gettext("On this square")
    return rows_view(screen, title, choices(session, _cursor(session, screen)))


def on_press(session: Session, screen: OwnSquareScreen, press: Press) -> UpdateResult:
    """Choose from the list."""
    return press_list(session, screen, press, choices(session, _cursor(session, screen)))


def _cursor(session: Session, screen: OwnSquareScreen) -> Cursor:
    state = game_of(session).state
    return Cursor(state, seat_to_move(state), screen.piece)


def _action_choice(session: Session, action: OwnAction) -> Choice:
    texts = session.texts
    if isinstance(action, Pass):
        return choice(texts.gettext("No more move"), partial(decide, action=action))
    label = stay_text(texts, action.by)
    state = game_of(session).state
    found = refusal(state, action)
    if found is not None:
        return choice(
            f"{label} {CARROT}", foot=refusal_text(texts, state.setup, found, secret=True)
        )
    if session.settings.secret:
        return choice(f"{label} {CARROT}", partial(decide, action=action))
    return choice(
        label, partial(decide, action=action), f"= {stock_change(state, action).after}{CARROT}"
    )


def _other(session: Session, piece: int) -> UpdateResult:
    session = close_screen(session, len(session.stack) - 1)
    return UpdateResult(replace_screen(session, TurnScreen(piece, touched=True)))


def _peek(session: Session) -> UpdateResult:
    session = close_screen(session, len(session.stack) - 1)
    return UpdateResult(open_screen(session, PeekScreen(session.now)))
