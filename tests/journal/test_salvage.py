"""What a mending joins: one history that was played, never two of them, and never none at all."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from evening import STORE, entries, loaded, new_game, record

from companion.app.journal_entries import Decision, NewGame, RecoveryKind, SetValue
from companion.journal.row import GENESIS, HOUSE, Kind, Row, sealed
from companion.journal.salvage import salvaged
from companion.journal.snapshot import DATABASE
from companion.journal.store import SqliteJournal
from companion.journal.witness import NAME, line_of, rows_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Bare = tuple[int, Kind, int, str]
# By hand, in full: SALVAGES=2000 pytest tests/journal/test_salvage.py
MANY = int(os.environ.get("SALVAGES", "40"))
SETUP = '{"seed":"a","setup":{"seats":[]}}'


def everything(_: str, played: tuple[str, ...]) -> int:
    return len(played)


def chained(bare: Sequence[Bare], before: str = GENESIS, first: int = 1) -> list[Row]:
    rows: list[Row] = []
    for seq, (game, kind, depth, body) in enumerate(bare, first):
        rows.append(sealed(before, seq, game, kind, depth, body))
        before = rows[-1].seal
    return rows


def played(*moves: int) -> list[Bare]:
    steps = ((1, Kind.ENTRY, at, f'{{"to":{to}}}') for at, to in enumerate(moves, 1))
    return [(1, Kind.NEW, 0, SETUP), *steps]


def moves(rows: Sequence[Row]) -> list[int]:
    return [json.loads(row.body)["to"] for row in rows if row.kind is Kind.ENTRY]


def rotten(row: Row) -> Row:
    return Row(row.seq, row.game, row.kind, row.depth, '{"to":99}', row.seal)


HERE, THERE = chained(played(5, 10, 2)), chained(played(5, 10, 4, 9, 12))


@pytest.mark.parametrize("at", range(len(THERE)))
def test_two_histories_are_not_spliced_at_a_rotten_row(at: int) -> None:
    spoilt = [*THERE[:at], rotten(THERE[at]), *THERE[at + 1 :]]
    for sources in ([HERE, spoilt], [spoilt, HERE]):
        found = moves(salvaged(sources, everything).rows)
        assert any(found == whole[: len(found)] for whole in ([5, 10, 2], [5, 10, 4, 9, 12]))


def test_of_two_histories_the_one_of_which_more_stands_is_taken_and_the_loss_said() -> None:
    rescued = salvaged([HERE, THERE], everything)
    assert (moves(rescued.rows), rescued.lost) == ([5, 10, 4, 9, 12], True)
    rescued = salvaged([HERE, THERE], lambda _, told: min(len(told), 2 + ('{"to":2}' in told)))
    assert moves(rescued.rows) == [5, 10, 2]


def test_each_rotten_row_is_taken_from_the_other_source() -> None:
    first = [rotten(row) if row.seq % 2 else row for row in THERE]
    second = [row if row.seq % 2 else rotten(row) for row in THERE]
    rescued = salvaged([first, second], everything)
    assert (rescued.rows, rescued.lost) == (tuple(THERE), False)


def test_games_that_stand_whole_beyond_a_row_that_nobody_has_are_carried_over() -> None:
    bare = [*played(5, 10), (2, Kind.NEW, 0, SETUP), (2, Kind.ENTRY, 1, '{"to":7}')]
    bare += [(1, Kind.ENTRY, 3, '{"to":11}'), (HOUSE, Kind.PUT, 0, '{"key":"a","value":1}')]
    rows = chained(bare)
    spoilt = [rotten(row) if row.seq == 3 else row for row in rows]
    rescued = salvaged([spoilt, spoilt], everything)
    assert [(row.game, row.depth) for row in rescued.rows] == [
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (0, 0),
    ]
    assert rescued.lost


def test_what_this_process_knows_is_never_given_up_for_a_longer_history() -> None:
    rescued = salvaged([THERE, THERE], everything, HERE)
    assert moves(rescued.rows) == [5, 10, 2]


def test_a_game_that_this_process_knows_is_whole_though_the_card_has_lost_the_way_to_it() -> None:
    bare = [*played(5, 10), (2, Kind.NEW, 0, SETUP), (2, Kind.ENTRY, 1, '{"to":7}')]
    rows = chained(bare)
    spoilt = [rotten(row) if row.seq == 2 else row for row in rows]
    rescued = salvaged([spoilt], everything, rows[3:])
    assert [(row.game, row.kind) for row in rescued.rows] == [
        (1, Kind.NEW),
        (2, Kind.NEW),
        (2, Kind.ENTRY),
    ]


ODD: list[tuple[str, list[Bare]]] = [
    ("a second setup", [(1, Kind.NEW, 0, SETUP)]),
    ("a game below zero", [(-1, Kind.NEW, 0, SETUP)]),
    ("a setup that is a list", [(2, Kind.NEW, 0, '{"seed":"a","setup":[]}')]),
    ("seats that are a word", [(2, Kind.NEW, 0, '{"seed":"a","setup":{"seats":"abc"}}')]),
    ("seats that are a number", [(2, Kind.NEW, 0, '{"seed":"a","setup":{"seats":5}}')]),
    ("a setup nested deep", [(2, Kind.NEW, 0, f'{{"seed":"a","setup":{"[" * 9000}}}')]),
    ("no setup", [(2, Kind.NEW, 0, "7")]),
    ("a choice of a word", [(HOUSE, Kind.CHOOSE, 0, '"a"')]),
    ("a choice of no game", [(HOUSE, Kind.CHOOSE, 0, "77")]),
    ("an undo too far", [(1, Kind.UNDO, -7, "9")]),
    ("results that are none", [(1, Kind.FINISH, 2, '{"a":1}')]),
    ("results twice", [(1, Kind.FINISH, 2, "[[0,1,2,3],[0,1,2,3]]")]),
    ("a number beyond all", [(1, Kind.FINISH, 2, f"[[0,1,2,{10**30}]]")]),
    ("a setting without a key", [(HOUSE, Kind.PUT, 0, "nan")]),
    ("an entry of no game", [(HOUSE, Kind.ENTRY, 1, "{}")]),
]


@pytest.mark.parametrize(("what", "odd"), ODD, ids=[what for what, _ in ODD])
def test_a_sealed_row_that_cannot_be_stands_in_nobodys_way(
    tmp_path: Path, what: str, odd: list[Bare]
) -> None:
    del what
    with closing(SqliteJournal(tmp_path)) as journal:
        journal.keep(NewGame(record()[0], "5eed"), *entries(2))
    stored = list(rows_in(tmp_path / STORE / NAME))
    forge(tmp_path, [*stored, *chained(odd, stored[-1].seal, len(stored) + 1)])
    (tmp_path / STORE / DATABASE).write_bytes(b"")
    for _ in range(3):
        memory = loaded(tmp_path)
        assert memory.notice is not None
        assert memory.notice.kind is RecoveryKind.DAMAGED
        assert (memory.current, memory.games[-1].past) == (1, record()[1:3])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["damaged-1", "lock", STORE]


def test_a_database_of_one_history_beside_a_witness_of_another_always_opens(ram: Path) -> None:
    first, second = _parted(ram)
    lines = (second / STORE / NAME).read_bytes().splitlines(keepends=True)
    for number, at in enumerate(range(-1, len(lines))):
        state = ram / str(number)
        shutil.copytree(first, state)
        spoilt = [line if k != at else b"#" + line[1:] for k, line in enumerate(lines)]
        (state / STORE / NAME).write_bytes(b"".join(spoilt))
        with closing(SqliteJournal(state, replays=everything)) as journal:
            memory = journal.load()
            assert memory.notice is not None
            past = [json.loads(body)["to"] for body in memory.games[-1].past]
        assert any(past == whole[: len(past)] for whole in ([5, 10, 2], [5, 10, 4, 9, 12])), at
        with closing(SqliteJournal(state, replays=everything)) as journal:
            assert len(journal.load().games) == len(memory.games)
        assert len(list(state.glob("damaged-*"))) == 1


def _parted(ram: Path) -> tuple[Path, Path]:
    """Two stores with one beginning; a second game begins in both, each its own."""
    first, second = ram / "first", ram / "second"
    with closing(SqliteJournal(first, replays=everything)) as journal:
        journal.keep(SetValue("settings", '{"language":"en"}'))
        journal.keep(new_game(), *_to(5, 10))
    shutil.copytree(first, second)
    for state, more in ((first, (2,)), (second, (4, 9, 12))):
        with closing(SqliteJournal(state, replays=everything)) as journal:
            journal.load()
            for decision in itertools.chain(_to(*more), (new_game(), *_to(len(more)))):
                journal.keep(decision)
    return first, second


def _to(*squares: int) -> list[Decision]:
    return [Decision(f'{{"to":{to}}}') for to in squares]


def forge(state: Path, rows: Sequence[Row]) -> None:
    """Return a store other rows, all of them sealed, in the database and in the witness."""
    with closing(sqlite3.connect(state / STORE / DATABASE)) as db:
        db.execute("DELETE FROM entries")
        values = [(r.seq, r.game, r.kind.value, r.depth, r.body, r.seal) for r in rows]
        db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", values)
        db.commit()
    (state / STORE / NAME).write_bytes(b"".join(map(line_of, rows)))


@pytest.mark.parametrize("seed", range(MANY))
def test_of_every_game_stands_a_beginning_that_was_played(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(10):
        begun = _random_history(chance, [], chance.randrange(12))
        histories = [_random_history(chance, begun, chance.randrange(16)) for _ in range(2)]
        truths = [chained(history) for history in histories]
        sources = [_spoilt(chance, truth) for truth in (*truths, chance.choice(truths))]
        own = chance.choice(((), chance.choice(truths)[-4:]))
        rows = salvaged(sources, everything, own).rows
        for game in {row.game for row in rows} - {HOUSE}:
            stream = [_bare(row) for row in rows if row.game == game]
            assert any(
                stream == [bare for bare in history if bare[0] == game][: len(stream)]
                for history in histories
            )
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        known = [_bare(row) for row in own if row.game in {r.game for r in own if r.depth == 0}]
        assert all(bare in map(_bare, rows) for bare in known)


def _random_history(chance: random.Random, begun: list[Bare], count: int) -> list[Bare]:
    """Games that are begun and gone on with to and fro, with a setting here and there."""
    bare = list(begun)
    for _ in range(count):
        games = sorted({game for game, *_ in bare} - {HOUSE})
        game = chance.choice(games) if games else 0
        body = f'{{"to":{chance.randrange(10**9)}}}'
        match chance.randrange(6):
            case 0:
                bare.append((len(games) + 1, Kind.NEW, 0, SETUP.replace("a", f"{len(bare)}", 1)))
            case 1:
                bare.append((HOUSE, Kind.PUT, 0, f'{{"key":"a","value":{body}}}'))
            case _ if game:
                depth = sum(kind is Kind.ENTRY for at, kind, *_ in bare if at == game)
                bare.append((game, Kind.ENTRY, depth + 1, body))
    return bare


def _spoilt(chance: random.Random, rows: list[Row]) -> list[Row]:
    rows = [row for row in rows if chance.random() > chance.choice((0, 0.1))]
    return [rotten(row) if chance.random() < 0.1 else row for row in rows]


def _bare(row: Row) -> Bare:
    return row.game, row.kind, row.depth, row.body
