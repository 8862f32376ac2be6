"""What damaged sources still prove, joined to one journal. Pure, but for tables in memory.

Proved is one unbroken chain of seals from the first row on; sources are changed only at a row that
both have. Beyond a row that no source has, whole games of one source are carried over, and what
this process has read or written itself. Of each game stands what the rules and the tables accept.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from companion.journal import story
from companion.journal.row import (
    GENESIS,
    HOUSE,
    ODD,
    BadDecisionError,
    Kind,
    Row,
    key_and_value,
    resealed,
    seed_and_setup,
)
from companion.journal.schema import STEPS, append, migrate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Replays = Callable[[str, tuple[str, ...]], int]
    """How many of a game's entries the rules accept, given its setup line and the entries."""

    Steps = Sequence[tuple[str, ...]]
    History = tuple[Row, ...]

_MOST_HISTORIES: Final = 4  # there are three sources; more histories were forged


@dataclass(frozen=True, slots=True)
class Salvage:
    """What could be proved, ready to be written; `lost` where something is known to be missing."""

    rows: tuple[Row, ...]
    lost: bool


def salvaged(
    sources: Sequence[Sequence[Row]],
    replays: Replays,
    own: Iterable[Row] = (),
    *,
    lost: bool = False,
    steps: Steps = STEPS,
) -> Salvage:
    """Take the history of which most stands, and number it anew.

    `own` are rows that this process knows to be true: no history without them is taken.
    """
    known = tuple(sorted(set(own), key=lambda row: row.seq))
    histories = _histories(sources, known)
    kept = max((_judged(rows, replays, steps) for rows in histories), key=len)
    last = max((row.seq for rows in (*sources, known) for row in rows), default=0)
    return Salvage(tuple(resealed(kept)), lost or len(histories) > 1 or len(kept) < last)


def _histories(sources: Sequence[Sequence[Row]], own: History) -> list[History]:
    """List what may have been played, the longest first; never none."""
    chains = list(islice(_chains((*sources, own)), _MOST_HISTORIES)) or [()]
    if own:
        last = own[-1]
        told = [chain for chain in chains if chain[last.seq - 1 : last.seq] == (last,)]
        if not told:
            return [_with_own(chains, own)]
        chains = told
    return [(*chain, *_later_games(chain, sources)) for chain in chains]


def _chains(sources: Iterable[Sequence[Row]]) -> Iterator[History]:
    """Follow the seals from the first row on; give each chain to its end, the longest first."""
    places: dict[int, dict[Row, None]] = {}
    for row in (row for rows in sources for row in rows):
        places.setdefault(row.seq, {})[row] = None
    levels: list[dict[str, tuple[Row, str]]] = [{GENESIS: (_NOTHING, "")}]
    while linked := _linked(places.get(len(levels), {}), levels[-1]):
        levels.append(linked)
    followed: set[str] = set()
    for level in range(len(levels) - 1, 0, -1):
        for seal in levels[level]:
            if seal not in followed:
                yield _chain(levels, level, seal)
        followed = {before for _, before in levels[level].values()}


_NOTHING: Final = Row(0, HOUSE, Kind.PUT, 0, "", GENESIS)


def _linked(rows: Iterable[Row], befores: Iterable[str]) -> dict[str, tuple[Row, str]]:
    return {
        row.seal: (row, before) for row in rows for before in befores if row.is_sealed_to(before)
    }


def _chain(levels: Sequence[dict[str, tuple[Row, str]]], level: int, seal: str) -> History:
    rows: list[Row] = []
    for linked in reversed(levels[1 : level + 1]):
        row, seal = linked[seal]
        rows.append(row)
    return tuple(reversed(rows))


def _later_games(chain: History, sources: Iterable[Sequence[Row]]) -> History:
    """Give what stands whole beyond the chain's end, out of one source that has that end too."""
    end = chain[-1] if chain else None
    agreeing = (
        places
        for places in ({row.seq: row for row in rows} for rows in sources)
        if end is None or places.get(end.seq) == end
    )
    beyond = (tuple(_beyond(places, end.seq if end else 0)) for places in agreeing)
    return max(beyond, key=len, default=())


