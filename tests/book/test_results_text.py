"""The results of games as a cache's text: back to what they were, or refused."""

from __future__ import annotations

import pytest
from sample_games import GAMES, record, result

from companion.book import results_text
from companion.book.game_result import GameResult, Player, SeatResult
from companion.book.results_text import parse_results, write_results

RESULTS = {path.stem: result(record(path.stem)) for path in GAMES.glob("*.jsonl")} | {"cut": None}


def test_results_are_read_as_they_were_written() -> None:
    assert parse_results(write_results(RESULTS)) == RESULTS


def test_a_name_with_half_a_letter_is_read_as_it_was_written() -> None:
    half = GameResult(
        "x", (SeatResult(Player("\ud800"), 1, won=True, home=True, turns=3, carrots=0),)
    )
    assert parse_results(write_results({"end": half})) == {"end": half}


@pytest.mark.parametrize("place", [0, 10, 70, 500, -1])
def test_a_changed_byte_is_refused(place: int) -> None:
    content = bytearray(write_results(RESULTS))
    content[place] ^= 1
    with pytest.raises(ValueError, match="not what was written"):
        parse_results(bytes(content))


def test_what_another_version_wrote_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = write_results(RESULTS)
    monkeypatch.setattr(results_text, "VERSION", results_text.VERSION + 1)
    with pytest.raises(ValueError, match="another version"):
        parse_results(content)
