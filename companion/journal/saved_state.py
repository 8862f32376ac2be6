"""What the application reads of the journal: settings, games and a recovery's report."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from companion.app.journal_entries import RecoveryKind, RecoveryReport, SavedGame, SavedState
from companion.journal.head import GameHead
from companion.journal.rows import Kind, seed_and_setup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.journal.head import Head
    from companion.journal.rows import Row

REPORT = "report"
"""The key of the setting that holds a recovery's report until the players have read it."""


def saved_state(rows: Iterable[Row], head: Head) -> SavedState:
    """Return what the application needs at its start, from all rows and their head."""
    settings = dict(head.settings)
    report = _parse_report(settings.pop(REPORT, "null"))
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


def _parse_report(text: str) -> RecoveryReport | None:
    """Read a stored report; None where it was confirmed, or is not one of this version's."""
    value: Any = json.loads(text)
    try:
        return RecoveryReport(RecoveryKind(value.pop("trouble")), **value)
    except (AttributeError, TypeError, ValueError, LookupError):
        return None


def report_text(report: RecoveryReport) -> str:
    """Return the text under which a report is stored."""
    value = asdict(report)
    return json.dumps({"trouble": value.pop("kind"), **value})
