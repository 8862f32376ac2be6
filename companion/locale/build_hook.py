"""Compile the catalogues where the package is built or installed, editable or not (hatchling)."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from types import ModuleType


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own default
    """Write the .mo files before the files are collected; a wrong place fails the build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue; ValueError names the translations that would fail.

        A folder that cannot be written, as in a read-only clone, ends the build with a sentence.
        """
        del version, build_data
        catalogues = _tool(self.root)
        folder = Path(self.root, "companion", "locale")
        found = [
            f"{path.parts[-3]}: {fault}"
            for path in catalogues.catalogue_files(folder)
            for fault in catalogues.broken(catalogues.read(path))
        ]
        if found:
            raise ValueError("\n".join(["wrong places in the catalogues:", *found]))
        try:
            catalogues.compile_all(folder)
        except OSError as error:
            self.app.abort(
                f"{error.filename} cannot be written ({error.strerror}), and the languages are"
                " compiled there: copy this folder to where you may write, and install from there"
            )


def _tool(root: str) -> ModuleType:
    """Import the tool from the folder that is built: it is not yet installed."""
    sys.path.insert(0, root)
    try:
        return importlib.import_module("companion.locale.catalogues")
    finally:
        sys.path.remove(root)
