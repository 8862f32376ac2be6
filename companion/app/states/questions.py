"""States of questions: the answers are side by side, and one is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from companion.app.states.ids import ScreenId


@dataclass(frozen=True, slots=True)
class QuestionState:
    """A question: its chosen answer."""

    chosen: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardScreen(QuestionState):
    """A hare card of the last decision, by its number there; the last one may ask."""

    id: ClassVar = ScreenId.CARD
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineScreen(QuestionState):
    """Whether a piece that goes back to a tortoise takes the carrots."""

    id: ClassVar = ScreenId.DECLINE
    piece: int
    square: int


@dataclass(frozen=True, slots=True)
class KeepScreen(QuestionState):
    """Whether the receiver of a gift keeps it."""

    id: ClassVar = ScreenId.KEEP


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoToScreen(QuestionState):
    """Whether the last `count` decisions are undone."""

    id: ClassVar = ScreenId.UNDO_TO
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveAskScreen(QuestionState):
    """Whether a player leaves."""

    id: ClassVar = ScreenId.LEAVE_ASK
    seat: int


@dataclass(frozen=True, slots=True)
class EndHereScreen(QuestionState):
    """Whether the game ends as it stands."""

    id: ClassVar = ScreenId.END_HERE


@dataclass(frozen=True, slots=True)
class NewGameAskScreen(QuestionState):
    """Whether another game is set up."""

    id: ClassVar = ScreenId.NEW_ASK


@dataclass(frozen=True, slots=True)
class DeckSizeScreen(QuestionState):
    """How many hare cards the box holds."""

    id: ClassVar = ScreenId.PILE


@dataclass(frozen=True, slots=True)
class SwitchOffScreen(QuestionState):
    """Whether the machine is switched off."""

    id: ClassVar = ScreenId.POWER_ASK


QuestionScreen: TypeAlias = (
    CardScreen
    | DeclineScreen
    | KeepScreen
    | UndoToScreen
    | LeaveAskScreen
    | EndHereScreen
    | NewGameAskScreen
    | DeckSizeScreen
    | SwitchOffScreen
)
