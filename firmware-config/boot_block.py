"""Put our block into the board's config.txt, or take it out again, and leave all else as it is.

usage: boot_block.py put FILE LINES [--dry-run]
       boot_block.py take FILE [--dry-run]

LINES is a file with what stands in the block. It goes where an older one stands, else to the end. A
first `put` keeps a copy beside the file; `take` removes that copy when it is the same again. The
exit status is 0 when something changed, 3 when nothing had to, 1 with a sentence when it cannot be.
"""

from __future__ import annotations

import contextlib
import difflib
import errno
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGIN = b"# --- hare-companion: begin (made by the package hare-companion) ---"
# Of earlier versions.
OLD_BEGIN = b"# --- hare-companion: begin (made by firmware-config/install.sh) ---"
END = b"# --- hare-companion: end ---"
# The last line of some files has no end: it gets one, and this line says to take it back.
OPEN_END = b"# (the line before this block had no end)"
CHANGED, FAILED, SAME = 0, 1, 3


class BlockError(ValueError):
    """The marks in the file do not pair; the message names the line."""


def put(content: bytes, wanted: bytes) -> bytes:
    """Give the content with one block that says `wanted`; BlockError where marks do not pair."""
    blocks = find(content)
    lines = content.splitlines(keepends=True)
    if not blocks:
        is_open = bool(lines) and not lines[-1].endswith((b"\n", b"\r"))
        end = _line_end(content)
        return content + (end if is_open else b"") + _block(wanted, end, is_open=is_open)
    first, *others = blocks
    for start, stop in reversed(others):
        del lines[start:stop]
    start, stop = first
    is_open = any(line.rstrip() == OPEN_END for line in lines[start:stop])
    lines[start:stop] = [_block(wanted, _line_end(content), is_open=is_open)]
    return b"".join(lines)


def take(content: bytes) -> bytes:
    """Give the content without our blocks; BlockError where marks do not pair."""
    lines = content.splitlines(keepends=True)
    for start, stop in reversed(find(content)):
        is_open = any(line.rstrip() == OPEN_END for line in lines[start:stop])
        if is_open and start and stop == len(lines):
            lines[start - 1] = lines[start - 1].rstrip(b"\r\n")
        del lines[start:stop]
    return b"".join(lines)


def find(content: bytes) -> list[tuple[int, int]]:
    """Find our blocks: the numbers of each one's first line and of the line after its last."""
    blocks: list[tuple[int, int]] = []
    start = None
    for number, line in enumerate(content.splitlines()):
        mark = line.strip()
        if mark in {BEGIN, OLD_BEGIN}:
            if start is not None:
                raise BlockError(f"line {start + 1} begins a block that does not end")
            start = number
        elif mark == END:
            if start is None:
                raise BlockError(f"line {number + 1} ends a block that does not begin")
            blocks.append((start, number + 1))
            start = None
    if start is not None:
        raise BlockError(f"line {start + 1} begins a block that does not end")
    return blocks


def _block(wanted: bytes, end: bytes, *, is_open: bool) -> bytes:
    # A filter such as [pi4] may stand before it: [all] ends that.
    lines = [BEGIN, *([OPEN_END] if is_open else []), b"[all]", *wanted.splitlines(), END]
    return b"".join(line + end for line in lines)


def _line_end(content: bytes) -> bytes:
    return b"\r\n" if b"\r\n" in content else b"\n"


def _write(file: Path, content: bytes) -> None:
    """Write through a file beside it: after a power cut there is the old or the new."""
    new = beside(file, ".hare-companion-new")
    with _removed_on_failure(new):
        with new.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        shutil.copymode(file, new)
        new.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    # The boot partition is FAT: it may not let a folder be synced.
    with contextlib.suppress(OSError):
        os.fsync(folder)
    os.close(folder)


@contextlib.contextmanager
def _removed_on_failure(file: Path) -> Iterator[None]:
    """Remove what was written of a file when no more can be: the partition is full, say."""
    try:
        yield
    except OSError:
        with contextlib.suppress(OSError):
            file.unlink()
        raise


def beside(file: Path, ending: str) -> Path:
    """Name a file beside another."""
    return file.with_name(file.name + ending)


def _show(file: Path, old: bytes, new: bytes) -> None:
    def lines(content: bytes) -> list[str]:
        return content.decode("utf-8", "replace").splitlines()

    print(f"would change {file}:")
    print("\n".join(difflib.unified_diff(lines(old), lines(new), "now", "then", lineterm="", n=1)))


def _change(file: Path, old: bytes, new: bytes, *, is_putting: bool) -> None:
    """Keep a copy before our first block, write, and then say so."""
    copy = beside(file, ".before-hare-companion")
    is_first = is_putting and not find(old)
    if is_first:
        with _removed_on_failure(copy):
            shutil.copy2(file, copy)
            _write(file, new)
        print(f"changed {file} (as it was: {copy})")
        return
    _write(file, new)
    if is_putting:
        print(f"renewed our block in {file}")
    else:
        print(f"took our block out of {file}")


def main(words: list[str]) -> int:
    """Do what the command line says, and return the exit status."""
    is_dry = "--dry-run" in words
    try:
        match [word for word in words if word != "--dry-run"]:
            case ["put", name, lines]:
                return _run(_real(name), Path(lines).read_bytes(), is_dry=is_dry)
            case ["take", name]:
                return _run(_real(name), None, is_dry=is_dry)
    except OSError as fault:
        place = fault.filename or next(word for word in words[1:] if word != "--dry-run")
        print(f"{place}: {fault.strerror}: {_fix(fault)}", file=sys.stderr)
        return FAILED
    print(__doc__, file=sys.stderr)
    return 2


def _real(name: str) -> Path:
    """Return the file itself where a link names it; OSError for what is no file."""
    file = Path(os.path.realpath(name))
    if os.path.lexists(file) and not file.is_file():
        raise OSError(errno.EINVAL, "it is no regular file", str(file))
    return file


def _fix(fault: OSError) -> str:
    if fault.errno == errno.ENOSPC:
        return "delete what is not needed on that partition"
    if fault.errno == errno.ENOENT:
        return "name a file that is there"
    if fault.errno == errno.EINVAL:
        return "put a file there"
    return "is it write-protected? sudo raspi-config, Performance, Overlay File System"


def _run(file: Path, wanted: bytes | None, *, is_dry: bool) -> int:
    old = file.read_bytes()
    try:
        new = take(old) if wanted is None else put(old, wanted)
    except BlockError as fault:
        print(f"{file}: {fault}: mend its marks by hand, then try again", file=sys.stderr)
        return FAILED
    if new != old and is_dry:
        _show(file, old, new)
    elif new != old:
        _change(file, old, new, is_putting=wanted is not None)
    if wanted is None and not is_dry:
        _forget_copy(file)
    return SAME if new == old else CHANGED


def _forget_copy(file: Path) -> None:
    """Remove the copy when it says nothing that the file does not say."""
    copy = beside(file, ".before-hare-companion")
    beside(file, ".hare-companion-new").unlink(missing_ok=True)
    if copy.exists():
        if copy.read_bytes() == file.read_bytes():
            copy.unlink()
        else:
            print(f"kept {copy}: {file} was changed by others since")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
