"""The command `hint`: answers a line with a line, whatever the line is."""

from __future__ import annotations

import gc
import io
import json
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest

from companion.cli.hint import MOST_LINE, run_hint, serve
from companion.cli.record_files import Streams
from companion.config import player_data_files
from companion.config.edition_files import find_edition
from companion.config.player_data_files import player_data
from companion.players.levels import Level
from companion.rules import edition_table

if TYPE_CHECKING:
    from companion.players.turns_table import TurnsTable

DECK = [
    "ten",
    "ten",
    "fall_back",
    "fall_back",
    "free_ride",
    "free_ride",
    "advance",
    "eat_lettuce",
    "miss_turn",
    "go_again",
    "carrot_forward",
    "carrot_back",
]
SEATS = [
    {"name": "Anna", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cili", "colour": "green"},
]
SETUP = {"record": 1, "edition": "ravensburger-1978", "seats": SEATS, "deck": DECK}
TO_7 = {"seat": 0, "do": "forward", "to": 7}


def answers(*lines: bytes | list[Any], level: Level = Level.EASY) -> list[Any]:
    data = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    out = io.StringIO()
    serve(io.BytesIO(b"\n".join(data)), out, level)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def error(line: int, code: str) -> dict[str, Any]:
    return {"error": {"line": line, "code": code}}


def test_an_answer_has_the_entry_its_reasons_and_the_second_best() -> None:
    (answer,) = answers([SETUP], level=Level.STRONG)
    assert set(answer) == {"entry", "reasons", "second"}
    assert answer["entry"]["seat"] == 0
    assert answer["second"] != answer["entry"]
    assert all(isinstance(reason["code"], str) for reason in answer["reasons"])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"x",
        b"{}",
        b"[]",
        b"[1]",
        b"\xff",
        b'[1],"a":[2]',
        b"[" * 100_000,
        b"[" * (3 * MOST_LINE + 5),
        b'[{"record": 1}]',
    ],
    ids=lambda line: line[:12].decode("latin1") + str(len(line)),
)
def test_a_bad_line_is_answered_and_the_next_one_is_read(line: bytes) -> None:
    bad, good = answers(line, [SETUP])
    assert bad == error(1, "bad-setup")
    assert "entry" in good


def test_the_first_bad_line_of_a_record_is_named() -> None:
    assert answers([SETUP, 3]) == [error(2, "bad-entry")]
    assert answers([SETUP, TO_7, {**TO_7, "seat": 1}]) == [error(3, "occupied")]


def hint_of_file(content: bytes) -> tuple[int, list[Any], str]:
    out, err = io.StringIO(), io.StringIO()
    status = run_hint(["-"], "easy", Streams(io.BytesIO(content), out, err))
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_a_record_s_last_position_is_hinted_at_and_a_bad_record_refused() -> None:
    record = f"{json.dumps(SETUP)}\n{json.dumps(TO_7)}\n".encode()
    status, (answer,), words = hint_of_file(record)
    assert (status, answer["entry"]["seat"], words) == (0, 1, "")
    status, lines, words = hint_of_file(record + b"x\n")
    assert (status, lines) == (1, [error(3, "bad-entry")])
    assert "line 3" in words


def test_a_hint_on_an_own_board_says_first_that_its_tables_are_computed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    edition = find_edition("ravensburger-1978")
    assert edition
    shipped = player_data(edition[0])
    tables = {False: shipped.table, True: shipped.sure}
    said: list[list[str]] = []

    def make_table(_: object, *, sure: bool) -> TurnsTable:
        said.append(list(caplog.messages))
        return tables[sure]

    monkeypatch.setattr(player_data_files, "make_table", make_table)
    own = {
        **SETUP,
        "edition": "own-1",
        "edition_data": {**edition_table(edition[0]), "id": "own-1"},
    }
    (answer,) = answers([own])
    assert "entry" in answer
    assert "own-1" in said[0][0]
    assert "computing the tables" in said[0][0]


def test_a_finished_game_has_no_hint() -> None:
    leaves = [{"seat": 1, "do": "leave"}, {"seat": 2, "do": "leave"}]
    assert answers([SETUP, *leaves]) == [None]


@pytest.mark.parametrize("level", Level)
def test_the_undrawn_pile_changes_no_answer(level: Level) -> None:
    other = {**SETUP, "deck": DECK[::-1]}
    first, second = answers([SETUP, TO_7], [other, TO_7], level=level)
    assert first == second


def test_a_hundred_lines_leave_nothing_behind() -> None:
    lines = [b"[1]", json.dumps([SETUP, TO_7, TO_7]).encode()] * 50
    serve(io.BytesIO(b"\n".join(lines[:2])), io.StringIO(), Level.EASY)  # fills the caches
    tracemalloc.start()
    serve(io.BytesIO(b"\n".join(lines)), io.StringIO(), Level.EASY)
    gc.collect()
    ours = [tracemalloc.Filter(inclusive=True, filename_pattern="*/companion/*")]
    traces = tracemalloc.take_snapshot().filter_traces(ours).traces
    tracemalloc.stop()
    assert sum(trace.size for trace in traces) < 12_500
