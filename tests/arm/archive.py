"""Packages of any suite and architecture, through this machine's own apt set-up.

Only the standard library: it runs before .venv is there.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


class Archive:
    """Debian's archive as a machine of another suite and architecture sees it."""

    def __init__(self, suite: str, architecture: str, folder: Path) -> None:
        """Read the lists of packages into this folder."""
        (folder / "lists/partial").mkdir(parents=True)
        (folder / "archives/partial").mkdir(parents=True)
        (folder / "status").touch()  # nothing is installed
        sources = folder / "sources.list"
        sources.write_text(f"deb [signed-by={_KEYS}] {_mirror()} {suite} main\n")
        self._archives = folder / "archives"
        self._options = {
            "Dir::Etc::sourcelist": sources,
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::State": folder,
            "Dir::State::status": folder / "status",
            "Dir::Cache": folder,
            "APT::Architecture": architecture,
            "APT::Architectures": architecture,
            "APT::Sandbox::User": "root",
            "Acquire::Languages": "none",
        }
        self._run("apt-get", "update")

    def download(self, packages: Iterable[str]) -> list[Path]:
        """Return the files of these packages and of all that they depend on."""
        words = ("--no-install-recommends", "--download-only", "--yes", "install")
        self._run("apt-get", *words, *packages)
        return sorted(self._archives.glob("*.deb"))

    def download_alone(self, packages: Iterable[str], folder: Path) -> list[Path]:
        """Return the files of these packages, in a folder, without what they depend on."""
        folder.mkdir()
        self._run("apt-get", "download", *packages, folder=folder)
        return sorted(folder.glob("*.deb"))

    def dependency(self, package: str) -> str:
        """Return the one package that a package without files of its own stands for."""
        told = self._run("apt-cache", "depends", "--important", package)
        (name,) = (line.split()[1] for line in told.splitlines() if "Depends:" in line)
        return name

    def _run(self, program: str, *words: str, folder: Path | None = None) -> str:
        options = [f"--option={key}={value}" for key, value in self._options.items()]
        return run(program, "-qq", *options, *words, folder=folder)


def run(*words: str | Path, folder: Path | None = None) -> str:
    """Run a program that must succeed, and return what it printed."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{words[0]} failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def _mirror() -> str:
    told = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Origin: Debian")
    mirrors = [line for line in told.splitlines() if "security" not in line]
    if not mirrors:
        raise RuntimeError("this machine's apt knows no Debian archive: run apt-get update")
    return mirrors[0]
