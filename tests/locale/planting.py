"""Catalogues with a fault planted in them, in a folder of their own."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from companion.app.text import catalogue as texts_module
from companion.locale import FOLDER, languages
from companion.locale.catalogues import catalogue_file, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import pytest
    from babel.messages.catalog import Catalog, Message

GERMAN = "de"


def message(catalogue: Catalog, text: str, context: str | None = None) -> Message:
    """Give one entry; LookupError where the catalogue lacks it."""
    found = catalogue.get(text, context)
    if found is None:
        raise LookupError(text)
    return found


def planted(folder: Path, fault: Callable[[Catalog], object], language: str = GERMAN) -> Path:
    """Copy all catalogues and do something to one, compiled as it then is; gives the folder."""
    copy = folder / "locale"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    path = catalogue_file(language, copy)
    catalogue = read(path)
    fault(catalogue)
    with path.open("wb") as file:
        write_po(file, catalogue)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue, use_fuzzy=True)
    return copy


def spoken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the screens speak from a folder of catalogues until the test ends."""
    with monkeypatch.context() as patch:
        patch.setattr(texts_module, "FOLDER", folder)
        texts_module.texts_in.cache_clear()
        languages.cache_clear()
        yield
    texts_module.texts_in.cache_clear()
    languages.cache_clear()
