"""The file of the lock: who holds it, and whether it is free.

It imports little: a board asks before its first picture.
"""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.app.storage_fault import StorageFault
from companion.config.regular_file import open_regular
from companion.ports import JournalError

if TYPE_CHECKING:
    from pathlib import Path

NAME = "lock"


def refuse_second(folder: Path) -> None:
    """Raise JournalError (cause LOCKED) if another process holds the folder; change nothing.

    It is called before anything is drawn on the panel.
    """
    path = folder / NAME
    try:
        handle = open_regular(path)
    except OSError:
        return  # never used before, or the journal itself will raise what is wrong
    try:
        take(handle, path, fcntl.LOCK_SH)
    except OSError as error:
        if isinstance(error, JournalError):
            raise
    finally:
        os.close(handle)


def take(handle: int, path: Path, kind: int) -> None:
    """Lock the open file; raises JournalError (cause LOCKED), or OSError of the file system."""
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise _held_by(os.pread(handle, 200, 0), path) from error


def sign(handle: int) -> None:
    """Write this process, and when it took the lock, for the message of another one."""
    words = f"{os.getpid()} {round(_uptime())}".encode()
    with suppress(OSError):  # the storage is full: the lock holds without it
        os.ftruncate(handle, 0)
        os.pwrite(handle, words, 0)


def _uptime() -> float:
    """Return the seconds since the machine started: it may have no clock that knows the time."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))  # macOS


def _held_by(content: bytes, path: Path) -> JournalError:
    holder = "another process"
    with suppress(ValueError):  # the storage was full, see sign
        pid, start = map(int, content.split())
        minutes = int(_uptime() - start) // 60
        since = f"since {minutes} min ago" if minutes > 0 else "for less than a minute"
        holder = f"process {pid} {since}"
    text = f"{path.parent} is held by {holder}: end that one first"
    return JournalError(StorageFault.LOCKED, text)
