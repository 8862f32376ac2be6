"""Check that optional libraries are installed, and name the command that installs them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from companion import CompanionError


def pip_command() -> str:
    """Return the pip command of this environment, with sudo where the environment is root's.

    The distribution's pip would refuse, or install into another environment.
    """
    sudo = "sudo " if Path(sys.prefix).stat().st_uid == 0 else ""
    return f"{sudo}{sys.executable} -m pip"


class MissingLibraryError(CompanionError, ImportError):
    """A library that was asked for is not installed; `name` says which."""

    def __init__(self, name: str, what: str) -> None:
        """Name what needs it and the command that installs it for the running Python."""
        super().__init__(
            f"{what} needs {name}, which is not installed: {pip_command()} install {name}",
            name=name,
        )


def require_library(name: str, what: str) -> None:
    """Raise MissingLibraryError unless the module can be found; nothing is imported."""
    if importlib.util.find_spec(name) is None:
        raise MissingLibraryError(name, what)
