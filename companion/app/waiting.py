"""Which screen the game waits on: the card, the moved piece, the question, the turn, the end.

A function of the game and of how much of the last decision has been told, so that a resumed game
waits where it waited before (spec/device.md).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.session import Place, Screen, Session
from companion.app.track import movable
from companion.rules import Ask, Do, Happening, State, What, legal_actions, nearest_tortoise

if TYPE_CHECKING:
    from companion.app.game import Game
    from companion.rules import Action

TOLD: Final = 1 << 20  # everything about the last decision has been confirmed
_SERVED: Final = frozenset({Do.EAT, Do.CHEW, Do.MISS, Do.RESTART})

WAITING: Final = frozenset(
    {Place.CARD, Place.MOVED, Place.KEEP, Place.FORCED, Place.TURN, Place.END}
)


def card_groups(happened: tuple[Happening, ...]) -> tuple[tuple[Happening, ...], ...]:
    """Split what a decision did into its hare cards: each from its draw to the next one's."""
    groups: list[list[Happening]] = []
    for step in happened:
        if step.what is What.DREW:
            groups.append([])
        if groups and step.what not in (What.PAID, What.OVER):
            groups[-1].append(step)
    return tuple(tuple(group) for group in groups)


def last_cards(game: Game) -> tuple[tuple[Happening, ...], ...]:
    """List the cards of the last decision."""
    return card_groups(game.past[-1].happened) if game.past else ()


def forced_actions(state: State) -> tuple[Action, ...]:
    """List what the seat to move must do where it has no free move; empty where it has one."""
    actions = legal_actions(state)
    if state.ask is None and actions and all(is_forced(state, action) for action in actions):
        return actions
    return ()


def is_forced(state: State, action: Action) -> bool:
    """Tell whether an action serves a debt, or is the retreat of the home straight (1978)."""
    if action.do is not Do.BACK:
        return action.do in _SERVED
    own = state.seats[action.seat].pieces[action.piece or 0].square
    return action.to != nearest_tortoise(state, own)


def waiting(session: Session) -> Screen:
    """Give the screen that the game waits on, its finger untouched."""
    game = session.game
    if game is None:
        return Screen(Place.LANGUAGE)
    cards = last_cards(game)
    asks_ten = game.state.ask is Ask.TEN
    if session.told < len(cards) - asks_ten:
        return Screen(Place.CARD, about=(session.told,))
    if session.moves:
        return Screen(Place.MOVED)
    if asks_ten:
        return Screen(Place.CARD, about=(len(cards) - 1,))
    return _seat_to_move(game.state)


def _seat_to_move(state: State) -> Screen:
    """Give the screen on which the seat to move acts, or the end."""
    if state.turn is None:
        return Screen(Place.END)
    if state.ask is Ask.KEEP:
        return Screen(Place.KEEP)
    if forced_actions(state):
        return Screen(Place.FORCED)
    return turn_screen((*movable(state), 0)[0])


def turn_screen(piece: int, steps: int = 0, *, touched: bool = False, shown: int = 0) -> Screen:
    """Give the turn's screen: `shown` is the step that learning mode has already shown."""
    return Screen(Place.TURN, steps, 0, (piece, touched, shown))


def wait(session: Session) -> Session:
    """Close every screen and wait on the game."""
    return replace(session, stack=(waiting(session),))
