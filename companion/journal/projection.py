"""Compute settings, games and names from the rows of the journal; the results are not stored."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.app.journal_entries import RecoveryKind, RecoveryReport, SavedGame, SavedState
from companion.journal.head import Depth
from companion.journal.rows import NO_GAME, Kind, Row, key_and_value, seed_and_setup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

REPORT = "report"
"""The key of the setting that holds a recovery's report until the players have read it."""


def saved_state(rows: Sequence[Row]) -> SavedState:
    """Return what the application needs at its start, from all rows (each checked before)."""
    streams = by_game(rows)
    no_game = streams.pop(NO_GAME, [])
    settings = dict(key_and_value(row) for row in no_game if row.kind is Kind.SET)
    report = parse_report(settings.pop(REPORT, "null"))
    current = current_game(rows)
    games = tuple(
        saved_game(streams[number]) if number == current else listed_game(streams[number])
        for number in sorted(streams, reverse=True)
    )
    return SavedState(settings, games, current, player_names(games), report)


def by_game(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return the rows of each game in order, those of no game under NO_GAME."""
    streams: dict[int, list[Row]] = {}
    for row in rows:
        streams.setdefault(row.game, []).append(row)
    return streams


def current_game(rows: Sequence[Row]) -> int | None:
    """Return the number of the game that was begun or chosen last."""
    for row in reversed(rows):
        if row.kind in {Kind.NEW, Kind.CHOOSE}:
            return row.game or int(row.body)
    return None


def listed_game(rows: Sequence[Row]) -> SavedGame:
    """Return as much of a game as a list needs, from its rows."""
    seed, setup = seed_and_setup(rows[0])
    return SavedGame(rows[0].game, setup, seed, rows[-1].depth, rows[-1].kind is Kind.FINISH)


def saved_game(rows: Sequence[Row]) -> SavedGame:
    """Return a whole game, from its rows."""
    past, future = standing(rows)
    return replace(
        listed_game(rows),
        whole=True,
        past=tuple(row.body for row in past),
        future=tuple(row.body for row in future),
    )


def standing(rows: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """Return a game's decisions that stand, and those that redo would bring back."""
    decisions: list[Row] = []
    depth = Depth()
    for row in rows:
        if row.kind is Kind.DECISION:
            del decisions[depth.standing :]
            decisions.append(row)
        depth = depth.after(row.kind, row.body)
    return decisions[: depth.standing], decisions[depth.standing : depth.top]


def player_names(games: Iterable[SavedGame]) -> tuple[str, ...]:
    """Return the names that were played under, those of the latest game first."""
    names = (seat.get("name") for game in games for seat in _seats(game.record))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name))


def seat_names(record: str) -> tuple[str, ...]:
    """Return the players of a setup line; one without a name is called by the colour."""
    names = (seat.get("name") or seat.get("colour") for seat in _seats(record))
    return tuple(name for name in names if isinstance(name, str))


def parse_report(text: str) -> RecoveryReport | None:
    """Read a stored report; None where it was confirmed, or is not one of this version's."""
    value: Any = parse_json(text)
    try:
        kind, game = RecoveryKind(value["trouble"]), value["game"]
        return RecoveryReport(kind, value["folder"], game, value["turns"], value["lost"])
    except (TypeError, ValueError, LookupError):
        return None


def report_text(report: RecoveryReport) -> str:
    """Return the text under which a report is stored."""
    return json.dumps(
        {
            "trouble": report.kind,
            "folder": report.folder,
            "game": report.game,
            "turns": report.turns,
            "lost": report.lost,
        }
    )


def parse_json(text: str) -> object:
    """Read JSON text; None for a text that is not JSON."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):  # the latter: nested a thousand deep
        return None
    return value


def _seats(record: str) -> Iterator[dict[str, object]]:
    """Return the seats of a setup line; none of a line that has another shape."""
    setup = parse_json(record)
    seats = setup.get("seats") if isinstance(setup, dict) else None
    yield from (seat for seat in seats if isinstance(seat, dict)) if isinstance(seats, list) else ()
