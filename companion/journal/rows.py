"""A row of the journal: one entry as it is stored, chained by a hash to the row before it."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, assert_never

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

NO_GAME: Final = 0
"""The game number of rows that belong to no game: settings, and the choice of a game."""

FIRST_HASH: Final = ""
"""What the first row takes for the hash of the row before it."""


class InvalidRowError(CompanionError, ValueError):
    """A row that cannot stand where it is; of an entry to be appended, a bug of the program."""


class Kind(StrEnum):
    """What a row records. The values are those of the database and of the backup log."""

    NEW = "new"
    DECISION = "entry"
    UNDO = "undo"
    REDO = "redo"
    FINISH = "finish"
    CHOOSE = "choose"
    SET = "put"


class Row(NamedTuple):
    """A stored entry: its number in the journal, its game, and its body (JSON on one line).

    `depth` is the number of decisions that stand in the game after this row (0 without a game).
    `hash` is computed over the other fields and the hash of the row before. A row that was read
    may hold anything until its hash was compared.
    """

    number: int
    game: int
    kind: str
    depth: int
    body: str
    hash: str

    def follows(self, previous_hash: str) -> bool:
        """Return whether this row is unchanged and comes right after the row with that hash."""
        return self.hash == _hash(previous_hash, *self[:-1])


def chained(previous_hash: str, number: int, game: int, kind: str, depth: int, body: str) -> Row:
    """Make a row that follows the row with the hash `previous_hash`."""
    hash_ = _hash(previous_hash, number, game, kind, depth, body)
    return Row(number, game, kind, depth, body, hash_)


def _hash(previous_hash: str, number: int, game: int, kind: str, depth: int, body: str) -> str:
    text = f"{previous_hash}\n{number}\n{game}\n{kind}\n{depth}\n{body}"
    return sha256(text.encode()).hexdigest()[:32]


def kind_and_body(entry: JournalEntry) -> tuple[Kind, str]:  # noqa: PLR0911 - one for each kind
    """Return how an entry is stored. Raises InvalidRowError for text that is not one-line JSON."""
    match entry:
        case NewGame(record, seed):
            return Kind.NEW, f'{{"seed":{json.dumps(seed)},"setup":{_one_line(record)}}}'
        case Decision(body):
            return Kind.DECISION, _one_line(body)
        case Undo(count):
            return Kind.UNDO, str(count)
        case Redo(count):
            return Kind.REDO, str(count)
        case Choose(game):
            return Kind.CHOOSE, str(game)
        case Finish(results):
            return Kind.FINISH, json.dumps(results)
        case SetValue(key, value):
            return Kind.SET, f'{{"key":{json.dumps(key)},"value":{_one_line(value)}}}'
        case _:
            assert_never(entry)


_SETUP = re.compile(r'\{"seed":"(\w*)","setup":(.*)\}', re.DOTALL)
_SETTING = re.compile(r'\{"key":("(?:[^"\\]|\\.)*"),"value":(.*)\}', re.DOTALL)


def seed_and_setup(body: str) -> tuple[str, str]:
    """Return the seed and the setup line of a new game. Raises InvalidRowError."""
    match = _SETUP.fullmatch(body)
    if match is None:
        raise InvalidRowError(f"not a setup: {body[:60]}")
    return match[1], match[2]


def key_and_value(body: str) -> tuple[str, str]:
    """Return the key and the value (JSON text) of a setting. Raises InvalidRowError."""
    match = _SETTING.fullmatch(body)
    if match is None:
        raise InvalidRowError(f"not a setting: {body[:60]}")
    return _key(match[1]), match[2]


@lru_cache(maxsize=100)  # there are few keys, and a setting is stored with almost every decision
def _key(text: str) -> str:
    return str(json.loads(text))


def _one_line(text: str) -> str:
    try:
        json.loads(text)
    except ValueError as error:
        raise InvalidRowError(f"not JSON: {text[:60]!r}: {error}") from error
    if "\n" in text or "\r" in text:
        raise InvalidRowError(f"more than one line: {text[:60]!r}")
    return text
