"""The package in an ARM tree, and what it is compared with: the same on this processor."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tests.arm.build_trees import build
from tests.caches import CACHES, filled
from tests.install.trees import CONFIG_TXT, SOURCE, Tree

if TYPE_CHECKING:
    from pathlib import Path

CLONE: Final = "root/clone"
_LIBRARIES: Final = "root/libraries"
_TEST_LIBRARIES: Final = ("pytest", "pytest-timeout", "pytest-xdist", "hypothesis")


@dataclass(frozen=True, slots=True)
class Played:
    """What a script of presses left: the lines it printed, its pictures, its game as a record."""

    lines: list[dict[str, object]]
    pictures: dict[str, bytes]
    record: str


def install(name: str, package: Path, folder: Path) -> Tree:
    """Copy a tree and install the package by apt, without what plain Debian has not."""
    root = folder / name
    subprocess.run(["cp", "-a", "--reflink=auto", build(name), root], check=True)
    tree = Tree(root, name.split("-")[1])
    tree.write("boot/firmware/config.txt", CONFIG_TXT)
    shutil.copy(package, root / "tmp")
    words = ("apt", "install", "-y", "--no-install-recommends", f"/tmp/{package.name}")
    tree.tell(*words)
    return tree


def play_inside(tree: Tree, script: str, seed: str) -> Played:
    """Play a script in the tree."""
    tree.write("tmp/script", script)
    words = ("--state", "/tmp/state", "--shots", "/tmp/shots", "--scale", "1", "--seed", seed)
    printed = tree.run("hare-companion", "press", "/tmp/script", *words)
    assert printed.returncode == 0, printed.stderr
    record = tree.run("hare-companion", "export", "--state", "/tmp/state")
    return _played(printed.stdout, tree.root / "tmp/shots", record.stdout)


def play_here(script: str, seed: str, folder: Path) -> Played:
    """Play the same script on this machine's processor."""
    (folder / "script").write_text(script)
    state, shots = folder / "state", folder / "shots"
    words = ("--state", state, "--shots", shots, "--scale", "1", "--seed", seed)
    printed = companion_here("press", folder / "script", *words)
    return _played(printed, shots, companion_here("export", "--state", state))


def companion_here(*words: str | Path) -> str:
    """Run a command of the companion on this machine's processor."""
    command = [sys.executable, "-m", "companion", *words]
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    return subprocess.run(
        command, env=environment, cwd=SOURCE, capture_output=True, text=True, check=True
    ).stdout


def _played(printed: str, shots: Path, record: str) -> Played:
    lines = [json.loads(line) for line in printed.splitlines()]
    return Played(lines, {path.name: path.read_bytes() for path in shots.glob("*.png")}, record)


def lay_in_tests(tree: Tree) -> None:
    """Put the tests and what runs them into the tree; what they test is the installed package."""
    for name in ("tests", "pyproject.toml"):
        words = ("git", "-C", SOURCE, "ls-files", "-z", "--", name)
        listed = subprocess.run(words, capture_output=True, check=True).stdout
        for path in filter(None, listed.decode().split("\0")):
            (tree.root / CLONE / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / path, tree.root / CLONE / path)
    (tree.root / CLONE / "companion").symlink_to("/usr/lib/hare-companion/companion")
    shutil.copytree(_test_libraries(), tree.root / _LIBRARIES)


def run_tests(tree: Tree, *files: str) -> str:
    """Run some test files inside, and return the last line that pytest printed."""
    paths = f"PYTHONPATH=/{_LIBRARIES}:/usr/lib/hare-companion"
    words = ("env", paths, "python3", "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider")
    return tree.tell(*words, *files, folder=f"/{CLONE}").rstrip().splitlines()[-1]


def _test_libraries() -> Path:
    """Return pytest and hypothesis in the last version that has nothing compiled."""
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text())["project"]
    asked = [
        line
        for line in project["optional-dependencies"]["dev"]
        if re.split("[<>=]", line)[0] in _TEST_LIBRARIES
    ]
    key = hashlib.sha256("\n".join(asked).encode()).hexdigest()[:8]
    pure = ("--platform=any", "--implementation=py", "--abi=none", "--python-version=3.11")

    def make(folder: Path) -> None:
        words = ("-m", "pip", "install", "--quiet", "--only-binary=:all:", *pure)
        subprocess.run([sys.executable, *words, f"--target={folder}", *asked], check=True)

    return filled(CACHES / f"test-libraries-{key}", make)
