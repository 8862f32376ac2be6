"""Records for the tests of the family book: the golden games, with other seats and entries."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from companion.book.game_result import GameResult, result_of
from companion.config.edition_files import find_edition
from companion.rules import ReplayStep, parse_record

GAMES = Path(__file__).parents[1] / "games"
NAMES = ("Anna", "Ben", "Cili", "Dani", "Emma", "Fanni")


@cache
def lines(name: str) -> tuple[dict[str, Any], ...]:
    text = (GAMES / f"{name}.jsonl").read_text("utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def record(name: str, *inserted: dict[str, Any], **of_seat: Any) -> bytes:
    """A golden game with family names; `inserted` entries come first, `of_seat0` changes seat 0."""
    setup, *entries = lines(name)
    seats = [
        {**seat, "name": NAMES[number], **of_seat.get(f"of_seat{number}", {})}
        for number, seat in enumerate(setup["seats"])
    ]
    whole = [{**setup, "seats": seats}, *inserted, *entries]
    return "".join(json.dumps(line) + "\n" for line in whole).encode()


def steps(data: bytes) -> tuple[ReplayStep, ...]:
    return parse_record(data, find_edition).steps


def result(data: bytes) -> GameResult:
    found = result_of(steps(data))
    assert found is not None
    return found
