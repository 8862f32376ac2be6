"""One process at a time: a lock that dies with the process that holds it.

Only the kernel's lock on the open file decides, so neither a file left behind by a killed process
nor a process number used again can hold anybody up. What is written inside is for the message.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from typing import TYPE_CHECKING

from companion.app.journal_entries import StorageFault
from companion.journal.faults import explained
from companion.ports import JournalError

if TYPE_CHECKING:
    from pathlib import Path

NAME = "lock"


class Lock:
    """The right to write in a state folder, from the making of this object to `release`."""

    def __init__(self, folder: Path) -> None:
        """Take it. Raises JournalError, with cause LOCKED and the holder where one has it.

        A card that cannot be locked at all is told as its own error, not as another's lock.
        """
        self._path = folder / NAME
        with explained(self._path):
            self._handle = _opened(self._path)
        try:
            with explained(self._path):
                _take(self._handle, self._path, fcntl.LOCK_EX)
        except JournalError:
            self.release()
            raise
        self._sign()

    def is_in_place(self) -> bool:
        """Tell whether the file that is locked is still the one that others would find."""
        try:
            return os.path.samestat(os.fstat(self._handle), self._path.stat())
        except OSError:
            return False

    def release(self) -> None:
        """Give it free; harmless when done twice."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _sign(self) -> None:
        words = json.dumps({"pid": os.getpid(), "since": round(_uptime())}).encode()
        try:
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, words, 0)
        except OSError:  # a full card: the lock itself holds without a signature
            return


def refuse_second(folder: Path) -> None:
    """Look whether another process holds the folder, touching nothing.

    Who is refused shall not have drawn on the panel before. Raises JournalError, cause LOCKED.
    """
    path = folder / NAME
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # it may be a FIFO
    except OSError:
        return  # nobody was ever here, or the journal itself will say what is wrong
    try:
        _take(handle, path, fcntl.LOCK_SH)
    except JournalError:
        raise
    except OSError:
        return  # as above
    finally:
        os.close(handle)


def _take(handle: int, path: Path, kind: int) -> None:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise _held_by(os.pread(handle, 200, 0), path) from error


def _opened(path: Path) -> int:
    """Open the file; where nothing can be written, one that is there can still be locked."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        if path.is_dir():
            raise
        try:
            return os.open(path, os.O_RDONLY)
        except OSError:  # the first error says more
            pass
        raise


def _uptime() -> float:
    """Seconds since the machine started: it may have no clock, and every process reads the same."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def _held_by(told: bytes, path: Path) -> JournalError:
    try:
        facts = json.loads(told)
        pid, minutes = int(facts["pid"]), max(0, int(_uptime() - facts["since"]) // 60)
    except (ValueError, KeyError, TypeError):
        text = f"{path.parent} is held by another process: end that one first"
        return JournalError(StorageFault.LOCKED, text, path)
    text = f"{path.parent} is held by process {pid} since {minutes} min ago: end that one first"
    return JournalError(StorageFault.LOCKED, text, path, pid)
