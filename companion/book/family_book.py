"""The family book: statistics over the finished games of a family."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from companion.book.game_result import GameMark, GameResult, Highlight, Player, SeatResult

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class NamedResult:
    """A game's result with its name: its number, or its file."""

    game: str
    result: GameResult


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player's line of the book. `placed` games have a place, and `places` is their sum.

    `fastest` is the fewest turns to Home, `carrots` the most left over there (None: never Home),
    `marked` counts the games with a mark.
    """

    player: Player
    games: int
    marked: int
    wins: int
    placed: int
    places: int
    fastest: int | None
    carrots: int | None

    @property
    def average_place(self) -> float | None:
        """The average place to two decimals, None without one."""
        return round(self.places / self.placed, 2) if self.placed else None


@dataclass(frozen=True, slots=True)
class EditionEntry:
    """The games of an edition with one number of players; turns are those of players at Home.

    `fastest` is the fewest of them, None where nobody came Home.
    """

    edition: str
    players: int
    games: int
    marked: int
    races: int
    turns: int
    fastest: int | None

    @property
    def average_turns(self) -> float | None:
        """The average turns of a race to two decimals, None without one."""
        return round(self.turns / self.races, 2) if self.races else None


@dataclass(frozen=True, slots=True)
class StartingOrderTable:
    """Starting order against finishing order: `rows[start][place]` counts seats, both from 0.

    Of each seat that began as `start + 1` and ended as `place + 1`, in `games` without teams.
    """

    players: int
    games: int
    rows: tuple[tuple[int, ...], ...]


class BestKind(StrEnum):
    """What a line of records is about."""

    FASTEST = "fastest"  # turns
    LEAD_LOST = "lead-lost"  # squares
    LETTUCES_FIRST = "lettuces-first"  # games
    JUMP = "jump"  # squares
    TORTOISES = "tortoises"  # times in one game


@dataclass(frozen=True, slots=True)
class BestEntry:
    """Who holds a record, its number, and the game ("" where it is counted over all games)."""

    best: BestKind
    player: Player
    number: int
    game: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """The family book; `games` are counted, `left_out` were not since they have a mark."""

    games: int
    left_out: int
    marks: dict[GameMark, int]
    players: tuple[PlayerEntry, ...]
    editions: tuple[EditionEntry, ...]
    orders: tuple[StartingOrderTable, ...]
    bests: tuple[BestEntry, ...]


def book_of(
    results: Iterable[NamedResult],
    spellings: Mapping[str, str] | None = None,
    *,
    plain: bool = False,
) -> Book:
    """Return the book of these games, the earliest first.

    `spellings` gives the name under which another spelling counts; `plain` leaves out the games
    with a mark.
    """
    named = [_respelt(each, spellings or {}) for each in results]
    counted = [each for each in named if not (plain and each.result.marks)]
    games = [each.result for each in counted]
    return Book(
        len(games),
        len(named) - len(counted),
        {mark: sum(mark in each.result.marks for each in named) for mark in GameMark},
        tuple(_player_entries(games)),
        tuple(_edition_entries(games)),
        tuple(_order_tables(games)),
        tuple(_bests(counted)),
    )


def _respelt(game: NamedResult, spellings: Mapping[str, str]) -> NamedResult:
    if not spellings:
        return game
    seats = tuple(
        replace(seat, player=replace(seat.player, name=spellings[seat.player.name]))
        if seat.player.name in spellings
        else seat
        for seat in game.result.seats
    )
    return replace(game, result=replace(game.result, seats=seats))


def _player_entries(games: Sequence[GameResult]) -> list[PlayerEntry]:
    """List the players, those with most wins first, then by average place and name."""
    seats: dict[Player, list[tuple[SeatResult, bool]]] = {}
    for game in games:
        for seat in game.seats:
            seats.setdefault(seat.player, []).append((seat, bool(game.marks)))
    entries = [_player_entry(player, of_player) for player, of_player in seats.items()]
    return sorted(entries, key=lambda e: (-e.wins, e.average_place or _LAST, *_named(e.player)))


_LAST: Final = 99  # behind every average place


def _named(player: Player) -> tuple[str, str, str]:
    return player.name, player.level, player.colour


def _player_entry(player: Player, seats: Sequence[tuple[SeatResult, bool]]) -> PlayerEntry:
    places = [seat.place for seat, _ in seats if seat.place is not None]
    home = [seat for seat, _ in seats if seat.home]
    return PlayerEntry(
        player,
        len(seats),
        sum(marked for _, marked in seats),
        sum(seat.won for seat, _ in seats),
        len(places),
        sum(places),
        min((seat.turns for seat in home), default=None),
        max((seat.carrots for seat in home), default=None),
    )


def _edition_entries(games: Sequence[GameResult]) -> Iterator[EditionEntry]:
    kinds: dict[tuple[str, int], list[GameResult]] = {}
    for game in games:
        kinds.setdefault((game.edition, len(game.seats)), []).append(game)
    for (edition, players), of_kind in sorted(kinds.items()):
        turns = [seat.turns for game in of_kind for seat in game.seats if seat.home]
        yield EditionEntry(
            edition,
            players,
            len(of_kind),
            sum(bool(game.marks) for game in of_kind),
            len(turns),
            sum(turns),
            min(turns, default=None),
        )


def _order_tables(games: Sequence[GameResult]) -> Iterator[StartingOrderTable]:
    for players in sorted({len(game.seats) for game in games}):
        placed = [
            game
            for game in games
            if len(game.seats) == players and any(seat.place for seat in game.seats)
        ]
        if placed:
            yield StartingOrderTable(players, len(placed), _order_rows(placed, players))


def _order_rows(games: Sequence[GameResult], players: int) -> tuple[tuple[int, ...], ...]:
    rows = [[0] * players for _ in range(players)]
    for game in games:
        for start, seat in enumerate(game.seats):
            if seat.place is not None:
                rows[start][seat.place - 1] += 1
    return tuple(map(tuple, rows))


def _bests(games: Sequence[NamedResult]) -> Iterator[BestEntry]:
    """Yield the record lines, of people alone: of equal ones the earliest game's."""
    yield from _fastest(games)
    yield from _best_in_a_game(games, Highlight.LEAD_LOST, BestKind.LEAD_LOST)
    yield from _most_often_first(games)
    yield from _best_in_a_game(games, Highlight.JUMP, BestKind.JUMP)
    yield from _best_in_a_game(games, Highlight.TORTOISES, BestKind.TORTOISES)


