"""The command `editions`: list the editions that can be played; check edition files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.record_files import STDIN, Streams, print_json
from companion.cli.shared_options import file_name
from companion.config.bounded_read import read_stream
from companion.config.edition_files import (
    EditionFileError,
    KnownEdition,
    known_editions,
    parse_edition_file,
    read_edition_file,
)
from companion.formats.toml_text import MOST_BYTES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="*",
        type=file_name,
        metavar="FILE",
        help="an edition file to check and list as well; - reads standard input (default: none)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    return list_editions(Streams(), options.files)


def list_editions(
    streams: Streams, paths: Sequence[str] = (), folders: Iterable[Path] | None = None
) -> int:
    """Print each edition that can be played, the files named by path last.

    `folders` are searched for edition files (None: the usual ones). The faults of files that
    cannot be used go to standard error, and the exit status is then 1.
    """
    known, errors = known_editions(folders)
    for name in paths:
        try:
            known.append(_edition_file(name, streams))
        except EditionFileError as error:
            errors.append(error)
    for each in known:
        print_json(_edition_json(each), streams)
    for fault in errors:
        print(fault, file=streams.stderr)
    return 1 if errors else 0


def _edition_file(name: str, streams: Streams) -> KnownEdition:
    if name != STDIN:
        return read_edition_file(Path(name))
    return parse_edition_file(Path(name), lambda: read_stream(streams.stdin, MOST_BYTES))


def _edition_json(known: KnownEdition) -> dict[str, Any]:
    edition = known.edition
    return {
        "id": edition.id,
        "title": edition.title,
        "hare": "chart" if edition.chart else "deck",
        "cards": sum(edition.deck.values()),
        "file": str(known.path) if known.path else None,
    }
