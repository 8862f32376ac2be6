"""Both lines of the README in minimal Debian 12 and 13, as a user whose home has a space."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.install.trees import SOURCE, Tree, fresh_tree, need_root

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.chroot,
    pytest.mark.timeout(1800),
    pytest.mark.xdist_group("README"),  # one test line at a time: it has four workers of its own
]

HOME = "/home/some one"
CLONE = f"{HOME}/hare-companion"
README = (SOURCE / "README.md").read_text("utf-8")


def line_with(words: str) -> str:
    """Return the README's command line that has these words."""
    (line,) = re.findall(rf"^python3 -m venv .*{re.escape(words)}.*$", README, re.MULTILINE)
    return str(line)


def copy_clone(folder: Path) -> None:
    """Copy what a clone of this repository has."""
    listed = subprocess.run(
        ["git", "-C", SOURCE, "ls-files", "-z"], capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCE / name, folder / name)


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def tree(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Tree]:
    """Make a Debian with a user whose home has a space, and our clone there."""
    need_root()
    folder = tmp_path_factory.mktemp("readme")
    tree = fresh_tree(request.param, folder)
    tree.tell("useradd", "--create-home", "--home-dir", HOME, "someone")
    copy_clone(tree.root / CLONE[1:])
    tree.tell("chown", "-R", "someone:", HOME)
    tree.let_into_the_network()
    yield tree
    shutil.rmtree(folder)


def test_the_first_line_serves_the_page(tree: Tree) -> None:
    line = line_with("hare-companion").replace("/hare-companion", "/hare-companion --port 0", 1)
    command = tree.user_command("someone", HOME, f"cd hare-companion && {line}")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        said = run.stdout.readline()
        run.kill()  # and with it all that runs inside
    assert said.startswith("Play at http://")


def test_the_test_line_passes(tree: Tree) -> None:
    line = line_with("pytest")
    command = tree.user_command("someone", HOME, f"cd hare-companion && {line}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]