def _fastest(games: Sequence[NamedResult]) -> Iterator[BestEntry]:
    races = [
        (seat.turns, seat.player, each.game)
        for each in games
        for seat in each.result.seats
        if seat.home and not seat.player.level
    ]
    if races:
        turns, player, game = min(races, key=lambda race: race[0])
        yield BestEntry(BestKind.FASTEST, player, turns, game)


def _best_in_a_game(
    games: Sequence[NamedResult], highlight: Highlight, best: BestKind
) -> Iterator[BestEntry]:
    found = list(_highlights(games, highlight))
    if found:
        player, number, game = max(found, key=lambda each: each[1])
        yield BestEntry(best, player, number, game)


def _most_often_first(games: Sequence[NamedResult]) -> Iterator[BestEntry]:
    counts: dict[Player, int] = {}
    for player, number, _ in _highlights(games, Highlight.LETTUCES_FIRST):
        counts[player] = counts.get(player, 0) + number
    if counts:
        player = max(counts, key=lambda who: counts[who])
        yield BestEntry(BestKind.LETTUCES_FIRST, player, counts[player])


def _highlights(
    games: Sequence[NamedResult], highlight: Highlight
) -> Iterator[tuple[Player, int, str]]:
    for each in games:
        for kind, seat, number in each.result.highlights:
            player = each.result.seats[seat].player
            if kind is highlight and not player.level:
                yield player, number, each.game
