"""Foreign errors become the journal's own at this border, once, with path and mend."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.app.journal_entries import StorageFault
from companion.journal.snapshot import DATABASE, LOG
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SENTENCES = {
    StorageFault.FULL: "no space is left for {path}: make room on the card",
    StorageFault.READ_ONLY: (
        "{path} takes no writes: mount it read-write (a worn card goes read-only)"
    ),
    StorageFault.NO_PERMISSION: "{path} may not be used by this user: give the folder to this user",
    StorageFault.GONE: "{path} is not there: plug it in again, or name the right folder",
    StorageFault.IN_THE_WAY: "{path} is something else: move it away, and start again",
    StorageFault.IO_ERROR: "{path} answers with an error: the card may be worn out",
    StorageFault.LOCKED: "{path} is in use by another program: end that one first",
    StorageFault.NEWER: "{path} was written by a newer version: it is read, not written; update",
    StorageFault.DAMAGED: "{path} does not hold what was written: start again to have it mended",
}

# What is there, but is not what it should be, has a sentence of its own.
_NO_FOLDER = "{path} is no folder, nor a link to one: name a folder for the games"
WRONG_KINDS = {
    errno.EEXIST: _NO_FOLDER,  # of making a folder
    errno.ENOTDIR: _NO_FOLDER,
    errno.ELOOP: "{path} is a link that leads in a circle: name a folder for the games",
    errno.EISDIR: "{path} is a folder where a file should be: move it away, and start again",
    errno.ENXIO: "{path} is no plain file: move it away, and start again",
    errno.ENAMETOOLONG: "{path} is too long a name: name another folder for the games",
}

_ERRNOS = {
    errno.ENOSPC: StorageFault.FULL,
    errno.EDQUOT: StorageFault.FULL,
    errno.EFBIG: StorageFault.FULL,
    errno.EROFS: StorageFault.READ_ONLY,
    errno.EACCES: StorageFault.NO_PERMISSION,
    errno.EPERM: StorageFault.NO_PERMISSION,
    errno.ENOENT: StorageFault.GONE,
    errno.ESTALE: StorageFault.GONE,
    errno.ENODEV: StorageFault.GONE,
    **dict.fromkeys(WRONG_KINDS, StorageFault.IN_THE_WAY),
}
_SQLITE = {
    sqlite3.SQLITE_FULL: StorageFault.FULL,
    sqlite3.SQLITE_READONLY: StorageFault.READ_ONLY,
    sqlite3.SQLITE_PERM: StorageFault.NO_PERMISSION,
    sqlite3.SQLITE_AUTH: StorageFault.NO_PERMISSION,
    sqlite3.SQLITE_BUSY: StorageFault.LOCKED,
    sqlite3.SQLITE_LOCKED: StorageFault.LOCKED,
    sqlite3.SQLITE_CORRUPT: StorageFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: StorageFault.DAMAGED,
    sqlite3.SQLITE_CONSTRAINT: StorageFault.DAMAGED,  # two things of one number: no card does that
    sqlite3.SQLITE_MISMATCH: StorageFault.DAMAGED,
    sqlite3.SQLITE_TOOBIG: StorageFault.DAMAGED,
}
_PRIMARY = 0xFF  # SQLite's extended codes carry the primary one in their low byte


def fault(cause: StorageFault, path: Path, detail: str = "") -> JournalError:
    """Make the error of that cause, in a sentence that names the path and the mend."""
    text = SENTENCES[cause].format(path=path)
    return JournalError(cause, f"{text} ({detail})" if detail else text, path)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise inside into a JournalError about `path`."""
    try:
        yield
    except JournalError:
        raise
    except OSError as error:
        raise _fault_of(error, path) from error
    except sqlite3.Error as error:
        raise fault(_sqlite_cause(error, path), path, str(error)) from error


def _fault_of(error: OSError, path: Path) -> JournalError:
    cause = _ERRNOS.get(error.errno or 0, StorageFault.IO_ERROR)
    words = WRONG_KINDS.get(error.errno or 0)
    if words is None:
        return fault(cause, path, str(error))
    return JournalError(cause, words.format(path=error.filename or path), path)


def _sqlite_cause(error: sqlite3.Error, path: Path) -> StorageFault:
    """Name the cause; where SQLite is vague ("disk I/O error"), the file system is asked."""
    code = getattr(error, "sqlite_errorcode", None)
    cause = _SQLITE.get(code & _PRIMARY) if code is not None else None
    if cause is None and isinstance(error, sqlite3.DatabaseError) and code is None:
        return StorageFault.DAMAGED
    if cause in {None, StorageFault.READ_ONLY}:
        return _asked_of_the_system(path) or cause or StorageFault.IO_ERROR
    return cause or StorageFault.IO_ERROR


def _asked_of_the_system(path: Path) -> StorageFault | None:
    try:
        numbers = os.statvfs(path.parent)
        path.stat()
    except OSError as error:
        return _ERRNOS.get(error.errno or 0)
    if numbers.f_flag & os.ST_RDONLY:
        return StorageFault.READ_ONLY
    files = (path / name for name in (DATABASE, LOG))  # a backup put back by the superuser is his
    if not all(os.access(p, os.W_OK) for p in (path, path.parent, *filter(os.path.exists, files))):
        return StorageFault.NO_PERMISSION
    return StorageFault.FULL if numbers.f_bavail == 0 else None
