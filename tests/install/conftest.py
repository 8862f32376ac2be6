"""The packages and trees that the tests of the package share."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.install.trees import (
    SUITES,
    Tree,
    add_lgpio,
    build_package,
    difference,
    fresh_tree,
    need_root,
)
from tests.tools import made_once, need

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class Packages:
    """The package of this clone, the same built again, and one of an earlier commit."""

    new: Path
    again: Path
    older: Path


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    need_root()
    need("dh_python3")
    folder = made_once(tmp_path_factory, "packages", _build_packages)
    return Packages(*(next((folder / name).glob("*.deb")) for name in ("new", "again", "older")))


def _build_packages(folder: Path) -> None:
    build_package(folder / "new")
    build_package(folder / "again")
    build_package(folder / "older", DAY_S)


@pytest.fixture(scope="module", params=SUITES)
def debian(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Tree, dict[str, str]]]:
    """Make a tree for all tests, and list what is in it."""
    need_root()
    folder = tmp_path_factory.mktemp("trees")
    tree = fresh_tree(request.param, folder)
    if tree.suite == "bookworm":
        add_lgpio(tree)
    yield tree, tree.files()
    shutil.rmtree(folder)


@pytest.fixture
def tree(debian: tuple[Tree, dict[str, str]]) -> Iterator[Tree]:
    """Lend the tree; then purge the package: nothing may be left of it, and nothing be missing."""
    tree, before = debian
    yield tree
    tree.tell("dpkg", "--purge", "hare-companion")
    assert difference(before, tree.files()) == {}
    assert tree.run("debconf-show", "hare-companion").stdout == ""
