"""The libraries: which is missing, and how to get it into the environment that runs."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from companion import CompanionError


def own_pip() -> str:
    """Name the companion's own pip, as a command begins.

    The distribution's would refuse, or install where nobody looks. On a box the environment is
    root's: then with sudo.
    """
    sudo = "sudo " if Path(sys.prefix).stat().st_uid == 0 else ""
    return f"{sudo}{sys.executable} -m pip"


class MissingLibraryError(CompanionError, ImportError):
    """A library that was asked for is not installed; `name` says which."""

    def __init__(self, name: str, what: str) -> None:
        """Say what needs it and how to get it, for the very Python that runs."""
        super().__init__(
            f"{what} needs {name}, which is not installed: {own_pip()} install {name}",
            name=name,
        )


def need(name: str, what: str) -> None:
    """Raise MissingLibraryError unless the module can be found; nothing is imported."""
    if importlib.util.find_spec(name) is None:
        raise MissingLibraryError(name, what)
