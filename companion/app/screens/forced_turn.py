"""A turn without a choice: eat, chew, miss, go back to Start, the retreat of 1978."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from companion.app.apply_decision import decide
from companion.app.events import Button
from companion.app.list_screen import direction
from companion.app.next_screen import forced_actions
from companion.app.session import Session, UpdateResult, open_screen, replace_screen
from companion.app.states.lists import MenuScreen
from companion.app.states.questions import DeclineScreen
from companion.app.text.icons import LEFT, OK, START, TORTOISE, WAIT
from companion.app.text.players import shows_counts
from companion.app.text.sentences import KIND_ICON
from companion.app.turn_header import game_of, header, opening_lines
from companion.app.view import ForcedTurnView
from companion.rules import Back, Chew, Eat, Miss, Restart, stock_change

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.next_screen import ForcedAction
    from companion.app.states.game import ForcedTurnScreen
    from companion.rules import State


def offered(state: State) -> tuple[ForcedAction, ...]:
    """List the forced actions, one a piece (the declined form of a retreat is asked for)."""
    return tuple(
        action
        for action in forced_actions(state)
        if not (isinstance(action, Back) and action.decline)
    )


def view(session: Session, screen: ForcedTurnScreen, panel: str = "") -> ForcedTurnView:
    """Return what must be done, its sum and its target."""
    actions = offered(game_of(session).state)
    body = without_options(session, screen.id.value, actions[screen.chosen], panel)
    if len(actions) == 1:
        return body
    labels = tuple(_piece_label(session, action) for action in actions)
    return body._replace(options=labels, chosen=screen.chosen)


def without_options(
    session: Session, name: str, action: ForcedAction, panel: str
) -> ForcedTurnView:
    """Return what must be done as a screen of this name shows it."""
    icon, headline, ok = _words(session, action)
    return ForcedTurnView(
        name,
        header(session, action.seat, _piece(action), panel),
        icon,
        headline,
        _sum(session, action, open_=shows_counts(session, action.seat, panel)),
        f"{OK} {ok}",
        opening_lines(session),
    )


def on_press(session: Session, screen: ForcedTurnScreen, press: Press) -> UpdateResult:
    """Choose the piece where there are two, or do what must be done."""
    actions = offered(game_of(session).state)
    if by := direction(press):
        chosen = max(0, min(screen.chosen + by, len(actions) - 1))
        return UpdateResult(replace_screen(session, replace(screen, chosen=chosen)))
    match press.button:
        case Button.OK:
            return _confirm(session, actions[screen.chosen])
        case Button.BACK:
            return UpdateResult(open_screen(session, MenuScreen()))
        case _:
            return UpdateResult(session)


def _confirm(session: Session, action: ForcedAction) -> UpdateResult:
    if isinstance(action, Back) and game_of(session).setup.rules.decline_back_carrots:
        asked = DeclineScreen(piece=action.piece, square=action.to)
        return UpdateResult(open_screen(session, asked))
    return decide(session, action)


def _words(session: Session, action: ForcedAction) -> tuple[str, str, str]:
    """Return icon, headline and what OK does."""
    texts = session.texts
    left = game_of(session).state.seats[action.seat].lettuces
    match action:
        case Eat() if left == 0:
            return WAIT, texts.gettext("No lettuce"), texts.pgettext("OK button", "turn is lost")
        case Eat():
            # Translators: stands on the OK button.
            ok = texts.ngettext("eat it, {n} left", "eat it, {n} left", left - 1)
            return "lettuce", texts.gettext("Eat a lettuce"), ok
        case Chew():
            return "carrot", texts.gettext("One carrot"), texts.pgettext("OK button", "hand one in")
        # Translators: stuck is a piece that has no move; two lines of the headline at most.
        case Restart():
            return START, texts.gettext("Stuck"), texts.pgettext("OK button", "back to Start")
        case Back():
            return TORTOISE, texts.gettext("Stuck"), texts.pgettext("OK button", "to the tortoise")
        case Miss():
            return WAIT, texts.gettext("Miss a turn"), texts.pgettext("OK button", "next player")
        case _:
            assert_never(action)


def _sum(session: Session, action: ForcedAction, *, open_: bool) -> str:
    state = game_of(session).state
    found = stock_change(state, action)
    if not found.change:
        return ""
    if isinstance(action, Eat):
        times = f"+{found.rank}×{found.per_rank}"
        return f"{found.before}{times} = {found.after}" if open_ else times
    shown = f"{found.before}{found.change:+d} = {found.after}" if open_ else ""
    steps = f"{LEFT}{_squares_back(state, action)}" if isinstance(action, Back) else ""
    return f"{steps} {shown}".strip()


def _squares_back(state: State, action: Back) -> int:
    return state.seats[action.seat].pieces[action.piece].square - action.to


def _piece(action: ForcedAction) -> int:
    """Return the piece the action is about; a turn is missed by the whole seat."""
    return 0 if isinstance(action, Miss) else action.piece


def _piece_label(session: Session, action: ForcedAction) -> str:
    """Return the label of a piece: icon and number of its square."""
    state = game_of(session).state
    square = state.seats[action.seat].pieces[_piece(action)].square
    kind = state.setup.edition.board.squares[square]
    return f"{KIND_ICON.get(kind, kind.value)} #{square}"