def _beyond(places: dict[int, Row], end: int) -> Iterator[Row]:
    """Give the settings beyond a row that is lost, and the games that begin there, up to a hole."""
    begun: set[int] = set()
    for seq in sorted(seq for seq in places if seq > end + 1):
        row, before = places[seq], places.get(seq - 1)
        if before is None or not row.is_sealed_to(before.seal):
            begun.clear()  # nobody knows what stood here
            continue
        if row.kind is Kind.NEW:
            begun.add(row.game)
        if row.game == HOUSE or row.game in begun:
            yield row


def _with_own(chains: Iterable[History], own: History) -> History:
    """Join what the card proves with what this process knows, where no chain leads to that.

    Whole games only; and nothing of the card's where it tells of another history.
    """
    chain = next((chain for chain in chains if _agrees(chain, own)), ())
    whole = {row.game for row in own if row.kind is Kind.NEW}
    joined = {row.seq: row for row in chain if row.game not in whole}
    joined |= {row.seq: row for row in own if row.game in {HOUSE, *whole}}
    return tuple(joined[seq] for seq in sorted(joined))


def _agrees(chain: History, own: History) -> bool:
    """Tell whether nothing says that these are rows of two histories."""
    known = {row.seq: row for row in own}
    after = known.get(len(chain) + 1)
    if chain and after is not None and not after.is_sealed_to(chain[-1].seal):
        return False
    return all(known.get(row.seq, row) == row for row in chain)


def _judged(rows: History, replays: Replays, steps: Steps) -> History:
    """Leave out what cannot be played on from or told: each game ends before its first such row."""
    games: dict[int, list[Row]] = {}
    for row in rows:
        games.setdefault(row.game, []).append(row)
    house = [row for row in games.pop(HOUSE, []) if _is_of_the_house(row)]
    kept = set(house)
    for stream in games.values():
        kept.update(_accepted(_followed(stream), replays))
    held = _projected((row for row in rows if row in kept), steps)
    alive = {row.game for row in held if row.kind is Kind.NEW}
    return tuple(row for row in held if row.kind is not Kind.CHOOSE or int(row.body) in alive)


def _is_of_the_house(row: Row) -> bool:
    try:
        match row.kind:
            case Kind.PUT:
                key_and_value(row)
            case Kind.CHOOSE:
                int(row.body)
            case _:
                return False
    except ODD:
        return False
    return row.depth == 0


def _followed(stream: list[Row]) -> list[Row]:
    """Cut a game before the first row that does not follow; without its setup it is none."""
    track = story.Track()
    for at, row in enumerate(stream):
        is_in_place = (row.kind is Kind.NEW) == (at == 0) and row.game > HOUSE
        if not is_in_place or row.kind in {Kind.CHOOSE, Kind.PUT}:
            return stream[:at]
        try:
            track = story.advanced(track, row.kind, story.count_of(row.kind, row.body))
        except (BadDecisionError, ValueError):
            return stream[:at]
        if row.depth != track.depth:
            return stream[:at]
    return stream


def _accepted(stream: list[Row], replays: Replays) -> list[Row]:
    """Shorten one game's rows until what stands can be replayed."""
    while stream:
        try:
            _, setup = seed_and_setup(stream[0])
        except BadDecisionError:
            return []
        past, _ = story.standing(stream)
        good = replays(setup, tuple(row.body for row in past))
        if good >= len(past):
            break
        stream = stream[: stream.index(past[good])]
    return stream


def _projected(rows: Iterable[Row], steps: Steps) -> History:
    """Leave out what the store's other tables refuse."""
    kept: list[Row] = []
    ended: set[int] = set()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, steps)
        for row in rows:
            if row.game in ended:
                continue
            try:
                append(db, (row,))
            except (*ODD, sqlite3.Error):
                ended |= {row.game} - {HOUSE}
            else:
                kept.append(row)
    return tuple(kept)
