"""The end of the journal: what the next row follows, and the games that it can belong to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, assert_never

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


@dataclass(frozen=True, slots=True)
class Depth:
    """`standing` decisions of a game stand; up to `top` can be brought back by redo."""

    standing: int = 0
    top: int = 0
    finished: bool = False

    def after(self, kind: Kind, body: str) -> Depth:
        """Return the depth after a row of this game. Raises InvalidRowError."""
        count = int(body) if kind in {Kind.UNDO, Kind.REDO} else 0
        match kind:
            case Kind.NEW:
                return Depth()
            case Kind.DECISION:
                return Depth(self.standing + 1, self.standing + 1)
            case Kind.UNDO if 0 <= count <= self.standing:
                return Depth(self.standing - count, self.top)
            case Kind.REDO if 0 < count <= self.top - self.standing:
                return Depth(self.standing + count, self.top)
            case Kind.FINISH:
                return replace(self, finished=True)
            case Kind.UNDO | Kind.REDO:
                raise InvalidRowError(f"{kind} of {count} where {self} is the depth")
            case Kind.CHOOSE | Kind.SET:
                raise InvalidRowError(f"{kind} belongs to no game")
            case _:
                assert_never(kind)


@dataclass(slots=True)
class Head:
    """The last row's number and hash, the current game, and the depth of every game.

    `ends` has the hash of the last row of each finished game.
    """

    number: int = 0
    hash: str = FIRST_HASH
    current: int | None = None
    depths: dict[int, Depth] = field(default_factory=dict)
    ends: dict[int, str] = field(default_factory=dict)

    def copy(self) -> Head:
        """Return a head that can be moved on without changing this one."""
        return replace(self, depths=dict(self.depths), ends=dict(self.ends))

    def append(self, entry: JournalEntry) -> Row:
        """Make the next row of an entry and move on to it. Raises InvalidRowError."""
        kind, body = kind_and_body(entry)
        game = self._game_of(kind)
        depth = Depth() if game == NO_GAME else self.depths.get(game, Depth()).after(kind, body)
        row = chained(self.hash, self.number + 1, game, kind, depth.standing, body)
        self.take(row)
        return row

    def take(self, row: Row) -> None:
        """Move on to a row. Raises InvalidRowError, and changes nothing, where it does not fit."""
        if row.number != self.number + 1 or not row.follows(self.hash):
            raise InvalidRowError(f"row {row.number} does not follow row {self.number}")
        try:
            depth = self._depth_after(row)
        except (ValueError, RecursionError) as error:
            raise InvalidRowError(f"row {row.number} cannot be read: {error}") from error
        if (row.game == NO_GAME) != (depth is None) or row.depth != (depth or Depth()).standing:
            raise InvalidRowError(f"row {row.number} has another game or depth than it says")
        if depth is not None:
            self.depths[row.game] = depth
            self.ends.pop(row.game, None)
            if depth.finished:
                self.ends[row.game] = row.hash
        if row.kind in {Kind.NEW, Kind.CHOOSE}:
            self.current = row.game or int(row.body)
        self.number, self.hash = row.number, row.hash

    def _depth_after(self, row: Row) -> Depth | None:
        """Return the depth of the row's game after it, None for a row of no game."""
        match row.kind:
            case Kind.SET:
                key_and_value(row)
                return None
            case Kind.CHOOSE:
                self._depth_of(int(row.body))
                return None
            case Kind.NEW:
                seed_and_setup(row)
                if row.game <= NO_GAME or row.game in self.depths:
                    raise InvalidRowError(f"game {row.game} cannot begin here")
                return Depth()
            case _:
                return self._depth_of(row.game).after(row.kind, row.body)

    def _depth_of(self, game: int) -> Depth:
        if game not in self.depths:
            raise InvalidRowError(f"there is no game {game}")
        return self.depths[game]

    def _game_of(self, kind: Kind) -> int:
        match kind:
            case Kind.NEW:
                return max(self.depths, default=0) + 1
            case Kind.CHOOSE | Kind.SET:
                return NO_GAME
            case _ if self.current is None:
                raise InvalidRowError(f"{kind} where no game is the current one")
            case _:
                return self.current
