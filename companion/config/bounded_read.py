"""Read files that are named on the command line: regular files only, up to a size.

A FIFO could block the program for ever, and a device has no end. Their content can be given on
standard input, of which no more than the same size is read.
"""

from __future__ import annotations

import codecs
import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion import CompanionError

if TYPE_CHECKING:
    from typing import BinaryIO

MOST_RECORD: Final = 16 * 2**20  # bytes; an evening's game has some ten thousand
MOST_SCRIPT: Final = 4 * 2**20  # bytes; a hundred thousand lines of presses have fewer


OR_STANDARD_INPUT: Final = "give it to standard input instead, and name -"
OR_A_COPY: Final = "copy it into one"
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class UnreadableError(CompanionError, OSError):
    """A file that cannot be read; the text names it and says why."""


def printable_name(name: str | Path) -> str:
    """Return a file's name for a message of one line: a line feed in it is escaped."""
    return str(name).replace("\n", "\\u000a")


def read_script(name: str, stdin: BinaryIO) -> str:
    """Read a script of presses by its name, `-` for standard input. Raises UnreadableError."""
    try:
        content = (
            read_stream(stdin, MOST_SCRIPT) if name == "-" else read_file(Path(name), MOST_SCRIPT)
        )
        return _plain_text(content)
    except (OSError, ValueError) as error:  # ValueError: the encoding, a zero byte in the name
        place = "standard input" if name == "-" else printable_name(name)
        why = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(f"{place}: cannot be read: {why}") from error


def read_file(path: Path, most: int, instead: str = OR_STANDARD_INPUT) -> bytes:
    """Read a regular file of at most `most` bytes; OSError for anything else.

    `instead` says what to do with the content of what is no file.
    """
    with open(path, "rb", opener=_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, f"it is no regular file: {instead}", str(path))
        return read_stream(file, most)


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for the other end of a FIFO."""
    return os.open(path, flags | os.O_NONBLOCK)


def read_stream(stream: BinaryIO, most: int) -> bytes:
    """Read a stream to its end; OSError where there are more than `most` bytes, or no end."""
    # None from a stream that does not wait: /proc/kmsg is one, and calls itself a regular file.
    content: bytes | None = stream.read(most + 1)
    if content is None:
        raise OSError(errno.EAGAIN, "it has neither content nor an end: it is no file to be read")
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most} bytes")
    return content


def without_mark(content: bytes) -> bytes:
    """Return UTF-8 without the byte order mark that editors on Windows put before it.

    Raises ValueError, with the fix, for what is no UTF-8.
    """
    content = content.removeprefix(codecs.BOM_UTF8)
    _plain_text(content)
    return content


def refuse_marks(content: bytes) -> None:
    """Raise ValueError, with the fix, for UTF-16 and for a byte order mark before UTF-8."""
    if content.startswith(codecs.BOM_UTF8):
        raise ValueError("it begins with a byte order mark: save it as UTF-8 without one")
    # Without a mark UTF-16 shows by the other half of its first letter. Two zeros are none: a file
    # of zeros is what a power cut leaves.
    if content.startswith(_UTF_16) or content[:2].count(0) == 1:
        raise ValueError("it is UTF-16: save it as UTF-8")


def _plain_text(content: bytes) -> str:
    refuse_marks(content)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        why = f"it is no UTF-8 from byte {error.start + 1} on: save it as UTF-8"
        raise ValueError(why) from error
