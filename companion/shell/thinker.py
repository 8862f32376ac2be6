"""The companion as a player, to whom the loop hands what is to be thought about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.advice import Advice, AdviceReason
from companion.config.player_data_files import shipped_data
from companion.players import make_turns_table
from companion.players.data_file import PlayerData
from companion.players.evaluation import Evaluator
from companion.players.hint import hint_of
from companion.players.levels import Level
from companion.players.make_turns_table import begin_table
from companion.players.thought import advance, begin

if TYPE_CHECKING:
    from companion.app.advice import ThoughtRequest
    from companion.players.make_turns_table import TableWork
    from companion.players.thought import Thought
    from companion.rules import Edition, Setup

ROWS: Final = 4  # of a table, in a step: about as long as a step of a thought


class PlayerThinker:
    """Thinks in short steps; keeps what it knows of the board and of the game it met last."""

    def __init__(self) -> None:
        """Start without a board."""
        self._edition: Edition | None = None
        self._data: PlayerData | None = None
        self._tables: tuple[TableWork, ...] = ()
        self._setup: Setup | None = None
        self._evaluator: Evaluator | None = None
        self._request: ThoughtRequest | None = None
        self._thought: Thought | None = None

    def step(self, request: ThoughtRequest) -> Advice | None:
        """Think about twenty evaluations further; return the advice once there is one.

        On a family's own board the first steps make its tables, which takes some seconds.
        """
        setup = request.state.setup
        data = self._data_of(setup.edition)
        if data is None:
            return None
        if self._evaluator is None or setup is not self._setup:
            self._evaluator, self._setup = Evaluator(data, request.state), setup
        if self._thought is None or request != self._request:
            self._request = request
            self._thought = begin(request.state, Level(request.level), self._evaluator)
        self._thought = advance(self._thought, self._evaluator)
        return _advice(request, self._thought) if self._thought.choice is not None else None

    def _data_of(self, edition: Edition) -> PlayerData | None:
        """Return the data of a board; None while its tables are in the making."""
        if edition is not self._edition:
            self._edition, self._data, self._evaluator = edition, shipped_data(edition), None
            self._tables = (begin_table(edition, sure=False), begin_table(edition, sure=True))
        if self._data is None:
            self._tables = _advanced(self._tables)
            expected, sure = (work.table for work in self._tables)
            if expected is not None and sure is not None:
                self._data = PlayerData(expected, sure, {})
        return self._data


def _advanced(tables: tuple[TableWork, ...]) -> tuple[TableWork, ...]:
    """Make some rows of the first table that is not finished."""
    done = tuple(work for work in tables if work.table is not None)
    rest = tables[len(done) :]
    if not rest:
        return tables
    work = rest[0]
    for _ in range(ROWS):
        work = make_turns_table.advance(work)
    return (*done, work, *rest[1:])


def _advice(request: ThoughtRequest, thought: Thought) -> Advice:
    hint = hint_of(thought)
    reasons = tuple(AdviceReason(reason.code, reason.numbers) for reason in hint.reasons)
    return Advice(request, hint.action, reasons)
