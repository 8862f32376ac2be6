"""What rows add up to: a game's standing entries, its future, whether it is finished. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from companion.app.journal_entries import SavedGame
from companion.journal.row import HOUSE, BadDecisionError, Kind, Row, key_and_value, seed_and_setup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Track:
    """Where a game stands: `depth` entries stand, up to `top` can stand again by redo."""

    depth: int = 0
    top: int = 0
    finished: bool = False


def advanced(track: Track, kind: Kind, count: int = 1) -> Track:
    """Go one row on. Raises BadDecisionError where that many entries cannot be undone or redone."""
    depth, top = track.depth, track.top
    match kind:
        case Kind.NEW:
            return Track()
        case Kind.ENTRY:
            return Track(depth + 1, depth + 1)
        case Kind.UNDO if 0 <= count <= depth:
            return Track(depth - count, top)
        case Kind.REDO if 0 < count <= top - depth:
            return Track(depth + count, top)
        case Kind.FINISH:
            return Track(depth, top, finished=True)
        case Kind.UNDO | Kind.REDO:
            raise BadDecisionError(f"{kind} of {count} where {depth} stand and {top - depth} wait")
        case Kind.CHOOSE | Kind.PUT:
            return track
        case _:
            assert_never(kind)


def count_of(kind: Kind, body: str) -> int:
    """Read how many entries an undo or a redo is about; 1 for every other row."""
    return int(body) if kind in {Kind.UNDO, Kind.REDO} else 1


def track_of(rows: Iterable[Row]) -> Track:
    """Walk through one game's rows. Raises BadDecisionError where their depths do not follow."""
    track = Track()
    for row in rows:
        track = advanced(track, row.kind, count_of(row.kind, row.body))
        if row.depth != track.depth:
            raise BadDecisionError(
                f"row {row.seq} of the journal does not follow its game's last one"
            )
    return track


def depths(rows: Iterable[Row]) -> dict[int, int]:
    """Tell how many entries stand in each game, from rows in any order and perhaps with holes."""
    lasts: dict[int, Row] = {}
    for row in rows:
        if row.game not in lasts or lasts[row.game].seq < row.seq:
            lasts[row.game] = row
    return {game: row.depth for game, row in lasts.items()}


def standing(rows: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """Split one game's entries into those that stand and those that redo would bring back."""
    entries: list[Row] = []
    track = Track()
    for row in rows:
        if row.kind is Kind.ENTRY:
            del entries[track.depth :]
            entries.append(row)
        track = advanced(track, row.kind, count_of(row.kind, row.body))
    return entries[: track.depth], entries[track.depth : track.top]


def saved_game(rows: tuple[Row, ...]) -> SavedGame:
    """Tell one game whole, from its own rows in order, the setup first."""
    past, future = standing(rows)
    return replace(
        listed_game(rows[0], rows[-1]),
        whole=True,
        past=tuple(row.body for row in past),
        future=tuple(row.body for row in future),
    )


def listed_game(first: Row, last: Row) -> SavedGame:
    """Tell as much of a game as a list needs, from its first and its last row."""
    seed, setup = seed_and_setup(first)
    return SavedGame(first.game, setup, seed, last.depth, last.kind is Kind.FINISH)


def settings_of(house: Iterable[Row]) -> dict[str, str]:
    """Read the settings as they are now: the last value of each key wins."""
    latest = {row.body.partition(',"value":')[0]: row for row in house if row.kind is Kind.PUT}
    return dict(map(key_and_value, latest.values()))


def names_of(games: Iterable[SavedGame]) -> tuple[str, ...]:
    """List the names that were played under, those of the latest game first."""
    seats = (seat.get("name") for game in games for seat in _seats(game.record))
    return tuple(dict.fromkeys(name for name in seats if isinstance(name, str) and name))


def seat_names(record: str) -> tuple[str, ...]:
    """Read the players out of a setup line, one without a name by its colour."""
    names = (seat.get("name") or seat.get("colour") for seat in _seats(record))
    return tuple(name for name in names if isinstance(name, str))


def _seats(record: str) -> Iterator[dict[str, object]]:
    """Give the seats of a setup line; an odd line has none."""
    setup = loaded(record)
    seats = setup.get("seats") if isinstance(setup, dict) else None
    yield from (seat for seat in seats if isinstance(seat, dict)) if isinstance(seats, list) else ()


def current_of(row: Row | None) -> int | None:
    """Name the current game: `row` is the last that began or chose one."""
    if row is None:
        return None
    return int(row.body) if row.game == HOUSE else row.game


def loaded(text: str) -> object:
    """Read JSON text; None for what is none."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):  # the latter: nested a thousand deep
        return None
    return value
