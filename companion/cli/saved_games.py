"""What `games`, `export` and `stats` share (spec/record.md): read a store and change nothing.

They may run beside a companion and on a read-only file system. Of a damaged store what can be
recovered is printed all the same; recovering it is left to the next start.
"""

from __future__ import annotations

import errno
import json
import stat
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.book.spellings import SPELLINGS, spellings_from
from companion.journal import paths
from companion.journal.errors import explained
from companion.journal.projection import by_game, parse_json, saved_game, saved_state, seat_names
from companion.journal.rows import NO_GAME, Kind, key_and_value
from companion.journal.verify import read_store
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import TextIO

    from companion.app.journal_entries import SavedGame
    from companion.journal.rows import Row

_TRIES = 20  # a companion that writes at the same time pauses between two presses


def games(state_folder: Path, out: TextIO, err: TextIO) -> int:
    """Print the saved games, newest first by number; return the exit status."""
    try:
        found = saved_state(_rows(state_folder, err)).games
    except JournalError as error:
        print(f"hare-companion: {error}", file=err)
        return 1
    if not found:
        print(f"hare-companion: no game was kept in {state_folder} yet", file=err)
    for game in found:
        print(json.dumps(_listed(game), ensure_ascii=False), file=out)
    for name in paths.damaged_names(state_folder):
        print(f"hare-companion: a damaged store was put aside as {name}", file=err)
    return 0


def export(state_folder: Path, game: int | None, out: TextIO, err: TextIO) -> int:
    """Print the record of a game (None: the latest) as it finally stands; return the exit status.

    Undone entries and the secret seed are left out.
    """
    try:
        found = by_game(row for row in _rows(state_folder, err) if row.game)
    except JournalError as error:
        print(f"hare-companion: {error}", file=err)
        return 1
    number = max(found, default=0) if game is None else game
    if number not in found:
        print(f"hare-companion: {_missing(state_folder, game)}", file=err)
        return 1
    saved = saved_game(found[number])
    for line in (saved.record, *saved.past):
        print(line, file=out)
    return 0


class SavedGames(NamedTuple):
    """All saved games, the earliest first: finished ones whole, each with the hash of its end.

    `unfinished` counts the others; `spellings` has the name under which another one counts.
    """

    finished: tuple[tuple[SavedGame, str], ...]
    unfinished: int
    spellings: dict[str, str]


def read_saved_games(state_folder: Path, err: TextIO) -> SavedGames:
    """Read the saved games as they finally stand. Raises JournalError."""
    streams = by_game(_rows(state_folder, err))
    settings = streams.pop(NO_GAME, [])
    if not streams:
        print(f"hare-companion: no game was kept in {state_folder} yet", file=err)
    ended = [rows for _, rows in sorted(streams.items()) if rows[-1].kind is Kind.FINISH]
    finished = tuple((saved_game(rows), rows[-1].hash) for rows in ended)
    return SavedGames(finished, len(streams) - len(finished), _spellings(settings))


def _spellings(settings: Sequence[Row]) -> dict[str, str]:
    kept = dict(key_and_value(row) for row in settings if row.kind is Kind.SET)
    table = parse_json(kept.get(SPELLINGS, "{}"))
    return spellings_from(table) if isinstance(table, dict) else {}


def _rows(state_folder: Path, err: TextIO) -> tuple[Row, ...]:
    """Read all rows; none where there is no store yet. Raises JournalError."""
    with explained(state_folder):
        store = paths.present_store(state_folder)
    with explained(store):
        if not _is_there(store):
            return ()
        for _ in range(_TRIES):
            content = read_store(store)
            if not content.fault:
                return content.rows
    print(
        f"hare-companion: {store} is damaged ({content.fault}): this is what can be recovered",
        file=err,
    )
    return content.rows


def _missing(state_folder: Path, game: int | None) -> str:
    if game is None:
        return f"no game was kept in {state_folder} yet: there is nothing to export"
    return f"there is no game {game} in {state_folder}: see `hare-companion games`"


def _listed(game: SavedGame) -> dict[str, Any]:
    setup = parse_json(game.record)
    edition = setup.get("edition") if isinstance(setup, dict) else None
    return {
        "id": game.number,
        "edition": edition,
        "players": list(seat_names(game.record)),
        "turn": game.turns,
        "finished": game.finished,
    }


def _is_there(store: Path) -> bool:
    """Return whether there is a store. Raises OSError where anything else stands in its place.

    A missing state folder is no error: the first game makes it.
    """
    for folder in (*reversed(store.parent.parents), store.parent, store):
        try:
            folder.lstat()
        except FileNotFoundError:
            return False
        if not stat.S_ISDIR(folder.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, "no folder", str(folder))
    return True
