"""The installed command names the fix where its Python was replaced or is gone."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion import __version__

ROOT = Path(__file__).parents[2]
LAUNCHER = ROOT / "companion/cli/launcher.py"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Install the launcher alone, in a folder with a space."""
    folder = tmp_path / "some one" / "bin"
    folder.mkdir(parents=True)
    shutil.copy(LAUNCHER, folder / "hare-companion")
    return folder


def run(folder: Path, python: str | None) -> subprocess.CompletedProcess[str]:
    """Start the command with this shell line as its Python."""
    if python is not None:
        (folder / "python3").write_text(f'#!/bin/sh\nexec {python} "$@"\n')
        (folder / "python3").chmod(0o755)
    (folder.parent / "link").symlink_to(folder / "hare-companion")
    return subprocess.run(
        [folder.parent / "link", "--version"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={"PATH": os.environ["PATH"]},
    )


def test_it_is_what_is_installed() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    scripts = build["targets"]["wheel"]["shared-scripts"]
    assert scripts == {str(LAUNCHER.relative_to(ROOT)): "hare-companion"}
    assert os.access(LAUNCHER, os.X_OK)


def test_it_starts_the_python_beside_it(folder: Path) -> None:
    done = run(folder, f"env PYTHONPATH={shlex.quote(str(ROOT))} {shlex.quote(sys.executable)}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"hare-companion {__version__}\n"


def test_a_python_without_the_companion_is_one_sentence_with_the_fix(folder: Path) -> None:
    done = run(folder, f"{shlex.quote(sys.executable)} -S")
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert "is not installed for Python" in line
    assert line.endswith("install it again (README.md)")


def test_a_python_that_is_gone_is_one_sentence_with_the_fix(folder: Path) -> None:
    done = run(folder, None)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.endswith("python3 is missing: install hare-companion again (README.md)")
