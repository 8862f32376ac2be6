"""Which screen the game waits on: card, moved piece, question, turn or end.

A function of the game and of how much of its last decision was confirmed, so that a resumed game
waits where it waited before (spec/device.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeGuard

from companion.app.states.game import (
    CompanionScreen,
    EndScreen,
    ForcedTurnScreen,
    MoveByHandScreen,
    TurnScreen,
)
from companion.app.states.ids import ScreenId
from companion.app.states.lists import LanguageScreen
from companion.app.states.questions import CardScreen, KeepScreen
from companion.app.track_cursor import movable
from companion.rules import (
    Back,
    Chew,
    Consequence,
    Drew,
    Eat,
    GameOver,
    Miss,
    Paid,
    Prompt,
    Restart,
    State,
    legal_actions,
    nearest_tortoise,
    seat_to_move,
)

if TYPE_CHECKING:
    from companion.app.game import Game
    from companion.app.session import Session
    from companion.app.states import Screen
    from companion.rules import Action

ALL_ACKNOWLEDGED: Final = 1 << 20  # everything about the last decision has been confirmed

ForcedAction = Eat | Chew | Miss | Restart | Back
"""What a turn without a choice can be."""

WAITING: Final = frozenset(
    {
        ScreenId.CARD,
        ScreenId.MOVED,
        ScreenId.KEEP,
        ScreenId.FORCED,
        ScreenId.TURN,
        ScreenId.COMPANION,
        ScreenId.END,
    }
)


@dataclass(frozen=True, slots=True)
class Card:
    """A hare card of the last decision: how it was drawn, and what it did."""

    drew: Drew
    effects: tuple[Consequence, ...]


def card_groups(consequences: tuple[Consequence, ...]) -> tuple[Card, ...]:
    """Split what a decision did into its hare cards: each from its draw to the next one's."""
    groups: list[tuple[Drew, list[Consequence]]] = []
    for step in consequences:
        if isinstance(step, Drew):
            groups.append((step, []))
        elif groups and not isinstance(step, (Paid, GameOver)):
            groups[-1][1].append(step)
    return tuple(Card(drew, tuple(effects)) for drew, effects in groups)


def last_cards(game: Game) -> tuple[Card, ...]:
    """List the cards of the last decision."""
    return card_groups(game.past[-1].consequences) if game.past else ()


def forced_actions(state: State) -> tuple[ForcedAction, ...]:
    """List what the seat to move must do where it has no free move; empty where it has one."""
    if state.prompt is not None:
        return ()
    actions = legal_actions(state)
    forced = tuple(action for action in actions if _is_forced(action, state))
    return forced if len(forced) == len(actions) else ()


def _is_forced(action: Action, state: State) -> TypeGuard[ForcedAction]:
    """Return whether an action serves a debt, or is the retreat of the home straight (1978)."""
    match action:
        case Eat() | Chew() | Miss() | Restart():
            return True
        case Back(seat, to, piece):
            return to != nearest_tortoise(state, state.seats[seat].pieces[piece].square)
        case _:
            return False


def companion_level(session: Session) -> str | None:
    """Return the level of the companion that decides now; None where a person does, or nobody."""
    game = session.game
    if game is None or game.state.turn is None or session.person_at == len(game.past):
        return None
    if session.unknown_board is game.setup:
        return None
    return game.setup.levels[seat_to_move(game.state)]


def next_screen(session: Session) -> Screen:
    """Return the screen that the game waits on, as it is before any press."""
    game = session.game
    if game is None:
        return LanguageScreen()
    cards = last_cards(game)
    asks_ten = game.state.prompt is Prompt.TEN
    if session.acknowledged < len(cards) - asks_ten:
        return CardScreen(index=session.acknowledged)
    if session.pending_moves:
        return MoveByHandScreen()
    if companion_level(session) is not None:
        return CompanionScreen()
    if asks_ten:
        return CardScreen(index=len(cards) - 1)
    return _seat_to_move(game.state)


def _seat_to_move(state: State) -> Screen:
    """Return the screen on which the seat to move acts, or the end."""
    if state.turn is None:
        return EndScreen()
    if state.prompt is Prompt.KEEP:
        return KeepScreen()
    if forced_actions(state):
        return ForcedTurnScreen()
    return TurnScreen((*movable(state), 0)[0])


def show_next_screen(session: Session) -> Session:
    """Close every screen and wait on the game."""
    return replace(session, stack=(next_screen(session),))
