"""What `games`, `export` and `stats` share (spec/record.md): read a store and change nothing.

They may run beside a companion and on a read-only file system. Of a damaged store what can be
recovered is printed all the same; recovering it is left to the next start.
"""

from __future__ import annotations

import errno
import json
import stat
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.app.setup_line import parse_json, seat_names
from companion.book.spellings import SPELLINGS, spellings_from
from companion.config.bounded_read import printable_name
from companion.journal import paths
from companion.journal.errors import explained
from companion.journal.read_store import StoreContent, read_store
from companion.journal.saved_state import by_game, saved_state, whole_game
from companion.ports import JournalError

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO

    from companion.app.journal_entries import SavedGame

_TRIES = 20  # a companion that writes at the same time pauses between two presses


def say(words: object, err: TextIO) -> None:
    """Print a sentence for people on one line, whatever is in the name of a folder."""
    print(f"hare-companion: {printable_name(str(words))}", file=err)


def games(state_folder: Path, out: TextIO, err: TextIO) -> int:
    """Print the saved games, newest first by number; return the exit status."""
    try:
        content = _content(state_folder, err)
    except JournalError as error:
        say(error, err)
        return 1
    found = saved_state(content.rows, content.head).games
    if not found:
        say(f"no game was kept in {state_folder} yet", err)
    for game in found:
        print(json.dumps(_listed(game), ensure_ascii=False), file=out)
    for name in paths.damaged_names(state_folder):
        say(f"a damaged store was put aside as {name}", err)
    return 0


def export(state_folder: Path, game: int | None, out: TextIO, err: TextIO) -> int:
    """Print the record of a game (None: the latest) as it finally stands; return the exit status.

    Undone entries and the secret seed are left out.
    """
    try:
        found = by_game(row for row in _content(state_folder, err).rows if row.game)
    except JournalError as error:
        say(error, err)
        return 1
    number = max(found, default=0) if game is None else game
    if number not in found:
        say(_missing(state_folder, game), err)
        return 1
    saved = whole_game(found[number])
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
    content = _content(state_folder, err)
    games = content.head.games
    if not games:
        say(f"no game was kept in {state_folder} yet", err)
    streams = by_game(content.rows)
    ended = sorted(number for number, game in games.items() if game.finish)
    finished = tuple((whole_game(streams[number]), games[number].finish) for number in ended)
    table = parse_json(content.head.settings.get(SPELLINGS, "{}"))
    spellings = spellings_from(table) if isinstance(table, dict) else {}
    return SavedGames(finished, len(games) - len(finished), spellings)


def _content(state_folder: Path, err: TextIO) -> StoreContent:
    """Read the store; it is empty where there is none yet. Raises JournalError."""
    with explained(state_folder):
        store = paths.present_store(state_folder)
    with explained(store):
        if not _is_there(store):
            return StoreContent()
        for _ in range(_TRIES):
            content = read_store(store)
            if not content.fault:
                return content
    say(f"{store} is damaged ({content.fault}): this is what can be recovered", err)
    return content


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
