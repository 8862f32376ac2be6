"""What is kept: the decisions that the journal appends, and what it gives back at the start.

Pure values. The texts are JSON on one line; `record` is the setup line of spec/record.md and `body`
one of its entries. Nothing here knows a file: `companion.journal` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SeatResult = tuple[int, int | None, int, int]
"""How one seat ended: seat, place (None: unplaced or left), carrots left over, turns taken."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game begins and becomes the current one; its names are remembered.

    `record` is the setup line, `seed` the secret (hexadecimal) that its chance comes from.
    """

    record: str
    seed: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the current game, `body` as in the record; it ends what could be redone."""

    body: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `count` standing entries are taken back; 0 only reopens a finished game."""

    count: int


@dataclass(frozen=True, slots=True)
class Redo:
    """The next `count` undone entries stand again."""

    count: int


@dataclass(frozen=True, slots=True)
class Choose:
    """The saved game of that number becomes the current one."""

    game: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The current game is over, or was closed by the table; an Undo reopens it."""

    results: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class SetValue:
    """A setting, the last setup, a board made here: `value` (JSON) replaces the old one."""

    key: str
    value: str


JournalEntry = NewGame | Decision | Undo | Redo | Choose | Finish | SetValue


class StorageFault(StrEnum):
    """Why something cannot be kept or read: what the screen says, and what its OK can do."""

    FULL = "full"  # no space left on the card
    READ_ONLY = "read-only"  # the file system takes no writes
    NO_PERMISSION = "no-permission"  # the folder belongs to somebody else
    GONE = "gone"  # the folder, or what was in it, is no longer there
    IN_THE_WAY = "in-the-way"  # something else stands where the folder or its file should
    IO_ERROR = "io-error"  # the card answers with errors
    LOCKED = "locked"  # another process holds the store
    NEWER = "newer"  # written by a newer version: read, never written
    DAMAGED = "damaged"  # what is there is not what was written


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game of the list: `number` counts up for ever, `turns` are the entries that stand.

    `past` and `future` (what can be redone, next first) are there when `whole` is true: at the
    start for the current game, for any other from `Journal.game`.
    """

    number: int
    record: str
    seed: str
    turns: int
    finished: bool
    whole: bool = False
    past: tuple[str, ...] = ()
    future: tuple[str, ...] = ()


class RecoveryKind(StrEnum):
    """What was met when the store was opened."""

    DAMAGED = "damaged"  # put aside under `folder`; what could be proved valid was carried over
    FOREIGN = "foreign"  # another program's file stood there; put aside under `folder`
    NEWER = "newer"  # a newer version's store: everything is read-only


@dataclass(frozen=True, slots=True)
class RecoveryReport:
    """What went wrong at opening; stays until the key "report" is put to `null`.

    `folder` is the name that the old store now has in the state folder, `game` the game that was
    current and `turns` its last turn that is good; `lost`: later turns are known to be gone.
    """

    kind: RecoveryKind
    folder: str = ""
    game: int | None = None
    turns: int = 0
    lost: bool = False


@dataclass(frozen=True, slots=True)
class SavedState:
    """Everything that is known at the start: settings by key (JSON text), games newest first.

    `current` is the number of the game to go on with, `names` those used before, latest first.
    """

    settings: dict[str, str]
    games: tuple[SavedGame, ...] = ()
    current: int | None = None
    names: tuple[str, ...] = ()
    notice: RecoveryReport | None = None
