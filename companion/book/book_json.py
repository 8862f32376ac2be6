"""The family book as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.book.family_book import (
        BestEntry,
        Book,
        EditionEntry,
        PlayerEntry,
        StartingOrderTable,
    )
    from companion.book.game_result import Player


def book_json(book: Book, unfinished: int) -> dict[str, Any]:
    """Return the book as a JSON object; `unfinished` games are counted beside it."""
    return {
        "games": book.games,
        "unfinished": unfinished,
        "left_out": book.left_out,
        "marks": {mark.value: count for mark, count in book.marks.items()},
        "players": [_player_entry(entry) for entry in book.players],
        "editions": [_edition_entry(entry) for entry in book.editions],
        "starting_order": [_order_table(table) for table in book.orders],
        "bests": [_best_entry(entry) for entry in book.bests],
    }


def player_json(player: Player) -> dict[str, str]:
    """Return who played: a name, the companion's level, or only a colour."""
    if player.level:
        return {"companion": player.level}
    return {"name": player.name} if player.name else {"colour": player.colour}


def _player_entry(entry: PlayerEntry) -> dict[str, Any]:
    return {
        **player_json(entry.player),
        "games": entry.games,
        "marked": entry.marked,
        "wins": entry.wins,
        "average_place": entry.average_place,
        "fastest_race": entry.fastest,
        "most_carrots_left": entry.carrots,
    }


def _edition_entry(entry: EditionEntry) -> dict[str, Any]:
    return {
        "edition": entry.edition,
        "players": entry.players,
        "games": entry.games,
        "marked": entry.marked,
        "average_turns": entry.average_turns,
        "fastest_race": entry.fastest,
    }


def _order_table(table: StartingOrderTable) -> dict[str, Any]:
    return {
        "players": table.players,
        "games": table.games,
        "places_by_start": [list(row) for row in table.rows],
    }


def _best_entry(entry: BestEntry) -> dict[str, Any]:
    line = {"best": entry.best.value, **player_json(entry.player), "number": entry.number}
    return {**line, "game": entry.game} if entry.game else line
