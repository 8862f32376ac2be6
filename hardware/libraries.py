"""The libraries that only some ways to play need: say which is missing, and how to get it."""

from __future__ import annotations

import importlib.util
import sys

from companion.errors import CompanionError


class MissingLibraryError(CompanionError, ImportError):
    """A library that was asked for is not installed; `name` says which."""

    def __init__(self, name: str, what: str) -> None:
        """Say what needs it and how to get it, for the very Python that runs."""
        super().__init__(
            f"{what} needs {name}, which is not installed: {sys.executable} -m pip install {name}",
            name=name,
        )


def need(name: str, what: str) -> None:
    """Raise MissingLibraryError unless the module can be found; nothing is imported."""
    if importlib.util.find_spec(name) is None:
        raise MissingLibraryError(name, what)
