"""How the rows of two copies are joined: of each number the row that follows the last one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from companion.journal.read_store import join
from companion.journal.rows import FIRST_HASH, NO_GAME, Kind, Row, chained

if TYPE_CHECKING:
    from collections.abc import Sequence

SETUP = '{"seed":"a","setup":{"seats":[]}}'


def played(*squares: int) -> list[Row]:
    """Return the rows of a game that goes to these squares."""
    rows = [chained(FIRST_HASH, 1, 1, Kind.NEW, 0, SETUP)]
    for depth, square in enumerate(squares, 1):
        body = f'{{"to":{square}}}'
        rows.append(chained(rows[-1].hash, depth + 1, 1, Kind.DECISION, depth, body))
    return rows


def rotten(row: Row) -> Row:
    return Row(row.number, row.game, row.kind, row.depth, '{"to":99}', row.hash)


ROWS = played(5, 10, 4, 9, 12)


def test_whole_copies_give_all_rows_and_the_end() -> None:
    rows, head = join(ROWS, ROWS)
    assert rows == tuple(ROWS)
    assert (head.number, head.hash, head.current) == (6, ROWS[-1].hash, 1)
    assert head.games[1].turns == 5


def test_each_rotten_row_is_taken_from_the_other_copy() -> None:
    first = [rotten(row) if row.number % 2 else row for row in ROWS]
    second = [row if row.number % 2 else rotten(row) for row in ROWS]
    assert join(first, second)[0] == join(second, first)[0] == tuple(ROWS)


@pytest.mark.parametrize("at", range(len(ROWS)))
def test_a_row_that_neither_copy_has_ends_the_list(at: int) -> None:
    first = [*ROWS[:at], rotten(ROWS[at]), *ROWS[at + 1 :]]
    second = [*ROWS[:at], *ROWS[at + 1 :]]
    assert join(first, second)[0] == tuple(ROWS[:at])


def test_a_row_of_another_beginning_does_not_follow() -> None:
    other = played(5, 10, 2, 3, 4, 6)
    assert join(ROWS[:3], other[4:])[0] == tuple(ROWS[:3])


@pytest.mark.parametrize("field", ["number", "game", "kind", "depth", "body", "hash"])
def test_a_change_of_any_field_is_noticed(field: str) -> None:
    row = chained(FIRST_HASH, 1, NO_GAME, Kind.SET, 0, '{"key":"a","value":1}')
    values = {
        "number": (2, 0, Kind.SET, 0, row.body, row.hash),
        "game": (1, 1, Kind.SET, 0, row.body, row.hash),
        "kind": (1, 0, Kind.CHOOSE, 0, row.body, row.hash),
        "depth": (1, 0, Kind.SET, 1, row.body, row.hash),
        "body": (1, 0, Kind.SET, 0, '{"key":"a","value":2}', row.hash),
        "hash": (1, 0, Kind.SET, 0, row.body, row.hash[::-1]),
    }
    assert row.follows(FIRST_HASH)
    assert not Row(*values[field]).follows(FIRST_HASH)


def test_random_copies_give_exactly_the_rows_before_the_first_that_both_lack() -> None:
    chance = random.Random(1)
    for _ in range(300):
        rows = played(*(chance.randrange(64) for _ in range(chance.randrange(12))))
        first, second = spoilt(chance, rows), spoilt(chance, rows)
        there = {row.number for row in (*first, *second) if row in rows}
        whole = next((n for n in range(1, len(rows) + 1) if n not in there), len(rows) + 1) - 1
        assert join(first, second)[0] == tuple(rows[:whole])


def spoilt(chance: random.Random, rows: Sequence[Row]) -> list[Row]:
    left = [row for row in rows if chance.random() > 0.15]
    return [rotten(row) if chance.random() < 0.15 else row for row in left]
