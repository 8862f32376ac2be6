"""The commands `games` and `export` (spec/record.md): read a store, print it, touch nothing.

They may run beside a companion and on a read-only card. What a damaged store still proves is
printed all the same, and said; mending is the companion's own affair.
"""

from __future__ import annotations

import errno
import json
import sqlite3
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.journal import mend, place, story
from companion.journal.examine import DamagedStoreError, NewerStoreError, examined, rows_of_game
from companion.journal.faults import explained
from companion.journal.row import HOUSE, Row
from companion.journal.snapshot import database_bytes, opened
from companion.journal.witness import NAME, tail_in
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import TextIO

    from companion.app.journal_entries import SavedGame
    from companion.journal.examine import Findings
    from companion.journal.witness import Tail


def games(state_folder: Path, out: TextIO, err: TextIO) -> int:
    """Print the saved games, newest first by number; return the exit status."""
    try:
        found = _saved_games(_store(state_folder), err)
    except JournalError as error:
        print(f"hare-companion: {error}", file=err)
        return 1
    if not found:
        print(f"hare-companion: no game was kept in {state_folder} yet", file=err)
    for game in found:
        print(json.dumps(_listed(game), ensure_ascii=False), file=out)
    for words in _put_aside(state_folder, found):
        print(f"hare-companion: {words}", file=err)
    return 0


def export(state_folder: Path, game: int | None, out: TextIO, err: TextIO) -> int:
    """Print the record of a game (None: the latest) as it finally stands; return the exit status.

    Undone entries and the secret seed are left out.
    """
    try:
        found = _saved_game(_store(state_folder), game, err)
    except JournalError as error:
        print(f"hare-companion: {error}", file=err)
        return 1
    if found is None:
        print(f"hare-companion: {_missing(state_folder, game)}", file=err)
        return 1
    for line in (found.record, *found.past):
        print(line, file=out)
    return 0


def _store(state_folder: Path) -> Path:
    """Name the store, also where the power went between the two renames of a mending."""
    with explained(state_folder):
        return place.standing(state_folder)


def _put_aside(state_folder: Path, found: Sequence[SavedGame]) -> Iterator[str]:
    """Say which games, or turns of them, only a store that was put aside may still have.

    A game is the same by its setup and its seed: its number may have been given anew.
    """
    known = {(game.seed, game.record): game.turns for game in found}
    with suppress(OSError):
        for folder in reversed(place.put_asides(state_folder)):
            for saved, turns in mend.readable_games(folder):
                more = turns - known.get((saved.seed, saved.record), 0)
                is_listed = (saved.seed, saved.record) in known
                if more > 0 or not is_listed:
                    yield _more(folder.name, saved.number, turns, is_listed=is_listed)


def _more(folder: str, game: int, turns: int, *, is_listed: bool) -> str:
    if is_listed:
        return f"{folder} may hold more of a game in this list: {turns} turns of its game {game}"
    return f"{folder} may hold a game that is not in this list: its game {game}, {turns} turns"


def _missing(state_folder: Path, game: int | None) -> str:
    if game is None:
        return f"no game was kept in {state_folder} yet: there is nothing to export"
    return f"there is no game {game} in {state_folder}: see `hare-companion games`"


def _listed(game: SavedGame) -> dict[str, Any]:
    setup = story.loaded(game.record)
    edition = setup.get("edition") if isinstance(setup, dict) else None
    return {
        "id": game.number,
        "edition": edition,
        "players": list(story.seat_names(game.record)),
        "turn": game.turns,
        "finished": game.finished,
    }


def _saved_games(store: Path, err: TextIO) -> tuple[SavedGame, ...]:
    with explained(store):
        tail, content = _tail(store), _content(store)
        if content is None:
            return ()
        try:
            return _examined(content, tail).games
        except DamagedStoreError as error:
            rows = _proved(store, error, err)
    streams = [_stream(rows, number) for number in {row.game for row in rows} - {HOUSE}]
    return tuple(sorted(map(story.saved_game, streams), key=lambda game: -game.number))


def _saved_game(store: Path, number: int | None, err: TextIO) -> SavedGame | None:
    with explained(store):
        tail, content = _tail(store), _content(store)
        if content is None:
            return None
        try:
            stream = _sound_stream(content, tail, number)
        except DamagedStoreError as error:
            rows = _proved(store, error, err)
            latest = max((row.game for row in rows), default=HOUSE)
            stream = _stream(rows, latest if number is None else number)
    return story.saved_game(stream) if stream else None


def _examined(content: bytes, tail: Tail | None) -> Findings:
    """Hold the database against the witness, as an opening does; a newer one by itself."""
    try:
        return examined(content, tail=tail)
    except NewerStoreError:
        return examined(content, None)


def _tail(store: Path) -> Tail | None:
    """Read the end of the witness; before the database, for a companion beside us writes it after.

    None where it cannot be read: the database is enough to go on.
    """
    try:
        return tail_in(store / NAME)
    except OSError:
        return None


def _sound_stream(content: bytes, tail: Tail | None, number: int | None) -> tuple[Row, ...]:
    known = [game.number for game in _examined(content, tail).games]
    if number is None and known:
        number = known[0]
    if number is None or number not in known:
        return ()
    db = opened(content)
    try:
        return rows_of_game(db, number)
    except sqlite3.DatabaseError as error:
        raise DamagedStoreError(str(error)) from error
    finally:
        db.close()


def _content(store: Path) -> bytes | None:
    """Read the store; None where there is none yet, nor anything else in its place.

    A state folder that is not there is one that nobody played in: the first game makes it.
    """
    for folder in (*reversed(store.parent.parents), store.parent, store):
        try:
            folder.lstat()
        except FileNotFoundError:
            return None
        if not stat.S_ISDIR(folder.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, "no folder", str(folder))
    return database_bytes(store)


def _proved(store: Path, error: DamagedStoreError, err: TextIO) -> tuple[Row, ...]:
    print(f"hare-companion: {store} is damaged ({error}): this is what is proved", file=err)
    return mend.proved(store)


def _stream(rows: tuple[Row, ...], number: int) -> tuple[Row, ...]:
    return () if number == HOUSE else tuple(row for row in rows if row.game == number)
