"""Where the store is: the state folder and what stands in it.

lock        held while a companion runs
store/      the database, its log and the second witness: one folder, so that one rename takes all
damaged-N/  a store that was put aside, counted and never deleted
fresh/      a store being built: worth nothing until it is renamed
mended/     a store built whole, about to take the place of the damaged one
"""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.journal.snapshot import DATABASE, LOG
from companion.journal.witness import NAME, sync_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

STORE, FRESH, MENDED = "store", "fresh", "mended"
_ASIDE = re.compile(r"damaged-([0-9]{1,15})")
_FILES = frozenset({DATABASE, LOG, f"{DATABASE}-shm", f"{DATABASE}-journal", NAME})

log = logging.getLogger(__name__)


def state_folder(option: str | None, environment: Mapping[str, str]) -> Path:
    """Choose the state folder: the option, else systemd's STATE_DIRECTORY, else the user's."""
    if option:
        return Path(option)
    given = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    import platformdirs  # noqa: PLC0415 - lazy adapter: slow, not for a Pi

    return Path(platformdirs.user_state_dir("hare-companion"))


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, each name synced. Raises OSError."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def settle(state: Path) -> None:
    """Finish or forget what a power cut left of a mending or of a first creation.

    Raises OSError.
    """
    _remove(state / FRESH)
    if not os.path.lexists(state / MENDED):
        return
    if os.path.lexists(state / STORE):
        _remove(state / MENDED)
        return
    (state / MENDED).rename(state / STORE)
    sync_folder(state)


def standing(state: Path) -> Path:
    """Name the folder that is the store, or will be it once a mending is finished."""
    store, mended = state / STORE, state / MENDED
    return mended if mended.is_dir() and not os.path.lexists(store) else store


def device_of(folder: Path) -> int:
    """Tell the device that a folder is on, or would be on. Raises OSError."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.stat().st_dev


def put_asides(state: Path) -> list[Path]:
    """List the stores that were put aside, the latest first. Raises OSError."""
    found = ((int(m[1]), path) for path in state.iterdir() if (m := _ASIDE.fullmatch(path.name)))
    return [path for _, path in sorted(found, reverse=True)]


def name_aside(state: Path) -> str:
    """Name the next store to be put aside: by counting, since there may be no clock."""
    latest = next((path.name for path in put_asides(state)), "damaged-0")
    return f"damaged-{int(latest.removeprefix('damaged-')) + 1}"


def move_in(state: Path) -> None:
    """Make the fresh store the store, where there is none yet. Raises OSError."""
    (state / FRESH).rename(state / STORE)
    sync_folder(state)


def put_aside(state: Path, name: str) -> None:
    """Put the store aside under `name` and the fresh one in its place. Raises OSError.

    Cut anywhere, `settle` finds either the old store untouched or the mended one whole.
    """
    (state / FRESH).rename(state / MENDED)
    sync_folder(state)
    (state / STORE).rename(state / name)
    (state / MENDED).rename(state / STORE)
    sync_folder(state)


def _remove(folder: Path) -> None:
    """Remove a store that never came to be; what is none of ours is only put aside."""
    if not os.path.lexists(folder):
        return
    if _is_ours(folder):
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
    else:
        name = name_aside(folder.parent)
        log.warning("%s is no store of ours: it is kept as %s", folder, name)
        folder.rename(folder.parent / name)
    sync_folder(folder.parent)


def _is_ours(folder: Path) -> bool:
    """Tell whether nothing is in there but files that a store has (they lie flat)."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return all(
        path.name in _FILES and path.is_file() and not path.is_symlink()
        for path in folder.iterdir()
    )
