"""Write the pairing code to a file where neither a panel nor a terminal can show it.

The output of a service or a container may go to a log that others can read.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME: Final = "pairing-code"


@contextmanager
def pairing_code_file(state_folder: Path, code: str) -> Iterator[None]:
    """Keep the code in a file that only its owner reads, and print where; remove it at the end."""
    path = state_folder / NAME
    try:
        _write(path, code)
    except OSError as error:
        print(
            f"The code for it cannot be written to {path} ({error.strerror}):"
            " start it on a terminal, which shows the code.",
            file=sys.stderr,
            flush=True,
        )
    else:
        print(f"The code for it is in {path}, which only you can read.", flush=True)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()


def _write(path: Path, code: str) -> None:
    """Write a new file: what stands there, a link perhaps, is replaced. Raises OSError."""
    with suppress(FileNotFoundError):
        path.unlink()
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(f"{code}\n")
