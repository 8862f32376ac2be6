"""The family book: while it is computed, empty, of some games, with long names and many games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.events import BookRead, GameRead
from companion.app.session import SavedGameSummary
from companion.app.states.lists import (
    BookScreen,
)
from companion.app.states.setup import EditionScreen
from companion.app.turn_header import game_of
from companion.book.family_book import NamedResult
from companion.book.game_result import GameMark, GameResult, Highlight, Player, SeatResult
from companion.dev.gallery.fixtures import E1978, E2008, FAMILY, WIDE, Stage, empty_table
from companion.dev.gallery.state import GalleryState, gallery_state, pages
from companion.dev.gallery.turn_screens import middle

if TYPE_CHECKING:
    from collections.abc import Iterator

ORDERS: Final = ((2, 1, 3, 4, 5, 6), (1, 3, 2, 5, 4, 6), (4, 1, 2, 3, 6, 5))
EVENING: Final = 7  # games
YEARS: Final = 400


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states of the family book."""
    yield from _contents(language)
    yield from _players(language)
    yield from _tables(language)
    yield from _games(language)


def _contents(language: str) -> Iterator[GalleryState]:
    opened = middle(language).look(BookScreen)
    yield gallery_state("the games are asked for", opened)
    yield gallery_state("1990 games are left", opened.take(BookRead((), 1990, opened.session.now)))
    yield gallery_state("no game", _read(opened, ()))
    some = book(language, FAMILY, EVENING)
    yield from pages("an evening", some)
    yield gallery_state("without marked games", some.press("right 5", "ok"))
    before = empty_table(language).having(stack=(EditionScreen(),)).look(BookScreen)
    yield gallery_state("before a game", _read(before, ()))
    yield gallery_state("large: the book", book(language, FAMILY, EVENING).set(large=True))


def _players(language: str) -> Iterator[GalleryState]:
    yield from pages("players of an evening", opened(book(language, FAMILY, EVENING), 0))
    yield gallery_state("players of years", opened(book(language, WIDE, YEARS), 0))
    yield from pages("a player", opened(book(language, FAMILY, EVENING), 0).press("ok"))
    spelt = book(language, WIDE, YEARS)
    spelt = spelt.having(
        resources=replace(spelt.session.resources, spellings={WIDE[0]: WIDE[1], WIDE[2]: WIDE[1]})
    )
    joined = opened(spelt.press("right 5", "ok 2").press("left 5"), 0)
    yield from pages("two spellings", joined.press("ok"))
    third = opened(book(language, FAMILY, EVENING), 0).press("right 3", "ok")
    yield from pages("the companion", third)
    player = opened(book(language, WIDE, YEARS), 0).press("ok")
    yield gallery_state("who it is", player.press("right 6", "ok"))
    yield gallery_state("another name", player.press("right 5", "ok", "right", "ok 2"))
    large = opened(book(language, WIDE, YEARS).set(large=True), 0)
    yield gallery_state("large: players", large)
    yield gallery_state("large: a player", large.press("ok"))


def _tables(language: str) -> Iterator[GalleryState]:
    for count, games in ((2, 3), (4, YEARS), (6, YEARS)):
        table = opened(book(language, WIDE[:count], games), 1)
        yield gallery_state(f"{count} players, {games} games", table)
    both = opened(book(language, FAMILY, EVENING, FAMILY[:3]), 1)
    yield gallery_state("the second table", both.press("right"))
    yield gallery_state("nothing is counted: order", opened(_unmarked(language), 1))
    yield from pages("records of an evening", opened(book(language, FAMILY, EVENING), 2))
    yield from pages("records of years", opened(book(language, WIDE, YEARS), 2))
    yield gallery_state("nothing is counted: records", opened(_unmarked(language), 2))
    yield gallery_state("nothing is counted: boards", opened(_unmarked(language), 3))
    yield gallery_state("nothing is counted: players", opened(_unmarked(language), 0))
    yield gallery_state("nobody came Home: boards", opened(_left(language), 3))
    yield gallery_state("nobody came Home: players", opened(_left(language), 0))
    yield from pages("boards", opened(book(language, WIDE, YEARS, FAMILY[:3]), 3))


