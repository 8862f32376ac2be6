"""What tests keep outside the repository.

Nothing but the standard library: it runs before .venv is there.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

CACHES: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hare-companion"


def filled(folder: Path, make: Callable[[Path], None]) -> Path:
    """Return a folder that the first process to ask for it fills, while others wait."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = folder.with_name(f"{folder.name}.unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(folder)  # whole or not at all
    return folder
