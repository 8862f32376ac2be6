"""Where the journal stands, and the rows that decisions become from there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.journal import story
from companion.journal.row import GENESIS, HOUSE, BadDecisionError, Kind, Row, kind_and_body, sealed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from companion.app.journal_entries import JournalEntry
    from companion.journal.examine import Findings


@dataclass(frozen=True, slots=True)
class Point:
    """The last row, the number of games, the current game and its track."""

    seq: int = 0
    seal: str = GENESIS
    games: int = 0
    current: int | None = None
    track: story.Track = field(default_factory=story.Track)


def point_of(findings: Findings) -> Point:
    """Tell where an examined store stands."""
    head, games = findings.head, findings.games
    return Point(
        seq=head.seq if head else 0,
        seal=head.seal if head else GENESIS,
        games=games[0].number if games else 0,
        current=findings.current,
        track=story.track_of(findings.stream),
    )


def rows_from(
    point: Point, decisions: Sequence[JournalEntry], stored: Callable[[int], tuple[Row, ...]]
) -> tuple[tuple[Row, ...], Point]:
    """Make the rows of decisions, and the point after them; `stored` reads a game's rows.

    Raises BadDecisionError, and what `stored` raises.
    """
    start = point
    rows: list[Row] = []
    for decision in decisions:
        kind, body = kind_and_body(decision)
        game = _game_of(kind, point)
        if kind is Kind.CHOOSE:
            kept = stored(int(body)) if 0 < int(body) <= start.games else ()
            point = _chosen(point, int(body), (*kept, *(r for r in rows if r.game == int(body))))
        elif game != HOUSE:
            point = _stepped(point, game, kind, body)
        depth = 0 if game == HOUSE else point.track.depth
        row = sealed(point.seal, point.seq + 1, game, kind, depth, body)
        point = replace(point, seq=row.seq, seal=row.seal)
        rows.append(row)
    return tuple(rows), point


def tells_the_same(stream: Sequence[Row], own: Iterable[Row], game: int | None) -> bool:
    """Tell whether a game's rows are what this process knows of it, however they are numbered."""
    known = [_said(row) for row in own if row.game == game]
    return [_said(row) for row in stream][-len(known) :] == known


def _said(row: Row) -> tuple[int, Kind, int, str]:
    return row.game, row.kind, row.depth, row.body


def _game_of(kind: Kind, point: Point) -> int:
    match kind:
        case Kind.NEW:
            return point.games + 1
        case Kind.CHOOSE | Kind.PUT:
            return HOUSE
        case _ if point.current is None:
            raise BadDecisionError(f"{kind} where no game is the current one")
        case _:
            return point.current


def _chosen(point: Point, number: int, rows: tuple[Row, ...]) -> Point:
    if not rows:
        raise BadDecisionError(f"there is no game {number} to choose")
    return replace(point, current=number, track=story.track_of(rows))


def _stepped(point: Point, game: int, kind: Kind, body: str) -> Point:
    track = story.advanced(point.track, kind, story.count_of(kind, body))
    return replace(point, current=game, games=max(point.games, game), track=track)
