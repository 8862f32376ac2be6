"""Standard input, output and error: closed ones, their encoding, and output that fails."""

from __future__ import annotations

import io
import os
import sys

from companion.config.bounded_read import printable_name


def open_missing_streams() -> None:
    """Open a replacement for each standard stream that was closed before the start.

    Reading from it or writing to it then fails as it does anywhere else, with an OSError, and no
    file that is opened later gets its number. What would go to standard error is lost.
    """
    for number, flags in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        if not _is_open(number):
            os.open(os.devnull, flags)  # gets the lowest number that is free: this one
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - stays
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - stays
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - stays


def use_utf8_output() -> None:
    """Encode standard output as UTF-8 whatever the locale: records are UTF-8 (spec/record.md).

    A file name that is not valid UTF-8 is written as its original bytes.
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
    """Flush standard output and return whether that worked.

    Where it failed, the error is printed once and later output is discarded, also at the exit.
    A closed pipe (`… | head`) is not reported.
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
    """Return an error of the system as one line: the file it is about, and the cause."""
    why = error.strerror or str(error) or type(error).__name__
    place = (
        "reading or writing failed"
        if error.filename is None
        else printable_name(os.fsdecode(error.filename))
    )
    return f"{place}: {why}"
