"""States of the screens that set a game up and are no lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from companion.app.states.ids import ScreenId


@dataclass(frozen=True, slots=True)
class EditionScreen:
    """The editions by their pictures; the last page makes another."""

    id: ClassVar = ScreenId.EDITION
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class BoardEditScreen:
    """A family's own board: the copied edition, a kind for each square, the chosen square."""

    id: ClassVar = ScreenId.BOARD_EDIT
    edition: str
    squares: str
    square: int = 1


@dataclass(frozen=True, slots=True)
class NameEntryScreen:
    """A name in letters: what is typed, and the chosen letter of the wheel.

    `alphabet` is the language whose letters the wheel has, "" for the players' own. `renames` is
    the name of the family book that gets the typed one, "" where a seat gets it.
    """

    id: ClassVar = ScreenId.SPELL
    seat: int
    typed: str = ""
    letter: int = 0
    alphabet: str = ""
    renames: str = ""


SetupScreen: TypeAlias = EditionScreen | BoardEditScreen | NameEntryScreen
