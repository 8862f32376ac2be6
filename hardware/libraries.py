"""Check that optional libraries are installed, and name the command that installs them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Final

from companion import CompanionError

_PACKAGED: Final = Path("/usr/lib/hare-companion")  # where the Debian package has this program
_DEBIAN_NAMES: Final = {"pillow": "pil"}
_NATIVE: Final = frozenset({"aiohttp", "lgpio", "pillow", "rpi-lgpio", "spidev", "textual"})


def is_packaged(file: str = __file__) -> bool:
    """Return whether this program was installed by its Debian package."""
    return Path(file).is_relative_to(_PACKAGED)


def package_fix(name: str) -> str:
    """Return how a library comes beside the Debian package: by apt, or inside of it."""
    if name in _NATIVE:
        return f"sudo apt install python3-{_DEBIAN_NAMES.get(name, name)}"
    return "install the package hare-companion again"


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
        fix = package_fix(name) if is_packaged() else f"{pip_command()} install {name}"
        super().__init__(f"{what} needs {name}, which is not installed: {fix}", name=name)


def require_library(name: str, what: str) -> None:
    """Raise MissingLibraryError unless the module can be found; nothing is imported."""
    if importlib.util.find_spec(name) is None:
        raise MissingLibraryError(name, what)
