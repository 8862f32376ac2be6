"""The values that the journal stores and returns: its entries and the saved state.

Pure values. The texts are JSON on one line; `record` is the setup line of spec/record.md and `body`
one of its entries. The files are the concern of `companion.journal`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

FinishedSeat = tuple[int, int | None, int, int]
"""How one seat ended: seat, place (None: unplaced or left), carrots left over, turns taken."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game begins and becomes the current one; its players' names are remembered.

    `record` is the setup line, `seed` the secret (hexadecimal) of its random values.
    """

    record: str
    seed: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the current game, `body` as in the record; nothing can be redone after it."""

    body: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `count` decisions are undone; 0 only reopens a finished game."""

    count: int


@dataclass(frozen=True, slots=True)
class Redo:
    """The next `count` undone decisions are redone."""

    count: int


@dataclass(frozen=True, slots=True)
class Choose:
    """The saved game of that number becomes the current one."""

    game: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The current game is over, or was ended by the players; an Undo reopens it."""

    results: tuple[FinishedSeat, ...]


@dataclass(frozen=True, slots=True)
class SetValue:
    """A setting, the last setup or an own board: `value` (JSON) replaces the old one."""

    key: str
    value: str


JournalEntry = NewGame | Decision | Undo | Redo | Choose | Finish | SetValue


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game; the journal gives each a `number`, `turns` counts the decisions not undone.

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
    """What was found when the store was opened."""

    DAMAGED = "damaged"  # put aside as `folder`; its valid rows were recovered
    FOREIGN = "foreign"  # another program's database was there; put aside as `folder`
    NEWER = "newer"  # a newer version wrote it: it is only read


@dataclass(frozen=True, slots=True)
class RecoveryReport:
    """What went wrong at opening; stays until the setting REPORT is set to `null`.

    `folder` is the name that the old store now has in the state folder, `game` the current game
    and `turns` the number of its decisions that stand; `lost`: there were rows after the last one.
    """

    kind: RecoveryKind
    folder: str = ""
    game: int | None = None
    turns: int = 0
    lost: bool = False


REPORT: Final = "report"
"""The key of the setting that holds a recovery's report until the players have read it."""


def report_text(report: RecoveryReport) -> str:
    """Return the text under which a report is stored."""
    value = asdict(report)
    return json.dumps({"trouble": value.pop("kind"), **value})


def parse_report(text: str) -> RecoveryReport | None:
    """Read a stored report; None where it was confirmed, or is not one of this version's."""
    value: Any = json.loads(text)
    try:
        return RecoveryReport(RecoveryKind(value.pop("trouble")), **value)
    except (AttributeError, TypeError, ValueError, LookupError):
        return None


@dataclass(frozen=True, slots=True)
class SavedState:
    """Everything that is stored: settings by key (JSON text), games newest first.

    `current` is the number of the current game.
    """

    settings: dict[str, str]
    games: tuple[SavedGame, ...] = ()
    current: int | None = None
    notice: RecoveryReport | None = None
