"""Which screen the game waits on: the card, the moved piece, the question, the turn, the end.

A function of the game and of how much of the last decision has been told, so that a resumed game
waits where it waited before (spec/device.md).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.states.game import EndScreen, ForcedTurnScreen, MovedPieceScreen, TurnScreen
from companion.app.states.ids import ScreenId
from companion.app.states.lists import LanguageScreen
from companion.app.states.questions import CardScreen, KeepScreen
from companion.app.track import movable
from companion.rules import (
    Consequence,
    ConsequenceKind,
    Prompt,
    State,
    Verb,
    legal_actions,
    nearest_tortoise,
)

if TYPE_CHECKING:
    from companion.app.game import Game
    from companion.app.session import Session
    from companion.app.states import Screen
    from companion.rules import Action

ALL_ACKNOWLEDGED: Final = 1 << 20  # everything about the last decision has been confirmed
_SERVED: Final = frozenset({Verb.EAT, Verb.CHEW, Verb.MISS, Verb.RESTART})

WAITING: Final = frozenset(
    {ScreenId.CARD, ScreenId.MOVED, ScreenId.KEEP, ScreenId.FORCED, ScreenId.TURN, ScreenId.END}
)


def card_groups(happened: tuple[Consequence, ...]) -> tuple[tuple[Consequence, ...], ...]:
    """Split what a decision did into its hare cards: each from its draw to the next one's."""
    groups: list[list[Consequence]] = []
    for step in happened:
        if step.what is ConsequenceKind.DREW:
            groups.append([])
        if groups and step.what not in (ConsequenceKind.PAID, ConsequenceKind.OVER):
            groups[-1].append(step)
    return tuple(tuple(group) for group in groups)


def last_cards(game: Game) -> tuple[tuple[Consequence, ...], ...]:
    """List the cards of the last decision."""
    return card_groups(game.past[-1].consequences) if game.past else ()


def forced_actions(state: State) -> tuple[Action, ...]:
    """List what the seat to move must do where it has no free move; empty where it has one."""
    actions = legal_actions(state)
    if state.ask is None and actions and all(is_forced(state, action) for action in actions):
        return actions
    return ()


def is_forced(state: State, action: Action) -> bool:
    """Return whether an action serves a debt, or is the retreat of the home straight (1978)."""
    if action.do is not Verb.BACK:
        return action.do in _SERVED
    own = state.seats[action.seat].pieces[action.piece or 0].square
    return action.to != nearest_tortoise(state, own)


def next_screen(session: Session) -> Screen:
    """Return the screen that the game waits on, as it is before any press."""
    game = session.game
    if game is None:
        return LanguageScreen()
    cards = last_cards(game)
    asks_ten = game.state.ask is Prompt.TEN
    if session.acknowledged < len(cards) - asks_ten:
        return CardScreen(index=session.acknowledged)
    if session.pending_moves:
        return MovedPieceScreen()
    if asks_ten:
        return CardScreen(index=len(cards) - 1)
    return _seat_to_move(game.state)


def _seat_to_move(state: State) -> Screen:
    """Return the screen on which the seat to move acts, or the end."""
    if state.turn is None:
        return EndScreen()
    if state.ask is Prompt.KEEP:
        return KeepScreen()
    if forced_actions(state):
        return ForcedTurnScreen()
    return TurnScreen((*movable(state), 0)[0])


def show_next_screen(session: Session) -> Session:
    """Close every screen and wait on the game."""
    return replace(session, stack=(next_screen(session),))
