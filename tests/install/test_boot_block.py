"""Our block in config.txt: put in, renewed, taken out, and not a byte of the user's touched."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import runpy
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

SCRIPT = Path(__file__).parents[2] / "firmware-config/boot_block.py"
block = SimpleNamespace(**runpy.run_path(str(SCRIPT)))
LINES = b"dtparam=spi=on\ngpio=5=ip,pu\n"

contents = st.lists(
    st.sampled_from([b"dtparam=audio=on", b"[pi4]", b"", b"# \xfc", b"\tgpu_mem=16 "]), max_size=6
)
ends = st.sampled_from([b"\n", b"\r\n"])


@given(contents, ends, st.booleans())
def test_what_was_put_in_and_taken_out_leaves_every_byte(
    lines: list[bytes], end: bytes, is_open: bool
) -> None:
    content = end.join(lines) + (b"" if is_open else end)
    put = block.put(content, LINES)
    assert put.startswith(content)
    assert block.take(put) == content
    assert block.take(block.put(put, b"other=1\n")) == content


@given(contents, contents, ends)
def test_a_renewed_block_stays_where_it_is_and_stands_once(
    before: list[bytes], after: list[bytes], end: bytes
) -> None:
    head, tail = (b"".join(line + end for line in lines) for lines in (before, after))
    content = block.put(head, b"older=1\n") + tail
    renewed = block.put(content, LINES)
    assert renewed.count(block.BEGIN) == 1
    assert renewed.startswith(head)
    assert renewed.endswith(tail)
    assert b"older" not in renewed
    assert block.put(renewed, LINES) == renewed
    assert block.take(renewed) == head + tail


def test_a_second_block_goes() -> None:
    twice = block.put(b"", LINES) * 2 + b"gpu_mem=16\n"
    assert block.put(twice, LINES) == block.put(b"", LINES) + b"gpu_mem=16\n"
    assert block.take(twice) == b"gpu_mem=16\n"


def test_a_file_of_windows_gets_lines_of_windows() -> None:
    put = block.put(b"dtparam=audio=on\r\n", LINES)
    assert put.count(b"\n") == put.count(b"\r\n")


def test_the_block_of_an_earlier_version_is_renewed_and_taken_out() -> None:
    old = b"a=1\n" + block.put(b"", b"old=1\n").replace(block.BEGIN, block.OLD_BEGIN)
    assert block.put(old, LINES) == block.put(b"a=1\n", LINES)
    assert block.take(old) == b"a=1\n"


def test_a_filter_before_the_block_does_not_reach_into_it() -> None:
    lines = block.put(b"[pi4]\n", LINES).splitlines()
    assert lines.index(b"[all]") < lines.index(b"dtparam=spi=on")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"a\n" + block.BEGIN + b"\nb\n", "line 2 begins a block that does not end"),
        (block.END + b"\n", "line 1 ends a block that does not begin"),
        (block.BEGIN + b"\n" + block.BEGIN + b"\n" + block.END, "line 1 begins"),
    ],
)
def test_marks_that_do_not_pair_are_named(content: bytes, sentence: str) -> None:
    for change in (lambda: block.put(content, LINES), lambda: block.take(content)):
        with pytest.raises(block.BlockError, match=sentence):
            change()


@dataclass(frozen=True, slots=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def script(*words: str | Path) -> Done:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = block.main([str(word) for word in words])
    return Done(status, out.getvalue(), err.getvalue())


def test_the_status_shows_whether_something_changed(tmp_path: Path) -> None:
    file, lines = tmp_path / "config.txt", tmp_path / "lines"
    file.write_bytes(b"dtparam=audio=on")
    lines.write_bytes(LINES)
    dry = script("put", file, lines, "--dry-run")
    assert dry.returncode == 0
    assert "+gpio=5=ip,pu" in dry.stdout
    assert [path.name for path in tmp_path.iterdir() if path != lines] == ["config.txt"]
    assert script("put", file, lines).returncode == 0
    assert script("put", file, lines).returncode == 3
    assert script("take", file).returncode == 0
    assert script("take", file).returncode == 3
    assert file.read_bytes() == b"dtparam=audio=on"
    assert {path.name for path in tmp_path.iterdir()} == {"config.txt", "lines"}


def test_the_copy_stays_where_others_changed_the_file(tmp_path: Path) -> None:
    file, lines = tmp_path / "config.txt", tmp_path / "lines"
    file.write_bytes(b"dtparam=audio=on\n")
    lines.write_bytes(LINES)
    script("put", file, lines)
    with file.open("ab") as stream:
        stream.write(b"gpu_mem=16\n")
    assert "was changed by others" in script("take", file).stdout
    assert file.read_bytes() == b"dtparam=audio=on\ngpu_mem=16\n"
    assert (tmp_path / "config.txt.before-hare-companion").read_bytes() == b"dtparam=audio=on\n"


@pytest.mark.parametrize("word", ["put", "take"])
def test_a_file_that_cannot_be_written_is_named_with_the_fix(tmp_path: Path, word: str) -> None:
    file, lines = tmp_path / "config.txt", tmp_path / "lines"
    lines.write_bytes(LINES)
    file.write_bytes(block.put(b"a=1\n", b"older=1\n"))
    before = file.read_bytes()
    (tmp_path / "config.txt.hare-companion-new").mkdir()  # nothing can be written there
    done = script(word, file, *([lines] if word == "put" else []))
    assert done.returncode == 1
    assert done.stderr.startswith(f"{file}.hare-companion-new: Is a directory: ")
    assert "raspi-config, Performance, Overlay File System" in done.stderr
    assert not done.stdout
    assert file.read_bytes() == before


def test_a_full_partition_is_named_and_nothing_is_left_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, lines = tmp_path / "config.txt", tmp_path / "lines"
    lines.write_bytes(LINES)
    file.write_bytes(b"a=1\n")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    done = script("put", file, lines)
    assert done.returncode == 1
    assert done.stderr == (
        f"{file}: No space left on device: delete what is not needed on that partition\n"
    )
    assert file.read_bytes() == b"a=1\n"
    assert {path.name for path in tmp_path.iterdir()} == {"config.txt", "lines"}


@pytest.mark.parametrize(
    ("name", "lines", "sentence"),
    [
        (
            "config.txt",
            "no-lines",
            "no-lines: No such file or directory: name a file that is there",
        ),
        ("absent", "lines", "absent: No such file or directory: name a file that is there"),
        ("fifo", "lines", "fifo: it is no regular file: put a file there"),
    ],
)
def test_what_is_no_file_is_named(tmp_path: Path, name: str, lines: str, sentence: str) -> None:
    (tmp_path / "config.txt").write_bytes(b"a=1\n")
    (tmp_path / "lines").write_bytes(LINES)
    os.mkfifo(tmp_path / "fifo")
    done = script("put", tmp_path / name, tmp_path / lines)
    assert done.returncode == 1
    assert done.stderr == f"{tmp_path}/{sentence}\n"


def test_a_link_to_the_file_stays(tmp_path: Path) -> None:
    file, link, lines = (tmp_path / name for name in ("config.txt", "link", "lines"))
    file.write_bytes(b"a=1\n")
    lines.write_bytes(LINES)
    link.symlink_to(file)
    assert script("put", link, lines).returncode == 0
    assert link.is_symlink()
    assert block.BEGIN in file.read_bytes()


def test_a_wrong_command_line_prints_the_usage() -> None:
    done = script("put")
    assert done.returncode == 2
    assert "usage" in done.stderr
