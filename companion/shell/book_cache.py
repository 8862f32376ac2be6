"""The cache of the family book: a file that may be deleted at any time.

It holds what each finished game came to, by the hash of the game's last row. A file that is
missing, damaged or of another version is an empty cache; nothing of the games depends on it.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Final

from companion.book.results_text import parse_results, write_results
from companion.config.regular_file import read_regular, replace_regular

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from companion.book.game_result import GameResult

BOOK: Final = "book"
_MOST: Final = 1 << 26  # bytes that are read: some 200,000 games

log = logging.getLogger(__name__)


def read_cache(folder: Path) -> dict[str, GameResult | None]:
    """Read the cache in a folder; empty where it cannot be used."""
    if not os.path.lexists(folder):
        return {}
    try:
        return parse_results(read_regular(folder, BOOK, _MOST))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, LookupError, RecursionError) as error:
        log.warning(
            "the family book is computed again, %s cannot be used: %s", folder / BOOK, error
        )
        return {}


def write_cache(folder: Path, results: Mapping[str, GameResult | None]) -> None:
    """Replace the cache; where it cannot be written it is computed again the next time."""
    try:
        replace_regular(folder, BOOK, write_results(results))
    except OSError as error:
        log.warning("%s cannot be written: %s", folder / BOOK, error)
