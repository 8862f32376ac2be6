"""One process at a time: a lock that ends with the process that holds it.

Only the kernel's lock on the open file counts, so a file left behind by a killed process, or a
process number that is used again, locks nobody out. What is written inside is for the message.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.app.journal_entries import StorageFault
from companion.config.regular_file import open_regular
from companion.journal.errors import explained
from companion.ports import JournalError

if TYPE_CHECKING:
    from pathlib import Path

NAME = "lock"


class Lock:
    """The right to write in a state folder, from the making of this object to `release`."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. Raises JournalError; where it is held, with LOCKED and its holder.

        A file system without locks raises its own error, not LOCKED.
        """
        self._path = folder / NAME
        with explained(self._path):
            self._handle = open_regular(self._path, os.O_RDWR | os.O_CREAT)
        try:
            with explained(self._path):
                _take(self._handle, self._path, fcntl.LOCK_EX)
            self._sign()
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Release it; harmless when done twice."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _sign(self) -> None:
        words = json.dumps({"pid": os.getpid(), "since": round(_uptime())}).encode()
        with suppress(OSError):  # the storage is full: the lock holds without it
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, words, 0)


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
        _take(handle, path, fcntl.LOCK_SH)
    except OSError as error:
        if isinstance(error, JournalError):
            raise
    finally:
        os.close(handle)


def _take(handle: int, path: Path, kind: int) -> None:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise _held_by(os.pread(handle, 200, 0), path) from error


def _uptime() -> float:
    """Return the seconds since the machine started: it may have no clock that knows the time."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))  # macOS


def _held_by(content: bytes, path: Path) -> JournalError:
    holder = "another process"
    with suppress(ValueError, KeyError, TypeError):  # the storage was full, see _sign
        facts = json.loads(content)
        minutes = int(_uptime() - facts["since"]) // 60
        since = f"since {minutes} min ago" if minutes > 0 else "for less than a minute"
        holder = f"process {int(facts['pid'])} {since}"
    text = f"{path.parent} is held by {holder}: end that one first"
    return JournalError(StorageFault.LOCKED, text)
