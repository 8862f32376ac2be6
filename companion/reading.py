"""Read what somebody named on the command line: a regular file, and not without a bound.

A FIFO would hold the program up for ever, a device has no end; standard input is what stands for
them, and it is bounded too.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError

if TYPE_CHECKING:
    from typing import BinaryIO

MOST_RECORD: Final = 16 * 2**20  # bytes; an evening's game has some ten thousand
MOST_SCRIPT: Final = 4 * 2**20  # bytes; a hundred thousand lines of presses have fewer


class UnreadableError(CompanionError, OSError):
    """A file that cannot be read; the text names it and says why."""


def read_script(name: str, stdin: BinaryIO) -> str:
    """Read a script of presses by its name, `-` for standard input. Raises UnreadableError."""
    try:
        content = (
            read_stream(stdin, MOST_SCRIPT) if name == "-" else read_file(Path(name), MOST_SCRIPT)
        )
        return content.decode()
    except (OSError, ValueError) as error:  # ValueError: no UTF-8, or a zero byte in the name
        place = "standard input" if name == "-" else name
        why = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(f"{place}: cannot be read: {why}") from error


def read_file(path: Path, most: int) -> bytes:
    """Read a regular file of at most `most` bytes; OSError for whatever else it is."""
    with open(path, "rb", opener=_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            why = "it is no regular file: give it to standard input instead, and name -"
            raise OSError(errno.EINVAL, why, str(path))
        return read_stream(file, most)


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for the other end of a FIFO."""
    return os.open(path, flags | os.O_NONBLOCK)


def read_stream(stream: BinaryIO, most: int) -> bytes:
    """Read a stream to its end; OSError where there are more than `most` bytes."""
    content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most} bytes")
    return content
