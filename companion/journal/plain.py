"""Open what should be a plain file, without waiting and without believing its size.

A FIFO in a file's place would hold the program up for ever, and a size that has rotted would fill
the memory before anybody could say so.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

SANE: Final = 64 * 2**20
"""Bytes up to which a file is read whatever it holds; thousands of evenings have fewer."""


def open_plain(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a plain file, by its descriptor. Raises OSError that names the path for what is none."""
    handle = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
    kind = os.fstat(handle).st_mode
    if stat.S_ISREG(kind):
        return handle
    os.close(handle)
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(errno.EISDIR, "a folder", str(path))
    raise OSError(errno.ENXIO, "no plain file", str(path))


def content_of(path: Path, most: int) -> bytes:
    """Read a plain file's first `most` bytes; b"" where there is none. Raises OSError."""
    try:
        handle = open_plain(path)
    except FileNotFoundError:
        return b""
    with os.fdopen(handle, "rb") as file:
        return file.read(min(most, os.fstat(handle).st_size))
