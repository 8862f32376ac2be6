"""A turn without a choice: eat, chew, miss, go back to Start, the retreat of 1978."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.decisions import decide
from companion.app.events import Button
from companion.app.header import game_of, header, opening_lines
from companion.app.list_screen import direction
from companion.app.next_screen import forced_actions
from companion.app.session import Session, UpdateResult, open_screen, replace_screen
from companion.app.states.lists import MenuScreen
from companion.app.states.questions import DeclineScreen
from companion.app.text.icons import LEFT, OK, START, TORTOISE, WAIT
from companion.app.text.players import shows_counts
from companion.app.text.sentences import KIND_ICON
from companion.app.view import ForcedTurnView
from companion.rules import Verb, rank

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.game import ForcedTurnScreen
    from companion.rules import Action, State


def offered(state: State) -> tuple[Action, ...]:
    """List the forced actions, one a piece (the declined form of a retreat is asked for)."""
    return tuple(action for action in forced_actions(state) if not action.decline)


def view(session: Session, screen: ForcedTurnScreen, panel: str = "") -> ForcedTurnView:
    """Return what must be done, its sum and its target."""
    state = game_of(session).state
    actions = offered(state)
    action = actions[screen.chosen]
    piece = action.piece or 0
    icon, headline, ok = _words(session, action)
    return ForcedTurnView(
        screen.id.value,
        header(session, action.seat, piece, panel),
        icon,
        headline,
        _sum(session, action, open_=shows_counts(session, action.seat, panel)),
        f"{OK} {ok}",
        opening_lines(session),
        tuple(_piece_label(session, a) for a in actions) if len(actions) > 1 else (),
        screen.chosen,
    )


def on_press(session: Session, screen: ForcedTurnScreen, press: Press) -> UpdateResult:
    """Choose the piece where there are two, or do it."""
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


def _confirm(session: Session, action: Action) -> UpdateResult:
    if action.do is Verb.BACK and game_of(session).setup.rules.decline_back_carrots:
        asked = DeclineScreen(piece=action.piece or 0, square=action.to or 0)
        return UpdateResult(open_screen(session, asked))
    return decide(session, action)


def _words(session: Session, action: Action) -> tuple[str, str, str]:
    """Return icon, headline and what OK does."""
    texts = session.texts
    left = game_of(session).state.seats[action.seat].lettuces
    match action.do:
        case Verb.EAT if left == 0:
            return WAIT, texts.gettext("No lettuce"), texts.pgettext("OK button", "turn is lost")
        case Verb.EAT:
            ok = texts.pgettext("OK button", "eat it, {n} left", n=left - 1)
            return "lettuce", texts.gettext("Eat a lettuce"), ok
        case Verb.CHEW:
            return "carrot", texts.gettext("One carrot"), texts.pgettext("OK button", "hand one in")
        # Translators: stuck is a piece that has no move; two lines of the headline at most.
        case Verb.RESTART:
            return START, texts.gettext("Stuck"), texts.pgettext("OK button", "back to Start")
        case Verb.BACK:
            return TORTOISE, texts.gettext("Stuck"), texts.pgettext("OK button", "to the tortoise")
        case _:
            return WAIT, texts.gettext("Miss a turn"), texts.pgettext("OK button", "next player")


def _sum(session: Session, action: Action, *, open_: bool) -> str:
    state = game_of(session).state
    stock = state.seats[action.seat]
    gain = _gain(state, action)
    steps = f"{LEFT}{gain // 10}" if action.do is Verb.BACK else ""  # ten for each square back
    if action.do is Verb.EAT and gain:
        times = f"+{gain // 10}×10"  # ten for each place in the race
        return f"{stock.carrots}{times} = {stock.carrots + gain}" if open_ else times
    if not gain:
        return ""
    reckoned = f"{stock.carrots}{gain:+d} = {stock.carrots + gain}" if open_ else ""
    return f"{steps} {reckoned}".strip()


def _gain(state: State, action: Action) -> int:
    """Return the change in carrots that a forced action brings (spec/rules.md)."""
    stock = state.seats[action.seat]
    piece = stock.pieces[action.piece or 0]
    match action.do:
        case Verb.EAT if stock.lettuces:
            return 10 * (rank(state, action.seat, action.piece or 0) or 0)
        case Verb.CHEW:
            return -1 if stock.carrots else 0
        case Verb.BACK:
            return 10 * (piece.square - (action.to or 0))
        case Verb.RESTART:
            full = state.setup.edition.start_carrots(len(state.seats))
            return max(0, full - stock.carrots)
        case _:
            return 0


def _piece_label(session: Session, action: Action) -> str:
    """Return the label of a piece: icon and number of its square."""
    state = game_of(session).state
    square = state.seats[action.seat].pieces[action.piece or 0].square
    kind = state.setup.edition.board.squares[square]
    return f"{KIND_ICON.get(kind, kind.value)} #{square}"
