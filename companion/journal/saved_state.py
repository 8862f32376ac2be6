"""What the application reads of the journal: the saved state, and whole games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.journal_entries import REPORT, SavedGame, SavedState, parse_report
from companion.journal.head import GameHead
from companion.journal.rows import Kind, seed_and_setup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.journal.head import Head
    from companion.journal.rows import Row


def saved_state(rows: Iterable[Row], head: Head) -> SavedState:
    """Return what the application needs at its start, from all rows and their head."""
    settings = dict(head.settings)
    report = parse_report(settings.pop(REPORT, "null"))
    games = {number: _saved_game(number, game) for number, game in head.games.items()}
    if head.current is not None:
        games[head.current] = whole_game([row for row in rows if row.game == head.current])
    newest_first = tuple(games[number] for number in sorted(games, reverse=True))
    return SavedState(settings, newest_first, head.current, report)


def by_game(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return the rows of each game in order, those of no game under NO_GAME."""
    streams: dict[int, list[Row]] = {}
    for row in rows:
        streams.setdefault(row.game, []).append(row)
    return streams


def whole_game(rows: Sequence[Row]) -> SavedGame:
    """Return a whole game from its rows: with the decisions that stand, and those undone."""
    game = GameHead(*seed_and_setup(rows[0].body))
    decisions: list[str] = []
    for row in rows[1:]:
        if row.kind == Kind.DECISION:
            del decisions[game.turns :]
            decisions.append(row.body)
        game = game.after(row.kind, row.body, row.hash)
    past, future = decisions[: game.turns], decisions[game.turns :]
    saved = _saved_game(rows[0].game, game)
    return replace(saved, whole=True, past=tuple(past), future=tuple(future))


def _saved_game(number: int, game: GameHead) -> SavedGame:
    return SavedGame(number, game.setup, game.seed, game.turns, bool(game.finish))
