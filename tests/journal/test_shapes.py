"""Rows of a true seal and of another shape: no start, no list and no export ends in a traceback."""

from __future__ import annotations

import io
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, loaded, record
from test_salvage import ODD, Bare, chained, forge

from companion.app.journal_entries import NewGame
from companion.journal.commands import export, games
from companion.journal.replay import accepted
from companion.journal.row import HOUSE, Kind
from companion.journal.store import SqliteJournal
from companion.journal.witness import NAME, rows_in

if TYPE_CHECKING:
    from pathlib import Path

DEEP = "[" * 9000 + "]" * 9000


def _put(value: str) -> list[Bare]:
    return [(HOUSE, Kind.PUT, 0, f'{{"key":"report","value":{value}}}')]


REPORTS = [
    _put('{"trouble":"melted","folder":"x","game":1,"turns":3,"lost":true}'),
    _put('{"trouble":"damaged","folder":7,"game":[],"turns":{}}'),
    _put(DEEP),
    _put("nan"),
]
SHAPES = [odd for _, odd in ODD] + REPORTS + [[(1, Kind.ENTRY, 3, body)] for body in ("7", DEEP)]


@pytest.mark.parametrize("odd", SHAPES, ids=range(len(SHAPES)))
def test_a_sealed_row_of_another_shape_ends_nothing(tmp_path: Path, odd: list[Bare]) -> None:
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.keep(NewGame(record()[0], "5eed"), *entries(2))
    stored = list(rows_in(tmp_path / STORE / NAME))
    forge(tmp_path, [*stored, *chained(odd, stored[-1].seal, len(stored) + 1)])
    for number in (1, None):
        out = io.StringIO()
        assert export(tmp_path, number, out, io.StringIO()) == 0
        assert number is None or out.getvalue().splitlines()[:3] == list(record()[:3])
    assert games(tmp_path, out, io.StringIO()) == 0
    for _ in range(2):
        with closing(SqliteJournal(tmp_path)) as journal:
            for game in journal.load().games:
                journal.game(game.number)
    assert any(game.number == 1 and game.turns >= 2 for game in loaded(tmp_path).games)
    assert len(list(tmp_path.glob("damaged-*"))) <= 1


@pytest.mark.parametrize("body", ["7", "[]", '{"seat": []}', DEEP])
def test_the_rules_accept_no_entry_that_is_none(body: str) -> None:
    assert accepted(record()[0], (*record()[1:4], body)) == 3
