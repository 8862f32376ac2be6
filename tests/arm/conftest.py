"""What the tests on emulated boards share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.install.trees import build_package, need_root
from tests.tools import made_once, need

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package of this clone."""
    need_root()
    need("dh_python3")
    folder = made_once(tmp_path_factory, "package", build_package)
    return next(folder.glob("*.deb"))
