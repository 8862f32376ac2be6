"""Errors of SQLite and of the system become a JournalError here, with the path and the fix."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.app.storage_fault import StorageFault
from companion.journal.paths import DATABASE, WAL
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SENTENCES = {
    StorageFault.FULL: "no space is left for {path}: delete something there",
    StorageFault.READ_ONLY: "{path} takes no writes: mount it read-write (worn ones go read-only)",
    StorageFault.NO_PERMISSION: "{path} may not be used by this user: give the folder to this user",
    StorageFault.GONE: "{path} is not there: plug it in again, or name the right folder",
    StorageFault.IN_THE_WAY: "{path} is something else: move it away, and start again",
    StorageFault.IO_ERROR: "{path} answers with an error: the storage may be worn out",
    StorageFault.LOCKED: "{path} is in use by another program: end that one first",
    StorageFault.NEWER: "{path} was written by a newer version: it is read, not written; update",
    StorageFault.DAMAGED: "{path} does not hold what was written: start again to have it recovered",
}

# What is there but is of another kind has a sentence of its own.
_NO_FOLDER = "{path} is no folder, nor a link to one: name a folder for the games"
_WRONG_KINDS = {
    errno.EEXIST: _NO_FOLDER,  # of making a folder
    errno.ENOTDIR: _NO_FOLDER,
    errno.ELOOP: "{path} is a link that is not followed, or a circle of links: move it away",
    errno.EISDIR: "{path} is a folder where a file should be: move it away, and start again",
    errno.ENXIO: "{path} is no regular file: move it away, and start again",
    errno.ENAMETOOLONG: "{path} is too long a name: name another folder for the games",
}

_ERRNOS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), StorageFault.FULL),
    **dict.fromkeys((errno.EACCES, errno.EPERM), StorageFault.NO_PERMISSION),
    **dict.fromkeys((errno.ENOENT, errno.ESTALE, errno.ENODEV), StorageFault.GONE),
    errno.EROFS: StorageFault.READ_ONLY,
}
_SQLITE = {
    sqlite3.SQLITE_FULL: StorageFault.FULL,
    sqlite3.SQLITE_READONLY: StorageFault.READ_ONLY,
    **dict.fromkeys((sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH), StorageFault.NO_PERMISSION),
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), StorageFault.LOCKED),
    **dict.fromkeys((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB), StorageFault.DAMAGED),
    **dict.fromkeys((sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH), StorageFault.DAMAGED),
    sqlite3.SQLITE_TOOBIG: StorageFault.DAMAGED,
}
_PRIMARY = 0xFF  # SQLite's extended codes carry the primary one in their low byte


def fault(cause: StorageFault, path: Path, detail: str = "") -> JournalError:
    """Make the error of that cause, in a sentence that names the path and the fix."""
    text = SENTENCES[cause].format(path=path)
    return JournalError(cause, f"{text} ({detail})" if detail else text)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raise a JournalError about `path` for what SQLite or the system raises inside."""
    try:
        yield
    except JournalError:
        raise
    except OSError as error:
        raise _fault_of(error, path) from error
    except UnicodeDecodeError as error:  # of a message of SQLite's about a name that has rotted
        raise fault(StorageFault.DAMAGED, path, str(error)) from error
    except sqlite3.Error as error:
        raise fault(_sqlite_cause(error, path), path, str(error)) from error


def _fault_of(error: OSError, path: Path) -> JournalError:
    number = error.errno or 0
    if number in _WRONG_KINDS:
        text = _WRONG_KINDS[number].format(path=error.filename or path)
        return JournalError(StorageFault.IN_THE_WAY, text)
    return fault(_ERRNOS.get(number, StorageFault.IO_ERROR), path, str(error))


def _sqlite_cause(error: sqlite3.Error, path: Path) -> StorageFault:
    """Return the cause; where SQLite is vague ("disk I/O error"), that of the file system."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # not from SQLite, but from this package or from Python
        return StorageFault.DAMAGED
    cause = _SQLITE.get(code & _PRIMARY, StorageFault.IO_ERROR)
    is_vague = cause in {StorageFault.IO_ERROR, StorageFault.READ_ONLY}
    return (is_vague and _file_system_cause(path)) or cause


def _file_system_cause(path: Path) -> StorageFault | None:
    try:
        numbers = os.statvfs(path.parent)
        path.stat()
    except OSError as error:
        return _ERRNOS.get(error.errno or 0)
    if numbers.f_flag & os.ST_RDONLY:
        return StorageFault.READ_ONLY
    files = (path / name for name in (DATABASE, WAL))  # a backup put back by the superuser is his
    if not all(os.access(p, os.W_OK) for p in (path, path.parent, *filter(os.path.exists, files))):
        return StorageFault.NO_PERMISSION
    return StorageFault.FULL if numbers.f_bavail == 0 else None
