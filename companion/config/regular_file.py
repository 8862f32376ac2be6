"""Open regular files only: a link is not followed, and a FIFO does not block the program.

Whoever may write in the state folder could otherwise make the program write into any other file.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_CHUNK = 1 << 20  # bytes
_FLAGS = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a regular file and return its descriptor. Raises OSError with the path otherwise."""
    handle = os.open(path, flags | _FLAGS, 0o644)
    try:
        _check(os.fstat(handle).st_mode, path)
    except OSError:
        os.close(handle)
        raise
    return handle


def check_regular_files(folder: Path, names: Iterable[str]) -> None:
    """Raise OSError, with the path, if the folder is a link, or a file in it a special one."""
    if folder.is_symlink():
        raise OSError(errno.ELOOP, "a link", str(folder))
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "no folder", str(folder))
    for path in (folder / name for name in names):
        with suppress(FileNotFoundError):
            _check(path.lstat().st_mode, path)


def read_regular(folder: Path, name: str, most: int) -> bytes:
    """Read at most `most` bytes of a regular file, not of a link. Raises OSError."""
    check_regular_files(folder, (name,))
    with os.fdopen(open_regular(folder / name), "rb") as file:
        return file.read(most)


def replace_regular(folder: Path, name: str, content: bytes) -> None:
    """Write a new file and rename it over the old one; make the folder. Raises OSError."""
    new = f"{name}.new"
    folder.mkdir(exist_ok=True)
    check_regular_files(folder, (new,))
    handle = open_regular(folder / new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    (folder / new).replace(folder / name)


def copy_regular(source: Path, target: Path) -> None:
    """Copy a regular file, zeros as holes: a size that has rotted fills no memory.

    Raises OSError.
    """
    reading = open_regular(source)
    try:
        with target.open("wb") as writing:
            at = 0
            while data := os.pread(reading, _CHUNK, at):
                if data != bytes(len(data)):
                    os.pwrite(writing.fileno(), data, at)
                at += len(data)
            os.ftruncate(writing.fileno(), at)
    finally:
        os.close(reading)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, and sync each name. Raises OSError."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check(mode: int, path: Path) -> None:
    if stat.S_ISLNK(mode):
        raise OSError(errno.ELOOP, "a link", str(path))
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "a folder", str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.ENXIO, "no regular file", str(path))
