"""Why the journal cannot save or read."""

from __future__ import annotations

from enum import StrEnum


class StorageFault(StrEnum):
    """Why something cannot be saved or read: the screen has a text for each."""

    FULL = "full"  # no space is left
    READ_ONLY = "read-only"  # the file system takes no writes
    NO_PERMISSION = "no-permission"  # the folder belongs to another user
    GONE = "gone"  # the folder, or what was in it, is no longer there
    IN_THE_WAY = "in-the-way"  # the folder, or a file in it, is of another type
    IO_ERROR = "io-error"  # reading or writing ends with an error
    LOCKED = "locked"  # another process holds the store
    NEWER = "newer"  # written by a newer version: read, never written
    DAMAGED = "damaged"  # the content is not what was written
