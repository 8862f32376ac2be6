"""The three streams that every program is given, where one was not given, or takes nothing."""

from __future__ import annotations

import io
import os
import sys


def hold_streams() -> None:
    """Put something in the place of a stream that was closed before the start.

    Reading from it or writing to it then fails as it does anywhere else, with an OSError, and no
    file that is opened later gets its number. What would go to standard error is lost.
    """
    for number, flags in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        if not _is_open(number):
            os.open(os.devnull, flags)  # gets the lowest number that is free: this one
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - stays
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - stays
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - stays


def write_utf8() -> None:
    """Let standard output speak UTF-8 whatever the locale says: the record does (spec/record.md).

    The name of a file that is no text goes out as the bytes that it is.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def flush_output() -> bool:
    """Write out what is left for standard output and tell whether it was taken.

    Where it was not, that is said, once; what is written later vanishes, also at the exit. A
    reader who went away (`… | head`) needs no words.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"standard output takes nothing: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True


def describe(error: OSError) -> str:
    """Say an error of the system in one line: what it is about, and what is wrong there."""
    why = error.strerror or str(error) or type(error).__name__
    place = "reading or writing failed" if error.filename is None else error.filename
    return f"{place}: {why}"
