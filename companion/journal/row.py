"""One row of the journal: a decision as it is appended, sealed to the one before."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Final, assert_never

from companion import CompanionError
from companion.app.journal_entries import (
    Choose,
    Decision,
    Finish,
    JournalEntry,
    NewGame,
    Redo,
    SetValue,
    Undo,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HOUSE = 0  # the "game" of what belongs to no game: settings, and which game is the current one
GENESIS = ""  # what the first row is chained to

ODD: Final = (
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    ArithmeticError,
    RecursionError,
)
"""What reading a row can raise that is sealed and yet not what this version writes."""


class BadDecisionError(CompanionError, ValueError):
    """A decision that the journal's present state does not allow: a fault of the program."""


class Kind(StrEnum):
    """What a row records; the words of the tables and of the second witness."""

    NEW = "new"
    ENTRY = "entry"
    UNDO = "undo"
    REDO = "redo"
    FINISH = "finish"
    CHOOSE = "choose"
    PUT = "put"


@dataclass(frozen=True, slots=True)
class Row:
    """A decision: its number in the whole journal, its game, and the entries then standing.

    `body` is JSON on one line. `seal` is the checksum over all of it and over the seal before.
    """

    seq: int
    game: int
    kind: Kind
    depth: int
    body: str
    seal: str

    def is_sealed_to(self, before: str) -> bool:
        """Tell whether this is what was written, after the row whose seal is `before`."""
        return self.seal == _seal(before, self)


def sealed(before: str, seq: int, game: int, kind: Kind, depth: int, body: str) -> Row:
    """Make a row that is chained to the seal `before`."""
    bare = Row(seq, game, kind, depth, body, "")
    return Row(seq, game, kind, depth, body, _seal(before, bare))


def resealed(rows: Iterable[Row]) -> Iterator[Row]:
    """Count and chain rows anew from the first on; a whole unbroken journal stays as it is."""
    before = GENESIS
    for seq, row in enumerate(rows, 1):
        fresh = sealed(before, seq, row.game, row.kind, row.depth, row.body)
        before = fresh.seal
        yield fresh


def kind_and_body(decision: JournalEntry) -> tuple[Kind, str]:  # noqa: PLR0911 - one for each kind
    """Put a decision into words. Raises BadDecisionError for what is no JSON on one line."""
    match decision:
        case NewGame(record, seed):
            return Kind.NEW, f'{{"seed":{json.dumps(seed)},"setup":{_one_line(record)}}}'
        case Decision(body):
            return Kind.ENTRY, _one_line(body)
        case Undo(count):
            return Kind.UNDO, str(count)
        case Redo(count):
            return Kind.REDO, str(count)
        case Choose(game):
            return Kind.CHOOSE, str(game)
        case Finish(results):
            return Kind.FINISH, json.dumps(results)
        case SetValue(key, value):
            return Kind.PUT, f'{{"key":{json.dumps(key)},"value":{_one_line(value)}}}'
        case _:
            assert_never(decision)


_SETUP = re.compile(r'\{"seed":"(\w*)","setup":(.*)\}', re.DOTALL)
_PUT = re.compile(r'\{"key":("(?:[^"\\]|\\.)*"),"value":(.*)\}', re.DOTALL)


def seed_and_setup(row: Row) -> tuple[str, str]:
    """Take a new game's row apart: the seed and the setup line as they were handed over."""
    match = _SETUP.fullmatch(row.body)
    if match is None:
        raise BadDecisionError(f"row {row.seq} of the journal is not a setup: {row.body[:60]}")
    return match[1], match[2]


def key_and_value(row: Row) -> tuple[str, str]:
    """Take a setting's row apart: the key, and the value's JSON text."""
    match = _PUT.fullmatch(row.body)
    if match is None:
        raise BadDecisionError(f"row {row.seq} of the journal is not a setting: {row.body[:60]}")
    return json.loads(match[1]), match[2]


def _one_line(text: str) -> str:
    try:
        json.loads(text)
        text.encode()
    except ValueError as error:
        raise BadDecisionError(f"not JSON: {text[:60]!r}: {error}") from error
    if "\n" in text or "\r" in text:
        raise BadDecisionError(f"more than one line: {text[:60]!r}")
    return text


def _seal(before: str, row: Row) -> str:
    words = f"{before}\n{row.seq}\n{row.game}\n{row.kind}\n{row.depth}\n{row.body}"
    return sha256(words.encode()).hexdigest()[:32]
