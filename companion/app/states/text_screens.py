"""States of texts to read and of messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from companion.app.states.ids import ScreenId


@dataclass(frozen=True, slots=True)
class ReadingState:
    """A text: the first line that is visible."""

    first_row: int = 0


@dataclass(frozen=True, slots=True)
class HelpScreen(ReadingState):
    """What the buttons do."""

    id: ClassVar = ScreenId.HELP


@dataclass(frozen=True, slots=True)
class AboutScreen(ReadingState):
    """Version, edition and the state of the machine."""

    id: ClassVar = ScreenId.ABOUT


@dataclass(frozen=True, slots=True)
class FarewellScreen:
    """The last picture before power off."""

    id: ClassVar = ScreenId.FAREWELL


@dataclass(frozen=True, slots=True)
class CannotSaveScreen:
    """Why a decision cannot be saved."""

    id: ClassVar = ScreenId.CANNOT_SAVE


@dataclass(frozen=True, slots=True)
class SavingScreen:
    """The storage is slow."""

    id: ClassVar = ScreenId.SAVING


@dataclass(frozen=True, slots=True)
class DamagedScreen:
    """A damaged save was put aside in a folder and is good up to a turn.

    Without a folder the save is of a newer version; `turns` is 0 where no turn can be named.
    """

    id: ClassVar = ScreenId.DAMAGED
    folder: str = ""
    turns: int = 0


@dataclass(frozen=True, slots=True)
class FaultScreen:
    """The program met an error; the game is saved."""

    id: ClassVar = ScreenId.FAULT


@dataclass(frozen=True, slots=True)
class PairingScreen:
    """The code to type on a phone."""

    id: ClassVar = ScreenId.PAIRING


@dataclass(frozen=True, slots=True)
class NoCompanionScreen:
    """The companion cannot play: its data is missing or damaged."""

    id: ClassVar = ScreenId.NO_COMPANION


ReadingScreen: TypeAlias = HelpScreen | AboutScreen


MessageScreen: TypeAlias = (
    FarewellScreen
    | CannotSaveScreen
    | SavingScreen
    | DamagedScreen
    | FaultScreen
    | PairingScreen
    | NoCompanionScreen
)
