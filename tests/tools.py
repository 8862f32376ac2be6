"""What tests of several parts share."""

from __future__ import annotations

import os
import shutil

import pytest


def need(tool: str) -> str:
    """Return the path of a program; without it the test is skipped by hand and fails in CI."""
    path = shutil.which(tool)
    if path is None:
        missing = f"{tool} is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return path
