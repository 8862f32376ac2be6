"""Find edition files: the built-in ones, the system's, the user's, and one by its path.

The folders are `/etc/hare-companion/editions` and `editions` in the user's configuration folder
(platformdirs). A file that is wrong is never silently left out: it is listed with its faults.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import CompanionError
from companion.config.bounded_read import OR_A_COPY, printable_name, read_file, without_mark
from companion.config.user_folders import user_config_folder
from companion.formats.toml_text import MOST_BYTES, parse_toml
from companion.rules.edition import Edition, EditionError, parse_edition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

BUILT_IN = ("ravensburger-1978", "ravensburger-2008", "intellect-1974")
SYSTEM_FOLDER = Path("/etc/hare-companion/editions")


class EditionFileError(CompanionError, ValueError):
    """An edition file that cannot be used: `path`, and `faults` as pairs of key and sentence."""

    def __init__(self, path: Path, faults: tuple[tuple[str, str], ...]) -> None:
        """Keep path and faults; the message has one line for each fault."""
        name = printable_name(path)
        super().__init__("\n".join(f"{name}: {key}: {fault}" for key, fault in faults))
        self.path = path
        self.faults = faults


@dataclass(frozen=True, slots=True)
class KnownEdition:
    """An edition, where it came from, and what a record must embed (None for a built-in one)."""

    edition: Edition
    path: Path | None = None
    data: dict[str, Any] | None = None


def built_in(name: str) -> KnownEdition:
    """Load a built-in edition by its id; KeyError where there is none."""
    if name not in BUILT_IN:
        raise KeyError(name)
    return KnownEdition(parse_edition(tomllib.loads(_resource(f"{name}.toml"))))


def read_edition_file(path: Path) -> KnownEdition:
    """Load a family's own edition file; EditionFileError names each fault with its key.

    A built-in edition's id is taken: the file needs one of its own.
    """
    return parse_edition_file(path, lambda: read_file(path, MOST_BYTES, OR_A_COPY))


def parse_edition_file(path: Path, read: Callable[[], bytes]) -> KnownEdition:
    """Load what `read` returns as an edition file; EditionFileError names it `path`."""
    try:
        table = _read_table(path, read)
        edition = parse_edition(table)
    except EditionError as error:
        raise EditionFileError(path, error.faults) from error
    if edition.id in BUILT_IN:
        raise EditionFileError(path, (("id", f"{edition.id} is taken by a built-in edition"),))
    return KnownEdition(edition, path, table)


def edition_folders() -> tuple[Path, ...]:
    """Return the folders that are searched, the system's first."""
    return SYSTEM_FOLDER, user_config_folder() / "editions"


def known_editions(
    folders: Iterable[Path] | None = None,
) -> tuple[list[KnownEdition], list[EditionFileError]]:
    """Load all editions, built-in ones first, and the error of each file that cannot be used.

    Of two files with one id the first stays, the second is an error with both paths in it.
    """
    known = [built_in(name) for name in BUILT_IN]
    errors: list[EditionFileError] = []
    paths: dict[str, Path] = {}
    for path in _files(edition_folders() if folders is None else folders, errors):
        try:
            found = read_edition_file(path)
        except EditionFileError as error:
            errors.append(error)
            continue
        name = found.edition.id
        if name in paths:
            fault = ("id", f"{name} is taken by {paths[name]}")
            errors.append(EditionFileError(path, (fault,)))
        else:
            paths[name] = path
            known.append(found)
    return known, errors


def find_edition(name: str) -> tuple[Edition, dict[str, Any] | None] | None:
    """Find an edition by its id, for `parse_record`; None where no usable file has it."""
    if name in BUILT_IN:
        return built_in(name).edition, None
    for known in known_editions()[0]:
        if known.edition.id == name:
            return known.edition, known.data
    return None


def _resource(name: str) -> str:
    return (files("companion") / "editions" / name).read_text(encoding="utf-8")


def _files(folders: Iterable[Path], errors: list[EditionFileError]) -> Iterator[Path]:
    for folder in folders:
        try:
            paths = sorted(folder.iterdir())
        except FileNotFoundError:
            continue
        except OSError as error:
            errors.append(EditionFileError(folder, (("folder", error.strerror or str(error)),)))
            continue
        yield from (path for path in paths if path.suffix == ".toml")


def _read_table(path: Path, read: Callable[[], bytes]) -> dict[str, Any]:
    try:
        return parse_toml(without_mark(read()))
    except (OSError, ValueError) as error:  # a TomlError too; a zero byte in the path's name
        why = getattr(error, "strerror", None) or str(error)
        raise EditionFileError(path, (("file", why),)) from error
