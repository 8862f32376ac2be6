"""The line printed at the end of a play: where the games are, and the command that goes on."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def exit_message(folder: Path, options: Sequence[str]) -> str:
    """Return where the games are and the command that goes on, with these options."""
    again = shlex.join([*started_as(sys.argv[0], sys.orig_argv[0]), *options])
    return f"Your games are kept in {shlex.quote(str(folder))}. To go on: {again}"


def started_as(script: str, python: str) -> tuple[str, ...]:
    """Return the words that started the program, of sys.argv[0] and sys.orig_argv[0].

    Where the script was found by its name in PATH, the name alone is returned.
    """
    path = Path(script)
    if path.name == "__main__.py":
        return (python, "-m", path.absolute().parent.name)
    return (path.name if shutil.which(path.name) == script else script,)
