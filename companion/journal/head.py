"""The head of the journal: its last row, and what all rows up to it come to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from companion.journal.rows import (
    FIRST_HASH,
    NO_GAME,
    InvalidRowError,
    Kind,
    Row,
    chained,
    key_and_value,
    kind_and_body,
    seed_and_setup,
)

if TYPE_CHECKING:
    from companion.app.journal_entries import JournalEntry


class GameHead(NamedTuple):
    """What the rows of a game come to: `turns` decisions stand, `undone` ones can be redone.

    `finish` is the hash of the row that finished the game ("" where it goes on).
    """

    seed: str
    setup: str
    rows: int = 1
    turns: int = 0
    undone: int = 0
    finish: str = ""

    def after(self, kind: str, body: str, hash_: str = "") -> GameHead:
        """Return it after another row of the game, which has that hash. Raises InvalidRowError."""
        seed, setup, rows, turns, undone, _ = self
        count = int(body) if kind in {Kind.UNDO, Kind.REDO} else 0
        match kind:
            case Kind.DECISION:
                return GameHead(seed, setup, rows + 1, turns + 1)
            case Kind.UNDO if 0 <= count <= turns:
                return GameHead(seed, setup, rows + 1, turns - count, undone + count)
            case Kind.REDO if 0 < count <= undone:
                return GameHead(seed, setup, rows + 1, turns + count, undone - count)
            case Kind.FINISH:
                return GameHead(seed, setup, rows + 1, turns, undone, hash_)
            case _:
                raise InvalidRowError(f"{kind} {body} after {turns} turns, {undone} undone")


@dataclass(slots=True)
class Head:
    """The last row's number and hash, the current game, the settings, and every game."""

    number: int = 0
    hash: str = FIRST_HASH
    current: int | None = None
    settings: dict[str, str] = field(default_factory=dict)
    games: dict[int, GameHead] = field(default_factory=dict)

    def copy(self) -> Head:
        """Return a head that can be moved on without changing this one."""
        return replace(self, settings=dict(self.settings), games=dict(self.games))

    def append(self, entry: JournalEntry) -> Row:
        """Make the next row of an entry and move on to it. Raises InvalidRowError."""
        kind, body = kind_and_body(entry)
        number = self._game_of(kind)
        game = self._game_after(number, kind, body)
        row = chained(self.hash, self.number + 1, number, kind, game.turns if game else 0, body)
        self.take(row)
        return row

    def take(self, row: Row) -> None:
        """Move on to a row. Raises InvalidRowError, and changes nothing, where it does not fit."""
        if row.number != self.number + 1 or not row.follows(self.hash):
            raise InvalidRowError(f"row {row.number} does not follow row {self.number}")
        try:
            self._take(row)
        except (ValueError, TypeError) as error:
            raise InvalidRowError(f"row {row.number} cannot be read: {error}") from error
        self.number, self.hash = row.number, row.hash

    def _take(self, row: Row) -> None:
        game = self._game_after(row.game, row.kind, row.body, row.hash)
        if row.depth != (game.turns if game else 0):
            raise InvalidRowError(f"{row.depth} turns")
        match row.kind:
            case Kind.SET:
                key, value = key_and_value(row.body)
                self.settings[key] = value
            case Kind.CHOOSE:
                self.current = self._known(int(row.body))
            case Kind.NEW:
                self.current = row.game
        if game:
            self.games[row.game] = game

    def _game_after(self, number: int, kind: str, body: str, hash_: str = "") -> GameHead | None:
        """Return the game after another row, None for a row of no game."""
        if number == NO_GAME and kind in {Kind.SET, Kind.CHOOSE}:
            return None
        if kind != Kind.NEW:
            return self.games[self._known(number)].after(kind, body, hash_)
        if number <= NO_GAME or number in self.games:
            raise InvalidRowError(f"game {number} cannot begin here")
        return GameHead(*seed_and_setup(body))

    def _known(self, number: int) -> int:
        if number not in self.games:
            raise InvalidRowError(f"there is no game {number}")
        return number

    def _game_of(self, kind: Kind) -> int:
        match kind:
            case Kind.NEW:
                return max(self.games, default=0) + 1
            case Kind.CHOOSE | Kind.SET:
                return NO_GAME
            case _ if self.current is None:
                raise InvalidRowError(f"{kind} where no game is the current one")
            case _:
                return self.current
