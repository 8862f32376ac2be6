"""Read saved games for the family book, and one of them for its race."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from companion.app.events import BookRead, GameRead
from companion.app.saved_games import library_of, load_game
from companion.app.session import ReadBook, ReadGame
from companion.book.family_book import NamedResult
from companion.book.game_result import result_of
from companion.ports import JournalError
from companion.rules import RecordError, replay
from companion.shell.book_cache import read_cache, write_cache

if TYPE_CHECKING:
    from pathlib import Path

    from companion.app.journal_entries import SavedGame
    from companion.app.session import ReadRequest, Resources
    from companion.book.game_result import GameResult
    from companion.ports import Journal
    from companion.rules.record import EditionLookup

SLICE: Final = 3  # games that are computed before the next event is taken
AHEAD: Final = 90  # games that are read at a time: each reading goes through the whole journal

log = logging.getLogger(__name__)


class SavedGameReader:
    """Answers the session's requests; `computed` counts the games that no cache had."""

    def __init__(self, journal: Journal, folder: Path | None = None) -> None:
        """Read nothing yet; the cache is in `folder` (None: in memory only)."""
        self._journal = journal
        self._folder = folder
        self._results: dict[str, GameResult | None] | None = None
        self._unreadable: set[str] = set()
        self._read_ahead: dict[str, SavedGame] = {}
        self._unwritten = 0
        self.computed = 0

    def read(self, request: ReadRequest, resources: Resources, at: float) -> BookRead | GameRead:
        """Return the event that answers a request."""
        try:
            match request:
                case ReadBook():
                    return self._book(library_of(resources), at)
                case ReadGame(number):
                    return self._game(number, resources, at)
        except JournalError as error:
            log.error("the saved games cannot be read: %s", error)  # noqa: TRY400 - its sentence says it all
        return GameRead(None, at) if isinstance(request, ReadGame) else BookRead((), 0, at)

    def _game(self, number: int, resources: Resources, at: float) -> GameRead:
        try:
            return GameRead(load_game(self._journal.game(number), library_of(resources)), at)
        except (RecordError, KeyError) as error:
            log.error("saved game %d cannot be read: %s", number, error)  # noqa: TRY400 - ditto
            return GameRead(None, at)

    def _book(self, library: EditionLookup, at: float) -> BookRead:
        """Compute some games that are missing, and return all once none is."""
        results = self._cached()
        ends = self._journal.finished()
        known = results.keys() | self._unreadable
        missing = [number for number, end in ends.items() if end not in known]
        self._read_games(missing, ends)
        self._compute(missing[:SLICE], ends, library)
        left = len(missing) - SLICE
        if left > 0:
            return BookRead((), left, at)
        self._write({end: results[end] for end in ends.values() if end in results})
        found = ((number, results.get(ends[number])) for number in sorted(ends))
        return BookRead(tuple(NamedResult(str(n), r) for n, r in found if r is not None), 0, at)

    def _cached(self) -> dict[str, GameResult | None]:
        if self._results is None:
            self._results = read_cache(self._folder) if self._folder else {}
        return self._results

    def _read_games(self, missing: list[int], ends: dict[int, str]) -> None:
        """Read the next games, unless they were read before."""
        if any(ends[number] not in self._read_ahead for number in missing[:SLICE]):
            games = self._journal.read_games(missing[:AHEAD])
            self._read_ahead = {ends[game.number]: game for game in games}

    def _compute(self, numbers: list[int], ends: dict[int, str], library: EditionLookup) -> None:
        for number in numbers:
            try:
                game = self._read_ahead.pop(ends[number])
                self._cached()[ends[number]] = result_of(replay(_record(game), library))
            except (RecordError, KeyError) as error:
                log.error("saved game %d cannot be read: %s", number, error)  # noqa: TRY400 - its sentence says it all
                self._unreadable.add(ends[number])
            self.computed += 1
            self._unwritten += 1

    def _write(self, results: dict[str, GameResult | None]) -> None:
        if self._folder and self._unwritten:
            write_cache(self._folder, results)
        self._unwritten = 0


def _record(game: SavedGame) -> bytes:
    return "\n".join((game.record, *game.past)).encode()
