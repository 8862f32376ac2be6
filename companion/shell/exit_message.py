"""The line at the end of a play: where the games are kept, and what to type to go on."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def exit_message(folder: Path, options: Sequence[str]) -> str:
    """Say where the games are and how to go on; `options` are the words after the program's."""
    again = shlex.join([*started_as(sys.argv[0], sys.orig_argv[0]), *options])
    return f"Your games are kept in {shlex.quote(str(folder))}. To go on: {again}"


def started_as(script: str, python: str) -> tuple[str, ...]:
    """Return the words that started the program; `script` and `python` as the system was told them.

    A shell hands over the path of what it found by its name alone: then the name will do again.
    """
    path = Path(script)
    if path.name == "__main__.py":
        return (python, "-m", path.absolute().parent.name)
    return (path.name if shutil.which(path.name) == script else script,)
