"""Reading what somebody named: files and standard input, each with its bound."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from companion.cli.editions import list_editions
from companion.cli.record_files import Streams
from companion.cli.replay import replay_files
from companion.config.bounded_read import (
    UnreadableError,
    read_file,
    read_script,
    read_stream,
    refuse_marks,
)
from companion.config.edition_files import known_editions


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert read_file(path, 100) == b"x" * 100
    with pytest.raises(OSError, match="larger than 99 bytes"):
        read_file(path, 99)


def test_standard_input_is_read_up_to_its_bound() -> None:
    assert read_stream(io.BytesIO(b"x" * 100), 100) == b"x" * 100
    with pytest.raises(OSError, match="larger than 99 bytes"):
        read_stream(io.BytesIO(b"x" * 100), 99)


def test_a_fifo_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.toml")
    with pytest.raises(OSError, match="no regular file"):
        read_file(tmp_path / "fifo.toml", 100)
    _, faults = known_editions([tmp_path])
    assert [key for fault in faults for key, _ in fault.faults] == ["file"]


@pytest.mark.parametrize("name", ["/dev/zero", "/dev", "/nowhere"])
def test_what_is_no_file_is_refused_with_a_sentence(name: str) -> None:
    out, err = io.StringIO(), io.StringIO()
    streams = Streams(io.BytesIO(), out, err)
    assert replay_files([name], trace=False, streams=streams) == 1
    assert f"{name}, line 1: " in err.getvalue()
    assert list_editions(streams, [name], folders=[]) == 1
    assert f"{name}: file: " in err.getvalue()


def test_an_edition_may_come_from_standard_input() -> None:
    source = Path(__file__).parents[2] / "companion" / "editions" / "intellect-1974.toml"
    text = source.read_text("utf-8").replace('"intellect-1974"', '"own"', 1)
    out, err = io.StringIO(), io.StringIO()
    assert list_editions(Streams(io.BytesIO(text.encode()), out, err), ["-"], folders=[]) == 0
    assert '"id": "own"' in out.getvalue()
    assert list_editions(Streams(io.BytesIO(b"id = 3"), out, err), ["-"], folders=[]) == 1
    assert "-: id: " in err.getvalue()


def test_a_hidden_character_in_a_title_is_named() -> None:
    out, err = io.StringIO(), io.StringIO()
    streams = Streams(io.BytesIO(b'title = "a\\u0007b"'), out, err)
    assert list_editions(streams, ["-"], folders=[]) == 1
    assert "title: has a character that cannot be shown: U+0007" in err.getvalue()


class _Silent(io.RawIOBase):
    """A stream that is open, not at its end, and has nothing to give, as the kernel's log is."""

    def readable(self) -> bool:
        return True

    def readinto(self, _: object) -> None:
        return None


def test_a_file_without_content_or_end_is_reported() -> None:
    stream = io.BufferedReader(_Silent())
    assert stream.read(1) is None
    with pytest.raises(OSError, match="neither content nor an end"):
        read_stream(stream, 99)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xef\xbb\xbfok\n", "begins with a byte order mark: save it as UTF-8 without one"),
        ("ok\n".encode("utf-16"), "is UTF-16: save it as UTF-8"),
        ("ok\n".encode("utf-16-be"), "is UTF-16: save it as UTF-8"),
        (b"# \xe9\n", "is no UTF-8 from byte 3 on: save it as UTF-8"),
    ],
)
def test_the_error_of_a_script_that_is_no_plain_utf_8_names_the_fix(
    tmp_path: Path, content: bytes, told: str
) -> None:
    (tmp_path / "script").write_bytes(content)
    for name, place in ((str(tmp_path / "script"), tmp_path / "script"), ("-", "standard input")):
        with pytest.raises(UnreadableError) as caught:
            read_script(name, io.BytesIO(content))
        assert str(caught.value) == f"{place}: cannot be read: it {told}"


def test_a_file_of_zeros_is_not_called_utf_16() -> None:
    refuse_marks(bytes(100))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'\xef\xbb\xbf{"format": 1}\n', "byte order mark: save it as UTF-8 without one"),
        ('{"format": 1}\n'.encode("utf-16"), "is UTF-16: save it as UTF-8"),
        ('{"format": 1}\n'.encode("utf-16-le"), "is UTF-16: save it as UTF-8"),
    ],
)
def test_the_error_of_a_record_that_is_no_plain_utf_8_names_the_fix(
    content: bytes, told: str
) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert replay_files(["-"], trace=False, streams=Streams(io.BytesIO(content), out, err)) == 1
    assert told in err.getvalue()
    assert out.getvalue() == '{"error": {"line": 1, "code": "bad-setup"}}\n'


def test_a_script_is_a_file_or_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_text("ok\n")
    assert read_script(str(path), io.BytesIO(b"back\n")) == "ok\n"
    assert read_script("-", io.BytesIO(b"back\n")) == "back\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/nowhere", "/nowhere: cannot be read: No such file"),
        ("/dev", "/dev: cannot be read: Is a directory"),
        ("a\0b", "cannot be read: embedded null byte"),
        ("-", "standard input: cannot be read: "),
    ],
)
def test_a_script_that_cannot_be_read_is_named(name: str, words: str) -> None:
    with pytest.raises(UnreadableError, match=words):
        read_script(name, io.BytesIO(b"\xff"))
