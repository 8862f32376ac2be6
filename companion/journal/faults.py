"""Foreign errors become the journal's own at this border, once, with path and mend."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.app.keep import Cause
from companion.journal.snapshot import DATABASE, LOG
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SENTENCES = {
    Cause.FULL: "no space is left for {path}: make room on the card",
    Cause.READ_ONLY: "{path} takes no writes: mount it read-write (a worn card goes read-only)",
    Cause.NO_PERMISSION: "{path} may not be used by this user: give the folder to this user",
    Cause.GONE: "{path} is not there: plug it in again, or name the right folder",
    Cause.IN_THE_WAY: "{path} is something else: move it away, and start again",
    Cause.IO_ERROR: "{path} answers with an error: the card may be worn out",
    Cause.LOCKED: "{path} is in use by another program: end that one first",
    Cause.NEWER: "{path} was written by a newer version: it is read, not written; update",
    Cause.DAMAGED: "{path} does not hold what was written: start again to have it mended",
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
    errno.ENOSPC: Cause.FULL,
    errno.EDQUOT: Cause.FULL,
    errno.EFBIG: Cause.FULL,
    errno.EROFS: Cause.READ_ONLY,
    errno.EACCES: Cause.NO_PERMISSION,
    errno.EPERM: Cause.NO_PERMISSION,
    errno.ENOENT: Cause.GONE,
    errno.ESTALE: Cause.GONE,
    errno.ENODEV: Cause.GONE,
    **dict.fromkeys(WRONG_KINDS, Cause.IN_THE_WAY),
}
_SQLITE = {
    sqlite3.SQLITE_FULL: Cause.FULL,
    sqlite3.SQLITE_READONLY: Cause.READ_ONLY,
    sqlite3.SQLITE_PERM: Cause.NO_PERMISSION,
    sqlite3.SQLITE_AUTH: Cause.NO_PERMISSION,
    sqlite3.SQLITE_BUSY: Cause.LOCKED,
    sqlite3.SQLITE_LOCKED: Cause.LOCKED,
    sqlite3.SQLITE_CORRUPT: Cause.DAMAGED,
    sqlite3.SQLITE_NOTADB: Cause.DAMAGED,
    sqlite3.SQLITE_CONSTRAINT: Cause.DAMAGED,  # two things of one number: no card does that
    sqlite3.SQLITE_MISMATCH: Cause.DAMAGED,
    sqlite3.SQLITE_TOOBIG: Cause.DAMAGED,
}
_PRIMARY = 0xFF  # SQLite's extended codes carry the primary one in their low byte


def fault(cause: Cause, path: Path, detail: str = "") -> JournalError:
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
    cause = _ERRNOS.get(error.errno or 0, Cause.IO_ERROR)
    words = WRONG_KINDS.get(error.errno or 0)
    if words is None:
        return fault(cause, path, str(error))
    return JournalError(cause, words.format(path=error.filename or path), path)


def _sqlite_cause(error: sqlite3.Error, path: Path) -> Cause:
    """Name the cause; where SQLite is vague ("disk I/O error"), the file system is asked."""
    code = getattr(error, "sqlite_errorcode", None)
    cause = _SQLITE.get(code & _PRIMARY) if code is not None else None
    if cause is None and isinstance(error, sqlite3.DatabaseError) and code is None:
        return Cause.DAMAGED
    if cause in {None, Cause.READ_ONLY}:
        return _asked_of_the_system(path) or cause or Cause.IO_ERROR
    return cause or Cause.IO_ERROR


def _asked_of_the_system(path: Path) -> Cause | None:
    try:
        numbers = os.statvfs(path.parent)
        path.stat()
    except OSError as error:
        return _ERRNOS.get(error.errno or 0)
    if numbers.f_flag & os.ST_RDONLY:
        return Cause.READ_ONLY
    files = (path / name for name in (DATABASE, LOG))  # a backup put back by the superuser is his
    if not all(os.access(p, os.W_OK) for p in (path, path.parent, *filter(os.path.exists, files))):
        return Cause.NO_PERMISSION
    return Cause.FULL if numbers.f_bavail == 0 else None
