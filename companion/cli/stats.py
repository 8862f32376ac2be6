"""The command `stats`: the family book of the saved games, or of records (spec/record.md)."""

from __future__ import annotations

import os
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.book.book_json import book_json
from companion.book.book_text import book_lines
from companion.book.family_book import NamedResult, book_of
from companion.book.game_result import result_of
from companion.cli.record_files import Streams, print_json, print_refusal, read_record
from companion.cli.saved_games import read_saved_games, say
from companion.cli.shared_options import add_state, file_name
from companion.config.bounded_read import printable_name
from companion.config.edition_files import find_edition
from companion.config.user_folders import CACHE, state_folder
from companion.ports import JournalError
from companion.rules.record import RecordError
from companion.rules.replay import replay
from companion.shell.book_cache import read_cache

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from companion.app.journal_entries import SavedGame
    from companion.book.game_result import GameResult
    from companion.rules.edition import Edition


class Source(NamedTuple):
    """A game to be counted: what it is called in the book and in errors, and its result.

    `result` returns None for a game that is not over. Raises RecordError.
    """

    game: str
    name: str
    result: Callable[[], GameResult | None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_state(parser)
    parser.add_argument("--json", action="store_true", help="print the book as a JSON object")
    parser.add_argument(
        "--plain",
        action="store_true",
        help="leave out the games with a mark: corrected, left by a player, or with a hint",
    )
    parser.add_argument(
        "files",
        nargs="*",
        type=file_name,
        metavar="FILE",
        help="a record; - reads standard input (default: all saved games)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    streams = Streams()
    show = partial(print_book, streams=streams, as_json=options.json, plain=options.plain)
    if options.files:
        return show([source_of_file(name, streams) for name in options.files])
    folder = state_folder(options.state, os.environ)
    try:
        saved = read_saved_games(folder, streams.stderr)
    except JournalError as error:
        say(error, streams.stderr)
        return 1
    computed = read_cache(folder / CACHE)
    sources = [_of_saved_game(game, end, folder, computed) for game, end in saved.finished]
    return show(sources, saved.spellings, unfinished=saved.unfinished)


def source_of_file(name: str, streams: Streams) -> Source:
    """Return a record by its file, by which the book calls it; `-` is standard input."""
    return Source(printable_name(name), name, lambda: _result(read_record(name, streams)))


def _of_saved_game(
    game: SavedGame, end: str, folder: Path, computed: Mapping[str, GameResult | None]
) -> Source:
    """Return a saved game, its result from the cache where that has it."""
    record = "\n".join((game.record, *game.past)).encode()
    result = partial(computed.get, end) if end in computed else partial(_result, record)
    return Source(str(game.number), f"game {game.number} in {folder}", result)


def _result(record: bytes) -> GameResult | None:
    return result_of(replay(record, _edition))


@cache
def _edition(name: str) -> tuple[Edition, dict[str, Any] | None] | None:
    return find_edition(name)


def print_book(
    sources: Iterable[Source],
    spellings: Mapping[str, str] = MappingProxyType({}),
    *,
    streams: Streams,
    as_json: bool,
    plain: bool,
    unfinished: int = 0,
) -> int:
    """Print the family book of these games, and the sentence of each that cannot be read.

    `unfinished` games are counted beside them. The status is 1 where one cannot be read.
    """
    status = 0
    results: list[NamedResult] = []
    for source in sources:
        try:
            result = source.result()
        except RecordError as error:
            status = print_refusal(source.name, error, streams, as_json=as_json)
            continue
        if result is None:
            unfinished += 1
        else:
            results.append(NamedResult(source.game, result))
    book = book_of(results, spellings, plain=plain)
    if as_json:
        print_json(book_json(book, unfinished), streams)
    else:
        print("\n".join(book_lines(book, unfinished)), file=streams.stdout)
    return status
