"""The family book as lines of text, in English as all commands speak."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.book.family_book import BestKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.book.family_book import BestEntry, Book, StartingOrderTable
    from companion.book.game_result import Player


def book_lines(book: Book, unfinished: int) -> Iterator[str]:
    """Yield the lines of the book; `unfinished` games are counted beside it."""
    yield from _counts(book, unfinished)
    if not book.games:
        return
    yield ""
    yield from _players(book)
    yield ""
    yield from _editions(book)
    for table in book.orders:
        yield ""
        yield from _order(table)
    if book.bests:
        yield ""
        yield from (_best(entry) for entry in book.bests)


def player_text(player: Player) -> str:
    """Name a player: the companion by its level, one without a name by the colour."""
    if player.level:
        return f"companion ({player.level})"
    return player.name or f"({player.colour})"


def _counts(book: Book, unfinished: int) -> Iterator[str]:
    rest = [f"{unfinished} not finished"] if unfinished else []
    rest += [f"{book.left_out} with a mark left out"] if book.left_out else []
    yield ", ".join([_counted(book.games, "finished game"), *rest])
    marks = [f"{count} {_MARKS[mark]}" for mark, count in book.marks.items() if count]
    if marks:
        yield f"marked *: {', '.join(marks)}"


_MARKS: Final = {"corrected": "corrected", "left": "left by a player", "hint": "with a hint"}


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _players(book: Book) -> Iterator[str]:
    head = ("player", "games", "wins", "average place", "fastest race", "most carrots left")
    rows = [
        (
            player_text(entry.player),
            _marked(entry.games, entry.marked),
            str(entry.wins),
            _average(entry.average_place),
            _or_dash(entry.fastest),
            _or_dash(entry.carrots),
        )
        for entry in book.players
    ]
    return _table(head, rows)


def _editions(book: Book) -> Iterator[str]:
    head = ("edition", "players", "games", "average turns", "fastest race")
    rows = [
        (
            entry.edition,
            str(entry.players),
            _marked(entry.games, entry.marked),
            _average(entry.average_turns),
            _or_dash(entry.fastest),
        )
        for entry in book.editions
    ]
    return _table(head, rows)


def _order(table: StartingOrderTable) -> Iterator[str]:
    """Yield a table: a line for each starting place, a column for each finishing place."""
    seats = range(1, table.players + 1)
    head = (
        f"{table.players} players, {_counted(table.games, 'game')}",
        *(f"came {n}." for n in seats),
    )
    rows = [(f"began {n}.", *map(str, row)) for n, row in zip(seats, table.rows, strict=True)]
    return _table(head, rows)


def _marked(games: int, marked: int) -> str:
    return f"{games} ({marked}*)" if marked else str(games)


def _average(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _or_dash(value: int | None) -> str:
    return "-" if value is None else str(value)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a heading and rows in columns: the first to the left, the others to the right."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    for row in (head, *rows):
        first, *others = (
            text.rjust(wide) if at else text.ljust(wide)
            for at, (text, wide) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((first, *others)).rstrip()


def _best(entry: BestEntry) -> str:
    who = player_text(entry.player)
    text = _BESTS[entry.best].format(who=who, n=_counted(entry.number, _NOUNS[entry.best]))
    return f"{text} (game {entry.game})" if entry.game else text


_BESTS: Final = {
    BestKind.FASTEST: "fastest race: {who}, {n}",
    BestKind.LEAD_LOST: "best lead lost: {who}, {n} ahead of all others",
    BestKind.LETTUCES_FIRST: "most often the first without lettuces: {who}, in {n}",
    BestKind.JUMP: "longest jump: {who}, {n}",
    BestKind.TORTOISES: "the tortoises' best friend: {who}, {n} back to one in a game",
}
_NOUNS: Final = {
    BestKind.FASTEST: "turn",
    BestKind.LEAD_LOST: "square",
    BestKind.LETTUCES_FIRST: "game",
    BestKind.JUMP: "square",
    BestKind.TORTOISES: "time",
}
