"""States of the screens of a game that are neither lists nor questions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from companion.app.states.ids import ScreenId

if TYPE_CHECKING:
    from companion.app.game import Game


@dataclass(frozen=True, slots=True)
class TurnScreen:
    """The turn: its cursor is `steps` squares ahead of a piece.

    -1 (track.BACK) is the tortoise behind. `touched` is set by the first press. `shown_steps` are
    the steps whose cost learning mode has shown, 0 for none. `blink` counts the refused presses
    of OK.
    """

    id: ClassVar = ScreenId.TURN
    piece: int
    steps: int = 0
    touched: bool = False
    shown_steps: int = 0
    blink: int = 0


@dataclass(frozen=True, slots=True)
class PeekScreen:
    """The mover's secret stock; `opened_at` is in seconds of the events."""

    id: ClassVar = ScreenId.PEEK
    opened_at: float


@dataclass(frozen=True, slots=True)
class MoveByHandScreen:
    """The first of the pieces that are to be moved by hand."""

    id: ClassVar = ScreenId.MOVED


@dataclass(frozen=True, slots=True)
class ForcedTurnScreen:
    """A turn without a choice, or with the choice of the piece."""

    id: ClassVar = ScreenId.FORCED
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class HintScreen:
    """What the companion would do in this turn; it may still be thinking."""

    id: ClassVar = ScreenId.HINT


@dataclass(frozen=True, slots=True)
class CompanionScreen:
    """What the companion does in its turn: it thinks, then OK does it."""

    id: ClassVar = ScreenId.COMPANION


@dataclass(frozen=True, slots=True)
class EndScreen:
    """The final ranking."""

    id: ClassVar = ScreenId.END


@dataclass(frozen=True, slots=True)
class RankingScreen:
    """The ranking."""

    id: ClassVar = ScreenId.RANKING


@dataclass(frozen=True, slots=True)
class RaceScreen:
    """The race so far as a picture, the line of one seat solid.

    It is that of the saved game `of`, or of the open one.
    """

    id: ClassVar = ScreenId.RACE
    seat: int
    of: Game | None = None


@dataclass(frozen=True, slots=True)
class BookOrderScreen:
    """Starting order against finishing order: the table of that number."""

    id: ClassVar = ScreenId.BOOK_ORDER
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class RaceCardScreen:
    """The race card from a number of squares on."""

    id: ClassVar = ScreenId.RACE_CARD
    first_steps: int = 1


@dataclass(frozen=True, slots=True)
class HareCardScreen:
    """One kind of hare card to read, of this game or (`drafted`) of the one that is set up."""

    id: ClassVar = ScreenId.HARE_CARD
    card: str
    drafted: bool = False


@dataclass(frozen=True, slots=True)
class CheckBoardScreen:
    """The pieces on the board one after the other."""

    id: ClassVar = ScreenId.CHECK
    index: int = 0


class CorrectedField(StrEnum):
    """What can be corrected about a piece and its seat."""

    CARROTS = "carrots"
    LETTUCES = "lettuces"
    SQUARE = "square"
    OWES = "owes"


@dataclass(frozen=True, slots=True)
class CorrectValueScreen:
    """The new value of a field: a count, a square, or the number of a debt in correct.DEBTS.

    It is None before a secret value was chosen.
    """

    id: ClassVar = ScreenId.CORRECT_VALUE
    seat: int
    piece: int
    field: CorrectedField
    value: int | None


GameScreen: TypeAlias = (
    TurnScreen
    | PeekScreen
    | MoveByHandScreen
    | ForcedTurnScreen
    | HintScreen
    | CompanionScreen
    | EndScreen
    | RankingScreen
    | RaceScreen
    | BookOrderScreen
    | RaceCardScreen
    | HareCardScreen
    | CheckBoardScreen
    | CorrectValueScreen
)
