"""What the tests on emulated boards share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.install.trees import build_package, need_root
from tests.tools import made_once, need

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Measured = Callable[[str], None]


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package of this clone."""
    need_root()
    need("dh_python3")
    folder = made_once(tmp_path_factory, "package", build_package)
    return next(folder.glob("*.deb"))


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Measured:
    """Return what keeps a measured number for the last lines of the run."""
    return lambda text: record_property("measured", text)
