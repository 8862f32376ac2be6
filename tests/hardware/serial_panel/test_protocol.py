from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.serial_panel.protocol import (
    LONGEST,
    FromHost,
    FromPanel,
    Hello,
    Levels,
    LineError,
    LineSplitter,
    MemoryWrite,
    Show,
    Welcome,
    encode,
    parse_from_host,
    parse_from_panel,
)

PAGE = Path(__file__).parents[3] / "firmware-config" / "panel" / "PROTOCOL.md"

number = st.integers(0, 0xFFFF)
from_host = st.one_of(
    st.builds(Hello, number, number),
    st.builds(MemoryWrite, st.integers(0, 7), st.just(0), st.binary(min_size=1, max_size=128)),
    st.builds(
        MemoryWrite, st.integers(0, 7), st.integers(0, 127), st.binary(min_size=1, max_size=1)
    ),
    st.builds(Show, number, st.integers(0, 2), st.integers(0, 0xFFFFFFFF)),
    *(
        st.from_type(kind)
        for kind in get_args(FromHost)
        if kind not in {Hello, MemoryWrite, Show}  # these three have bounds of their own
    ),
)
names = st.lists(st.sampled_from(["left", "right", "ok", "back"]), min_size=1).map(tuple)
identity = st.from_regex(r"[0-9a-z]{1,32}", fullmatch=True)
masks = st.lists(st.integers(0, 255), min_size=1, max_size=8).map(tuple)
from_panel = st.one_of(
    st.builds(
        Welcome,
        number,
        number,
        identity,
        st.integers(0, 999),
        st.integers(0, 99),
        names.filter(lambda each: len(",".join(each)) <= 80),
    ),
    st.builds(Levels, number, masks),
    *(
        st.builds(kind, **({"number": number} if "number" in kind.__slots__ else {}))
        for kind in get_args(FromPanel)
        if kind not in {Welcome, Levels}
    ),
)


@given(from_host)
def test_every_message_of_the_host_reads_back(message: FromHost) -> None:
    assert parse_from_host(encode(message)[:-1]) == message


@given(from_panel)
def test_every_message_of_the_panel_reads_back(message: FromPanel) -> None:
    assert parse_from_panel(encode(message)[:-1]) == message


@given(st.one_of(from_host, from_panel))
def test_a_line_is_short_and_printable_so_byte_3_never_occurs(
    message: FromHost | FromPanel,
) -> None:
    line = encode(message)
    assert len(line) <= LONGEST + 1
    assert re.fullmatch(rb"[ -~]+\n", line)


@given(from_host)
def test_an_echo_of_the_host_is_no_message_of_a_panel(message: FromHost) -> None:
    with pytest.raises(LineError):
        parse_from_panel(encode(message)[:-1])


@given(from_panel, st.data())
def test_a_line_with_one_other_byte_is_refused(message: FromPanel, data: st.DataObject) -> None:
    line = bytearray(encode(message)[:-1])
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(LineError):
        parse_from_panel(bytes(line))


@given(st.binary(max_size=400))
def test_noise_is_refused_by_name_and_nothing_else(noise: bytes) -> None:
    for parse in (parse_from_host, parse_from_panel):
        with pytest.raises(LineError):
            parse(noise)


@pytest.mark.parametrize(
    "body",
    [
        *("", "X", "B 1", "B 70000 00", "B 1 100", "A -1", "A 1 2", "A \N{ARABIC-INDIC DIGIT ONE}"),
        *("p 8 0 00", "p 0 127 0000", "p 0 0 0", "s 1 3 00000000", "q 2", "h 1"),
        "H 1 1 far 128 8 OK",
    ],
)
def test_a_sound_checksum_does_not_excuse_a_false_field(body: str) -> None:
    line = body.encode() + b" %08x" % zlib.crc32(body.encode())
    for parse in (parse_from_host, parse_from_panel):
        with pytest.raises(LineError):
            parse(line)


@given(
    st.lists(st.binary(max_size=30).map(lambda line: line.translate(None, b"\r\n")), max_size=9),
    st.data(),
)
def test_lines_are_the_same_however_the_stream_is_chopped(
    lines: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(line + data.draw(st.sampled_from([b"\n", b"\r\n"])) for line in lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=9)))
    splitter = LineSplitter()
    pieces = zip([0, *cuts], [*cuts, len(stream)], strict=True)
    found = [line for start, end in pieces for line in splitter.feed(stream[start:end])]
    assert found == [line for line in lines if line]


def test_a_line_without_end_is_dropped_and_holds_no_memory() -> None:
    splitter = LineSplitter()
    for _ in range(1000):
        assert splitter.feed(b"x" * 1000) == []
        assert len(splitter._rest) <= LONGEST
    assert splitter.feed(b"x\nk 8622a8f5\n") == [b"k 8622a8f5"]


def test_the_examples_on_the_page_are_lines_of_the_protocol() -> None:
    examples = re.findall(r"^([><]) (\S.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    kinds = {
        type((parse_from_host if side == ">" else parse_from_panel)(line.encode()))
        for side, line in examples
    }
    assert kinds == {*get_args(FromHost), *get_args(FromPanel)}
