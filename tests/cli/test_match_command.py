"""The command `match`: one JSON line of what a few games came to."""

from __future__ import annotations

import io
import json

import pytest

from companion import CompanionError
from companion.cli.match import run_match


def test_a_match_prints_one_line_with_everything_counted() -> None:
    out = io.StringIO()
    seats = ("good", "easy", "child")
    assert run_match("intellect-1974", seats, (3, 7, 10), out) == 0
    (line,) = out.getvalue().splitlines()
    result = json.loads(line)
    assert result["seats"] == list(seats)
    assert (result["games"], result["seed"], result["edition"]) == (3, 7, "intellect-1974")
    assert sum(result["wins"]) + result["unfinished"] == 3
    assert len(result["places"]) == 3
    assert result["entries"] > 20
    assert result["ms"] > 0


def test_an_unknown_edition_is_named() -> None:
    with pytest.raises(CompanionError, match="nothing-here"):
        run_match("nothing-here", ("easy", "easy"), (1, 1, 10), io.StringIO())


def test_two_players_with_two_pieces_have_a_place_when_both_are_at_home() -> None:
    out = io.StringIO()
    assert run_match("ravensburger-1978", ("easy", "easy"), (2, 7, 10), out) == 0
    result = json.loads(out.getvalue())
    assert result["unfinished"] == 0
    assert sum(first for first, _ in result["places"]) == 2
    assert [place[0] for place in result["places"]] == result["wins"]