def _games(language: str) -> Iterator[GalleryState]:
    yield gallery_state("no saved game", opened(book(language, FAMILY, EVENING), 4))
    saved = _with_saved_games(book(language, FAMILY, EVENING), FAMILY)
    yield gallery_state("saved games", saved)
    wide = _with_saved_games(book(language, WIDE, EVENING), WIDE)
    yield gallery_state("saved games, wide names", wide)
    read = GameRead(game_of(middle(language).session), saved.session.now)
    yield gallery_state("the race of a saved game", saved.take(read))


def _with_saved_games(stage: Stage, names: tuple[str, ...]) -> Stage:
    games = (1234, 6, 5, 4, 3, 2, 1)
    lines = tuple(SavedGameSummary(n, names, E1978, 120, n <= EVENING) for n in games)
    return opened(stage.having(resources=replace(stage.session.resources, saved=lines)), 4)


def opened(stage: Stage, line: int) -> Stage:
    """Open a line of the book."""
    return stage.press(*([f"right {line}"] if line else []), "ok")


def book(language: str, names: tuple[str, ...], games: int, *others: tuple[str, ...]) -> Stage:
    """Open the book of `games` games of these players, and as many of each of the others."""
    found = [_result(each, n) for each in (names, *others) for n in range(games)]
    return _read(middle(language).look(BookScreen), _numbered(found))


def results(names: tuple[str, ...], games: int) -> tuple[NamedResult, ...]:
    """Return the results of `games` games of these players."""
    return _numbered([_result(names, n) for n in range(games)])


def _numbered(found: list[GameResult]) -> tuple[NamedResult, ...]:
    return tuple(NamedResult(str(n), result) for n, result in enumerate(found, 1))


def _read(stage: Stage, games: tuple[NamedResult, ...]) -> Stage:
    return stage.take(BookRead(games, 0, stage.session.now))


def _unmarked(language: str) -> Stage:
    """Open the book of one game, which is marked, where marked games do not count."""
    stage = middle(language).set(plain_book=True).look(BookScreen)
    marked = replace(_result(FAMILY, 0), marks=frozenset({GameMark.HINT}))
    return _read(stage, (NamedResult("1", marked),))


def _left(language: str) -> Stage:
    """Open the book of one game in teams that ended since players left: no places, nobody Home."""
    stage = middle(language).look(BookScreen)
    found = _result(FAMILY[:4], 1)
    seats = tuple(replace(seat, place=None, home=False) for seat in found.seats)
    return _read(stage, _numbered([replace(found, seats=seats, marks=frozenset({GameMark.LEFT}))]))


def _result(names: tuple[str, ...], number: int) -> GameResult:
    """Make a result: orders and numbers go round, the companion has the third at times."""
    places = [place for place in ORDERS[number % len(ORDERS)] if place <= len(names)]
    seats = tuple(
        _seat(Player(level="good") if at == 2 and not number % 3 else Player(name), place, number)
        for at, (name, place) in enumerate(zip(names, places, strict=True))
    )
    marks = (
        frozenset({GameMark.CORRECTED}),
        frozenset({GameMark.LEFT, GameMark.HINT}),
        frozenset[GameMark](),
    )
    highlights = (
        (Highlight.LEAD_LOST, len(names) - 1, 11 + number % 5),
        (Highlight.LETTUCES_FIRST, number % len(names), 1),
        (Highlight.JUMP, 0, 21 + number % 3),
        (Highlight.TORTOISES, 1, 9),
    )
    edition = (E1978, E2008)[number % 2]
    return GameResult(edition, seats, marks[number % 3], highlights)


def _seat(player: Player, place: int, number: int) -> SeatResult:
    return SeatResult(player, place, place == 1, place < 6, 17 + place + number % 7, 8 * place)
