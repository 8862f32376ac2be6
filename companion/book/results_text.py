"""The results of games as the text of a cache: a hash of the rest, then one JSON object."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from companion.book.game_result import GameMark, GameResult, Highlight, Player, SeatResult

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION: Final = 1
"""Raised whenever results are computed in another way: old ones are then not used."""


def write_results(results: Mapping[str, GameResult | None]) -> bytes:
    """Write results by the hash of the game; None is a game that was not finished."""
    games = {key: None if result is None else _game_json(result) for key, result in results.items()}
    text = json.dumps({"version": VERSION, "games": games}, ensure_ascii=False)
    encoded = text.encode("utf-8", "surrogatepass")  # as json.loads reads bytes
    return _hash(encoded) + b"\n" + encoded


def parse_results(content: bytes) -> dict[str, GameResult | None]:
    """Read what `write_results` wrote. Raises ValueError for anything else."""
    hash_, _, text = content.partition(b"\n")
    if hash_ != _hash(text):
        raise ValueError("the content is not what was written")
    table = json.loads(text)
    if table["version"] != VERSION:
        raise ValueError("written by another version")
    games: dict[str, Any] = table["games"]
    return {key: None if game is None else _game_of(game) for key, game in games.items()}


def _hash(text: bytes) -> bytes:
    return sha256(text).hexdigest().encode()


def _game_json(result: GameResult) -> list[Any]:
    seats = [
        [
            [s.player.name, s.player.level, s.player.colour],
            s.place,
            s.won,
            s.home,
            s.turns,
            s.carrots,
        ]
        for s in result.seats
    ]
    return [
        result.edition,
        seats,
        sorted(result.marks),
        [list(highlight) for highlight in result.highlights],
    ]


def _game_of(values: list[Any]) -> GameResult:
    edition, seats, marks, highlights = values
    return GameResult(
        edition,
        tuple(SeatResult(Player(*player), *facts) for player, *facts in seats),
        frozenset(GameMark(mark) for mark in marks),
        tuple((Highlight(highlight), seat, number) for highlight, seat, number in highlights),
    )
