"""The commands that speak the record: what they print, and every kind of bad input."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli.editions import list_editions
from companion.cli.perft import count_sequences
from companion.cli.record_files import Streams
from companion.cli.replay import replay_files
from companion.config.edition_files import find_edition
from companion.formats.json_text import JsonError, read_object
from companion.rules import parse_record, write_record

ROOT = Path(__file__).parents[2]
CARDS = ["advance", "eat_lettuce", "fall_back", "fall_back", "free_ride", "free_ride"]
DECK = [*CARDS, "ten", "ten", "miss_turn", "go_again", "carrot_forward", "carrot_back"]
SEATS = [
    {"name": "Anna", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cili", "colour": "green"},
]
SETUP: dict[str, Any] = {
    "record": 1,
    "edition": "ravensburger-1978",
    "seats": SEATS,
    "deck": DECK,
}
MOVE = b'{"seat": 0, "do": "forward", "to": 10}'


def setup(**changes: Any) -> bytes:
    return json.dumps({**SETUP, **changes}).encode()


def chart(**changes: Any) -> bytes:
    line = {**SETUP, "edition": "intellect-1974", **changes}
    return json.dumps({key: value for key, value in line.items() if key != "deck"}).encode()


class Run:
    """One command with its output: `status`, `lines` of JSON, and `words` for people."""

    def __init__(self, content: bytes, *, trace: bool = False) -> None:
        out, err = io.StringIO(), io.StringIO()
        streams = Streams(io.BytesIO(content), out, err)
        self.status = replay_files(["-"], trace=trace, streams=streams)
        self.lines = [json.loads(line) for line in out.getvalue().splitlines()]
        self.words = err.getvalue()

    def refusal(self) -> tuple[int, str]:
        """Give line and code, after checking that all the rest of a refusal is right."""
        assert self.status == 1
        (last,) = self.lines[-1:]
        assert list(last) == ["error"]
        error = last["error"]
        assert f"standard input, line {error['line']}: " in self.words
        assert error["code"] in self.words
        return error["line"], error["code"]


BAD_SETUPS: list[bytes] = [
    b"",
    setup(seats=[{**SEATS[0], "player": "best"}, *SEATS[1:]]),
    setup(seats=[{**SEATS[0], "player": None}, *SEATS[1:]]),
    setup(seats=[{**SEATS[0], "player": ["easy"]}, *SEATS[1:]]),
    b"\n\n",
    b"{",
    b"[]",
    b"\xff",
    b"\xef\xbb\xbf" + setup(),
    b"[" * 100_000,
    setup(record=2),
    setup(record=True),
    setup(record="1"),
    setup(edition="nobody's"),
    setup(edition=None),
    setup(edition=["ravensburger-1978"]),
    setup(edition_data=3),
    setup(edition_data="id = "),
    setup(edition_data={"id": "ravensburger-1978"}),
    setup(seats=SEATS[:1]),
    setup(seats=SEATS * 3),
    setup(seats={}),
    setup(seats=[1, 2, 3]),
    setup(seats=[{"name": "Anna"}, *SEATS[1:]]),
    setup(seats=[{"colour": "red"}, *SEATS[1:]]),
    setup(seats=[{"name": 1, "colour": "red"}, *SEATS[1:]]),
    setup(seats=[{"name": "\ud800", "colour": "red"}, *SEATS[1:]]),
    setup(seats=[{"name": "a", "colour": "grey"}, *SEATS[1:]]),
    setup(seats=[{"name": "a", "colour": "blue"}, *SEATS[1:]]),
    setup(deck=DECK[1:]),
    setup(deck=[*DECK, "ten"]),
    setup(deck=["joker", *DECK[1:]]),
    setup(deck=[1, *DECK[1:]]),
    setup(deck=None),
    setup(rules=[]),
    setup(rules={"speed": True}),
    setup(rules={"end": "never"}),
    setup(rules={"no_first_lettuce": 1}),
    setup(rules={"second_shuffle": True}),
    setup(teams=[[0, 2], [1]]),
    setup(teams=[]),
    setup(teams=[0, 1, 2]),
    setup(teams=[["0"]]),
    b'{"record": 1, "record": 1}',
    b'{"record": ' + b"1" * 5000 + b"}",
    b'{"record": NaN}',
]

BAD_ENTRIES: list[bytes] = [
    b"{",
    b"nonsense",
    b'["forward", 10]',
    b"3",
    b"null",
    b'"forward"',
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"seat": 0, "do": "forward", "to": NaN}',
    b'{"seat": 0, "do": "forward", "to": Infinity}',
    b'{"seat": 0, "do": "forward", "to": ' + b"1" * 5000 + b"}",
    b'{"seat": 0, "do": "forward", "to": 1, "note": 1e999}',
    b'{"seat": 0, "do": "forward", "to": 10.0}',
    b'{"seat": 0, "do": "forward", "to": 1e1}',
    b'{"seat": 0, "do": "forward", "to": true}',
    b'{"seat": 0, "do": "forward", "to": "10"}',
    b'{"seat": 0, "do": "forward", "to": null}',
    b'{"seat": 0, "do": "forward"}',
    b'{"seat": 0, "seat": 0, "do": "forward", "to": 10}',
    b'{"seat": false, "do": "forward", "to": 10}',
    b'{"seat": 3, "do": "forward", "to": 10}',
    b'{"seat": -1, "do": "forward", "to": 10}',
    b'{"do": "forward", "to": 10}',
    b'{"seat": 0, "to": 10}',
    b'{"seat": 0, "do": "fly"}',
    b'{"seat": 0, "do": ["forward"], "to": 10}',
    b'{"seat": 0, "do": ' + b"[" * 900 + b"]" * 900 + b', "to": 10}',
    b'{"seat": 0, "do": "\\ud800"}',
    b'{"seat": 0, "do": "carrots"}',
    b'{"seat": 0, "do": "carrots", "by": 5}',
    b'{"seat": 0, "do": "ten", "by": 20}',
    b'{"seat": 0, "do": "back", "to": 8, "decline": true}',
    b'{"seat": 0, "do": "back", "to": 8, "decline": 1}',
    b'{"do": "correct"}',
    b'{"do": "correct", "seat": 0}',
    b'{"do": "correct", "seat": 0, "carrots": -1}',
    b'{"do": "correct", "seat": 0, "carrots": true}',
    b'{"do": "correct", "seat": 0, "status": "asleep"}',
    b'{"do": "correct", "seat": 0, "square": 64}',
    b'{"seat": 0, "do": "forward", "to": 10, "note": "' + b"x" * 1_000_000,
]


BAD_SETUPS.append(chart()[:-1] + b', "deck": []}')


@pytest.mark.parametrize("content", BAD_SETUPS, ids=lambda content: repr(content[:60]))
def test_a_bad_first_line_is_a_bad_setup(content: bytes) -> None:
    assert Run(content).refusal() == (1, "bad-setup")


@pytest.mark.parametrize("line", BAD_ENTRIES, ids=lambda line: repr(line[:60]))
def test_what_is_no_entry_is_a_bad_entry(line: bytes) -> None:
    assert Run(b"\n" + setup() + b"\n \t\r\n" + line + b"\n").refusal() == (4, "bad-entry")


@pytest.mark.parametrize(
    "rolls", [b"", b', "rolls": []', b', "rolls": [7]', b', "rolls": [true]', b', "rolls": 3']
)
def test_a_missing_or_wrong_number_is_no_roll(rolls: bytes) -> None:
    line = b'{"seat": 0, "do": "forward", "to": 6' + rolls + b"}"
    assert Run(chart() + b"\n" + line).refusal() == (2, "no-roll")


@pytest.mark.parametrize(
    "deck", [b"", b', "deck": []', b', "deck": ["ten"]', b', "deck": 3', b', "deck": [[1]]']
)
def test_a_missing_or_wrong_new_pile_is_a_bad_deck(deck: bytes) -> None:
    modern = (
        ["shuffle"]
        + ["give_ten", "behind_or_again", "exactly_65", "ten_per_lettuce", "lose_half"] * 2
        + ["free_ride", "show_carrots"] * 2
    )
    line = b'{"seat": 0, "do": "forward", "to": 6' + deck + b"}"
    first = setup(edition="ravensburger-2008", deck=modern)
    assert Run(first + b"\n" + line).refusal() == (2, "bad-deck")
    right = json.dumps(modern).encode()
    for pile in (right, b"[" + right + b"]", b"[" + right + b", 3]"):
        line = b'{"seat": 0, "do": "forward", "to": 6, "deck": ' + pile + b"}"
        assert Run(first + b"\n" + line).lines[-1]["deck"] == modern


def test_the_end_of_the_game_comes_before_what_is_no_action() -> None:
    leaves = b'{"seat": 1, "do": "leave"}\n{"seat": 2, "do": "leave"}\n'
    assert Run(setup() + b"\n" + leaves + b"nonsense").refusal() == (4, "game-over")


@pytest.mark.parametrize("number", [b"7" * 100_000, b"7" * 100_000 + b"e1", b"7e999999"])
def test_a_number_too_large_to_keep_is_called_so(number: bytes) -> None:
    with pytest.raises(JsonError, match=rf"^the number {number[:20].decode()} is too large$"):
        read_object(b'{"n": ' + number + b"}")


def test_a_refused_entry_is_explained_with_its_numbers() -> None:
    ran = Run(setup() + b'\n{"seat": 0, "do": "forward", "to": 14}')
    assert ran.refusal() == (2, "too-expensive")
    assert "this costs 105 carrots, there are 68: 11 squares at most" in ran.words


@pytest.mark.parametrize(
    ("seats", "entry", "kept"),
    [
        (SEATS, {"seat": 0, "do": "forward", "to": 10, "note": "n"}, {"note": "n"}),
        (SEATS, {"seat": 0, "do": "forward", "to": 10, "piece": 1}, {"piece": 1}),
        (SEATS[:2], {"seat": 0, "do": "forward", "to": 10, "piece": 1}, {}),
        (SEATS[:2], {"seat": 0, "do": "leave", "piece": 1}, {"piece": 1}),
        (SEATS, {"seat": 0, "do": "leave", "to": 3, "by": 10}, {"to": 3, "by": 10}),
    ],
)
def test_a_key_that_is_none_of_its_entry_is_ignored_and_kept(
    seats: list[dict[str, str]], entry: dict[str, Any], kept: dict[str, Any]
) -> None:
    record = setup(seats=seats) + b"\n" + json.dumps(entry).encode()
    game = parse_record(record, find_edition)
    assert game.steps[1].entry is not None
    assert game.steps[1].entry.extra == kept
    assert json.loads(write_record(game).splitlines()[1]) == entry


def test_lines_may_end_as_windows_ends_them() -> None:
    assert Run(setup() + b"\r\n\r\n" + MOVE + b"\r\n").lines[0]["entries"] == 1


def test_trace_prints_the_states_before_the_refused_line() -> None:
    run = Run(setup() + b"\n" + MOVE + b"\n" + MOVE + b"\n", trace=True)
    assert run.refusal() == (3, "not-your-turn")
    assert [line.get("entries") for line in run.lines] == [0, 1, None]


def test_a_megabyte_of_unknown_keys_is_read() -> None:
    line = MOVE[:-1] + b', "note": "' + b"x" * 1_000_000 + b'"}'
    assert Run(setup() + b"\n" + line).status == 0


def test_several_files_give_one_result_each(tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_bytes(setup())
    bad.write_bytes(b"{}")
    out, err = io.StringIO(), io.StringIO()
    names = [str(each) for each in (good, bad, tmp_path, tmp_path / "none", good)]
    status = replay_files(names, trace=False, streams=Streams(io.BytesIO(), out, err))
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert status == 1
    assert ["error" in line for line in lines] == [False, True, True, True, False]
    assert len(err.getvalue().splitlines()) == 3
    assert str(tmp_path / "none") in err.getvalue()


def test_perft_counts_from_the_last_position() -> None:
    counts = []
    for depth in range(4):
        out = io.StringIO()
        count_sequences("-", depth, Streams(io.BytesIO(setup()), out, io.StringIO()))
        counts.append(int(out.getvalue()))
    assert counts[:2] == [1, 9]
    assert counts[3] > counts[2] > 60


def test_perft_counts_a_decision_that_needs_a_number_and_goes_no_further() -> None:
    counts = []
    for depth in range(4):
        out = io.StringIO()
        count_sequences("-", depth, Streams(io.BytesIO(chart()), out, io.StringIO()))
        counts.append(int(out.getvalue()))
    assert counts == [1, 10, 66, 360]


def test_perft_of_a_refused_record_gives_the_refusal() -> None:
    out, err = io.StringIO(), io.StringIO()
    assert count_sequences("-", 1, Streams(io.BytesIO(b"{}"), out, err)) == 1
    assert json.loads(out.getvalue())["error"]["code"] == "bad-setup"


def test_editions_lists_the_built_in_ones_and_those_of_a_path(tmp_path: Path) -> None:
    source = ROOT / "companion" / "editions" / "intellect-1974.toml"
    own = tmp_path / "own.toml"
    own.write_text(source.read_text(encoding="utf-8").replace('"intellect-1974"', '"own"', 1))
    out, err = io.StringIO(), io.StringIO()
    assert list_editions(Streams(io.BytesIO(), out, err), [str(own)], folders=[]) == 0
    found = [json.loads(line)["id"] for line in out.getvalue().splitlines()]
    assert found == ["ravensburger-1978", "ravensburger-2008", "intellect-1974", "own"]


def test_editions_names_the_fault_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("id = 3\n")
    out, err = io.StringIO(), io.StringIO()
    assert list_editions(Streams(io.BytesIO(), out, err), folders=[tmp_path]) == 1
    assert f"{tmp_path / 'own.toml'}: id: " in err.getvalue()


def test_a_record_with_an_edition_of_its_own_stands_alone_and_is_kept_whole() -> None:
    data = {
        "id": "own",
        "title": "Ours",
        "board": "S" + "T" + "C" * 62 + "G",
        "start": {
            key: {str(players): number for players in range(2, 7)}
            for key, number in (("carrots", 60), ("lettuces", 1))
        },
        "hare": {"kind": "deck", "deck": {"ten": 1}},
    }
    seats = [{**SEATS[0], "shoe": 38}, *SEATS[1:]]
    first = setup(edition="own", edition_data=data, deck=["ten"], mood={"a": [1]}, seats=seats)
    game = parse_record(first + b"\n" + MOVE[:-1] + b', "note": "\\ud800"}\n', find_edition)
    text = write_record(game)
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0] == json.loads(first)
    assert lines[1]["note"] == "\ud800"
    assert parse_record(text, find_edition).state == game.state


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "games").glob("*.jsonl")))
def test_a_whole_game_is_written_back_as_it_was(path: Path) -> None:
    data = path.read_bytes()
    written = write_record(parse_record(data, find_edition))
    lines = zip(data.splitlines(), written.splitlines(), strict=True)
    assert all(json.loads(old) == json.loads(new) for old, new in lines)


def run_product(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C"},
    )


def test_the_command_line_works_through_pipes_with_status_and_streams() -> None:
    done = run_product("replay", "-", stdin=setup() + b"\n" + MOVE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["turn"] == {"seat": 1, "ask": None}
    done = run_product("replay", "n\u00e4chste\udcff")
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"line 1" in done.stderr
    assert run_product("perft", "-", "-1").returncode == 2


def test_these_commands_import_neither_pillow_nor_a_display_library() -> None:
    code = (
        "import sys, companion.__main__ as m; m.main(['replay', '-']); m.main(['editions']);"
        "print({n.split('.')[0] for n in sys.modules} & "
        "{'PIL', 'luma', 'gpiozero', 'aiohttp', 'textual', 'serial', 'hardware'})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=setup(), capture_output=True, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == b"set()"


def test_the_companion_s_level_at_a_seat_is_kept() -> None:
    line = setup(seats=[SEATS[0], {**SEATS[1], "player": "child"}, SEATS[2]])
    game = parse_record(line, find_edition)
    assert game.setup.levels == (None, "child", None)
    assert parse_record(write_record(game), find_edition).setup.levels == (None, "child", None)
    assert parse_record(setup(), find_edition).setup.levels == (None, None, None)
