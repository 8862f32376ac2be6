"""The players' data at the edge: files of the package, and tables for a family's own boards."""

from __future__ import annotations

import logging
from importlib.resources import files
from typing import TYPE_CHECKING

from companion.config.regular_file import read_regular, replace_regular
from companion.players.data_file import (
    MOST_BYTES,
    PlayerData,
    PlayerDataError,
    fingerprint,
    read_player_data,
    write_player_data,
)
from companion.players.make_turns_table import make_table

if TYPE_CHECKING:
    from pathlib import Path

    from companion.players.rules_access import Edition

log = logging.getLogger(__name__)


def shipped_data(edition: Edition) -> PlayerData | None:
    """Return the data that comes with the package for this board.

    None for a family's own, and where the file is missing or damaged.
    """
    path = files("companion") / "players" / "data" / f"{edition.id}.bin"
    if not path.is_file():
        return None
    try:
        return read_player_data(path.read_bytes(), edition)
    except (OSError, PlayerDataError) as error:
        log.warning("%s: %s; the companion cannot play on this board", path, error)
        return None


def cached_data(folder: Path, edition: Edition) -> PlayerData | None:
    """Return the data that was computed for a family's own board; None where none is kept."""
    try:
        return read_player_data(read_regular(folder, _cache_name(edition), MOST_BYTES), edition)
    except (OSError, PlayerDataError):
        return None


def keep_data(folder: Path, edition: Edition, data: PlayerData) -> None:
    """Keep what was computed for a family's own board; where that fails it is computed again."""
    name = _cache_name(edition)
    try:
        replace_regular(folder, name, write_player_data(edition, data))
    except OSError as error:
        log.warning("%s: the computed player data is not kept: %s", folder / name, error.strerror)


def _cache_name(edition: Edition) -> str:
    return f"players-{fingerprint(edition)[:16]}.bin"


def player_data(edition: Edition) -> PlayerData:
    """Return the data of a board; that of a family's own is made on the spot, which takes seconds.

    Where buttons wait, the tables are made a row at a time instead (make_turns_table.py).
    """
    shipped = shipped_data(edition)
    if shipped is not None:
        return shipped
    log.warning("%s: computing the tables of this board; it takes up to a minute", edition.id)
    return PlayerData(make_table(edition, sure=False), make_table(edition, sure=True), {})
