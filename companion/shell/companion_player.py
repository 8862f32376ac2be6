"""The companion as a player, to whom the loop hands what is to be thought about."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from companion.app.thought_requests import (
    KNOWN,
    Advice,
    AdviceReason,
    BoardProgress,
    ThoughtRequest,
    UnknownBoard,
)
from companion.config.player_data_files import cached_data, keep_data, shipped_data
from companion.players import make_turns_table
from companion.players.data_file import PlayerData
from companion.players.evaluation import Evaluator
from companion.players.hint import hint_of
from companion.players.levels import Level
from companion.players.make_turns_table import begin_table
from companion.players.thought import advance, begin
from companion.players.turns_table import MOST_LETTUCES

if TYPE_CHECKING:
    from pathlib import Path

    from companion.app.thought_requests import AdviceAnswer, AdviceRequest
    from companion.players.make_turns_table import TableWork
    from companion.players.thought import Thought
    from companion.rules import Setup

ROWS: Final = 4  # of a table, in a step: about as long as a step of a thought
KEEPER: Final = "keeper"  # the thread that writes what was computed
LIKELY_SWEEPS: Final = 18  # of a level of a table; they determine the percentage only


class CompanionPlayer:
    """Thinks in short steps; keeps what it knows of the board and of the game it met last."""

    def __init__(self, cache: Path) -> None:
        """Start without a board; the tables of families' own boards are kept in a cache folder."""
        self._cache = cache
        self._setup: Setup | None = None
        self._data: PlayerData | None = None
        self._tables: tuple[TableWork, ...] = ()
        self._percent = 0
        self._evaluator: Evaluator | None = None
        self._request: ThoughtRequest | None = None
        self._thought: Thought | None = None

    def step(self, request: AdviceRequest) -> AdviceAnswer | None:
        """Think about twenty evaluations further; return the answer once there is one.

        On a family's own board the first steps make its tables, which takes some seconds.
        """
        setup = request.setup
        if setup is not self._setup:
            self._open(setup)
        if self._data is None:
            return self._learn(setup) if self._tables else UnknownBoard(setup)
        if not isinstance(request, ThoughtRequest):
            return BoardProgress(setup, KNOWN)
        if self._evaluator is None:
            self._evaluator = Evaluator(self._data, request.state)
        if self._thought is None or request != self._request:
            self._request = request
            self._thought = begin(request.state, Level(request.level), self._evaluator)
        self._thought = advance(self._thought, self._evaluator)
        if self._thought.choice is None:
            return None
        return _advice(request, self._thought, self._evaluator)

    def _open(self, setup: Setup) -> None:
        """Read the data of the board of a game, or begin its tables where it is a family's own."""
        edition, is_own = setup.edition, setup.edition_data is not None
        is_same = self._setup is not None and self._setup.edition is edition
        self._setup, self._evaluator, self._thought = setup, None, None
        if is_same and (self._data or self._tables):
            return
        self._data = cached_data(self._cache, edition) if is_own else shipped_data(edition)
        self._tables, self._percent = (), 0
        if is_own and self._data is None:
            self._tables = (begin_table(edition, sure=False), begin_table(edition, sure=True))

    def _learn(self, setup: Setup) -> BoardProgress | None:
        """Make some rows of the tables; return how far they are where that is another percentage.

        Finished, they are kept by a thread: storage may be slow.
        """
        self._tables = _advanced(self._tables)
        if not all(work.is_finished for work in self._tables):
            before, self._percent = self._percent, _percent(self._tables)
            return BoardProgress(setup, self._percent) if self._percent != before else None
        expected, sure = (work.table() for work in self._tables)
        self._data, self._tables = PlayerData(expected, sure, {}), ()
        kept = (self._cache, setup.edition, self._data)
        threading.Thread(target=keep_data, args=kept, name=KEEPER, daemon=True).start()
        return BoardProgress(setup, KNOWN)


def _advanced(tables: tuple[TableWork, ...]) -> tuple[TableWork, ...]:
    """Make some rows of the first table that is not finished."""
    at = sum(work.is_finished for work in tables)
    work = tables[at]
    for _ in range(ROWS):
        work = make_turns_table.advance(work)
    return (*tables[:at], work, *tables[at + 1 :])


def _percent(tables: tuple[TableWork, ...]) -> int:
    """Return about how much of the tables is made, in percent, below 100."""
    levels = sum(len(work.levels) + min(work.sweep / LIKELY_SWEEPS, 0.99) for work in tables)
    return min(KNOWN - 1, int(KNOWN * levels / (len(tables) * (MOST_LETTUCES + 1))))


def _advice(request: ThoughtRequest, thought: Thought, evaluator: Evaluator) -> Advice:
    hint = hint_of(thought, evaluator)
    reasons = tuple(AdviceReason(reason.code, reason.numbers) for reason in hint.reasons)
    return Advice(request, hint.action, reasons)
