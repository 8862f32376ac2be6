"""The user's own folders for saved games and edition files, as the system names them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

APPLICATION: Final = "hare-companion"
CACHE: Final = "cache"
"""A folder in the state folder: what it holds may be deleted and is then computed again."""


def state_folder(option: str | None, environment: Mapping[str, str]) -> Path:
    """Return the state folder: the option, else systemd's STATE_DIRECTORY, else the user's."""
    given = option or environment.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else user_state_folder()


def user_state_folder() -> Path:
    """Return the folder of the user's saved games."""
    return _folder("state")


def user_config_folder() -> Path:
    """Return the folder of the user's configuration."""
    return _folder("config")


def _folder(kind: str) -> Path:
    import platformdirs  # noqa: PLC0415 - slow; neither a Pi nor a built-in edition needs it

    return Path(getattr(platformdirs, f"user_{kind}_dir")(APPLICATION))
