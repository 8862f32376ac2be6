"""The players' data at the edge: files of the package, and tables for a family's own boards."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from companion.players.data_file import PlayerData, PlayerDataError, read_player_data
from companion.players.make_turns_table import make_table

if TYPE_CHECKING:
    from companion.players.rules_access import Edition


def shipped_data(edition: Edition) -> PlayerData | None:
    """Return the data that comes with the package for this board, None for a family's own."""
    path = files("companion") / "players" / "data" / f"{edition.id}.bin"
    if not path.is_file():
        return None
    try:
        return read_player_data(path.read_bytes(), edition)
    except PlayerDataError:
        return None


def player_data(edition: Edition) -> PlayerData:
    """Return the data of a board; that of a family's own is made on the spot, which takes seconds.

    Where buttons wait, the tables are made a row at a time instead (make_turns_table.py).
    """
    shipped = shipped_data(edition)
    if shipped is not None:
        return shipped
    return PlayerData(make_table(edition, sure=False), make_table(edition, sure=True), {})
