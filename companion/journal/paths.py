"""The paths of the journal: the state folder and its content.

lock        held while a companion runs
store/      the database, its WAL and the backup log: one folder, so that one rename moves all
damaged-N/  a store that was put aside; counted, and never deleted
fresh/      a store that is being built: worth nothing until it is renamed
cache/      what may be deleted and is then computed again
mended/     a store that is complete and about to take the place of the damaged one
"""

from __future__ import annotations

import logging
import os
import re
import stat
from typing import TYPE_CHECKING, Final

from companion.config.regular_file import sync_folder

if TYPE_CHECKING:
    from pathlib import Path

STORE, FRESH, REPAIRED = "store", "fresh", "mended"
DATABASE: Final = "journal.db"
WAL: Final = f"{DATABASE}-wal"
BACKUP_LOG: Final = "record.jsonl"
_ASIDE = re.compile(r"damaged-([1-9][0-9]{0,14})")
FILES: Final = (DATABASE, WAL, f"{DATABASE}-shm", f"{DATABASE}-journal", BACKUP_LOG)

log = logging.getLogger(__name__)


def finish_renames(state: Path) -> None:
    """Finish a recovery that was cut short, and remove a store that was not complete.

    Raises OSError.
    """
    _remove(state / FRESH)
    if os.path.lexists(state / STORE):
        _remove(state / REPAIRED)
    elif os.path.lexists(state / REPAIRED):
        (state / REPAIRED).rename(state / STORE)
        sync_folder(state)


def present_store(state: Path) -> Path:
    """Return the folder that is the store, or will be it once a recovery is finished."""
    store, repaired = state / STORE, state / REPAIRED
    return repaired if repaired.is_dir() and not os.path.lexists(store) else store


def damaged_names(state: Path) -> list[str]:
    """Return the names of the stores that were put aside, in the order of their numbers."""
    return [f"damaged-{number}" for number in _damaged_numbers(state)]


def next_damaged_name(state: Path) -> str:
    """Return the name for the next store to be put aside: counted, since there may be no clock."""
    return f"damaged-{max(_damaged_numbers(state), default=0) + 1}"


def _damaged_numbers(state: Path) -> list[int]:
    names = (path.name for path in state.iterdir()) if state.is_dir() else ()
    return sorted(int(match[1]) for match in map(_ASIDE.fullmatch, names) if match)


def put_in_place(state: Path, aside: str = "") -> None:
    """Make the fresh store the store, and put the old one aside under that name. Raises OSError.

    Wherever this is cut short, `finish_renames` finds the old store or the complete new one.
    """
    (state / FRESH).rename(state / REPAIRED)
    sync_folder(state)
    if aside:
        (state / STORE).rename(state / aside)
    (state / REPAIRED).rename(state / STORE)
    sync_folder(state)


def _remove(folder: Path) -> None:
    """Remove a store that was not complete; anything else of that name is only put aside."""
    if not os.path.lexists(folder):
        return
    if _is_store(folder):
        for path in folder.iterdir():
            path.unlink()
        sync_folder(folder)  # before the next store gets this folder's name
        folder.rmdir()
    else:
        name = next_damaged_name(folder.parent)
        log.warning("%s is not a store of this program: it is kept as %s", folder, name)
        folder.rename(folder.parent / name)
    sync_folder(folder.parent)


def _is_store(folder: Path) -> bool:
    """Return whether nothing is in the folder but regular files with the names of a store's."""
    return stat.S_ISDIR(folder.lstat().st_mode) and all(
        path.name in FILES and stat.S_ISREG(path.lstat().st_mode) for path in folder.iterdir()
    )
