"""The players in a game's setup line, which may be of any shape (spec/record.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.app.journal_entries import SavedGame


def player_names(games: Iterable[SavedGame]) -> tuple[str, ...]:
    """Return the names that were played under, those of the first game first."""
    names = (seat.get("name") for game in games for seat in _seats(game.record))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name))


def seat_names(record: str) -> tuple[str, ...]:
    """Return the players of a setup line; one without a name is called by the colour."""
    names = (seat.get("name") or seat.get("colour") for seat in _seats(record))
    return tuple(name for name in names if isinstance(name, str))


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
