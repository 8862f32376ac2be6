"""One process at a time: a lock that ends with the process that holds it.

Only the kernel's lock on the open file counts, so a file left behind by a killed process, or a
process number that is used again, locks nobody out. What is written inside is for the message.
"""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

from companion.config.regular_file import open_regular
from companion.journal.errors import explained
from companion.journal.lock_file import NAME, sign, take

if TYPE_CHECKING:
    from pathlib import Path


class Lock:
    """The right to write in a state folder, from the making of this object to `release`."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. Raises JournalError; where it is held, with LOCKED and its holder.

        A file system without locks raises its own error, not LOCKED.
        """
        path = folder / NAME
        with explained(path):
            self._handle = open_regular(path, os.O_RDWR | os.O_CREAT)
        try:
            with explained(path):
                take(self._handle, path, fcntl.LOCK_EX)
            sign(self._handle)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Release it; harmless when done twice."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
