"""The languages that are installed: one folder each, and nothing else (README.md)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

DOMAIN: Final = "hare-companion"
FOLDER: Final = Path(__file__).parent
SOURCE: Final = "en"  # the language of the texts in the code: it needs no folder


@cache
def languages() -> tuple[str, ...]:
    """List the codes of the languages that can be chosen: those whose catalogue is compiled."""
    compiled = sorted(path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE, *compiled)
