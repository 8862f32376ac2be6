"""The user's own folders for saved games and edition files, as the system names them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

APPLICATION: Final = "hare-companion"


def user_state_folder() -> Path:
    """Return the folder of the user's saved games."""
    return _folder("state")


def user_config_folder() -> Path:
    """Return the folder of the user's configuration."""
    return _folder("config")


def _folder(kind: str) -> Path:
    import platformdirs  # noqa: PLC0415 - slow; neither a Pi nor a built-in edition needs it

    return Path(getattr(platformdirs, f"user_{kind}_dir")(APPLICATION))
