"""Count the instructions of the companion and of the bare luma script on an ARM processor.

Debian 13's QEMU takes plugins only as a whole machine; that of Debian 12 takes them for a program.
What the kernel does is not counted here; test_arm_speed.py counts a start with it.
"""

from __future__ import annotations

import hashlib
import shutil
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.arm.archive import Archive, run
from tests.arm.build_trees import EMULATORS
from tests.arm.counted import PRESSED, PRESSES
from tests.caches import CACHES, filled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.install.trees import Tree

_HERE: Final = Path(__file__).parent
_MARKER: Final = {"arm64": 125, "armhf": 159}
# Two pieces of one picture are some ten thousand instructions apart, two pictures millions.
_ONE_PICTURE: Final = 300_000
_LIBRARIES: Final = "/mnt/lib/x86_64-linux-gnu:/mnt/usr/lib/x86_64-linux-gnu"
_ENTER: Final = """
mount --bind "$1" "$0/mnt"
mount -t proc proc "$0/proc"
exec chroot "$0" env -i PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 \\
    PYTHONPATH=/usr/lib/hare-companion "${@:2}"
"""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where the count stood at a press, or when a piece of a picture was sent."""

    label: int
    count: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Instructions up to the first picture, and of each press up to its first picture.

    The bare script's first picture is a dark one: luma's start clears the panel.
    """

    start: int
    presses: dict[str, list[int]]


def count(tree: Tree, architecture: str, program: str) -> Counts:
    """Run the companion or the bare script inside the tree, and count."""
    tree.write("srv/config.toml", 'profile = "breadboard"\n[display]\nrefresh_s = 86400\n')
    for path in (_HERE / "counted.py", _HERE.parent / "kernel/baseline.py"):
        shutil.copy(path, tree.root / "srv")
    emulator = f"/mnt/usr/bin/{EMULATORS[architecture]}"
    linker = ("/mnt/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", "--library-path", _LIBRARIES)
    plugin = ("-plugin", f"file=/mnt/count.so,marker={_MARKER[architecture]}")
    python = ("/usr/bin/python3", "-P", "/srv/counted.py", program, "/srv/config.toml")
    private = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child")
    enter = ("bash", "-ec", _ENTER, tree.root, _emulator())
    words = (*private, *enter, *linker, emulator, *plugin, *python)
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return _counts([_mark(line) for line in done.stderr.splitlines() if "counted" in line])


def report(companion: Counts, bare: Counts) -> list[str]:
    """Say the ratios in a few lines."""
    lines = [_line("start to the first picture", companion.start, bare.start)]
    yardstick = statistics.median(bare.presses["right"])
    for name, button in (("a move of the cursor", "right"), ("a decision, saved", "ok")):
        lines.append(_line(name, statistics.median(companion.presses[button]), yardstick))
    return lines


def _line(name: str, ours: float, bare: float) -> str:
    return f"{name}: {ours / 1e6:.1f} million instructions, {ours / bare:.2f} of bare luma"


def _mark(line: str) -> Mark:
    _, label, number = line.split()
    return Mark(int(label), int(number))


def _counts(marks: list[Mark]) -> Counts:
    places = [place for place, mark in enumerate(marks) if mark.label == PRESSED]
    assert len(places) == len(PRESSES)
    presses: dict[str, list[int]] = {button: [] for button in PRESSES}
    for button, (first, last) in zip(PRESSES, pairwise([*places, len(marks)]), strict=True):
        spent = next(_ends(marks[first + 1 : last])) - marks[first].count
        presses[button].append(spent)
    return Counts(next(_ends(marks)), presses)


def _ends(pieces: list[Mark]) -> Iterator[int]:
    """Give the count after the last piece of each picture."""
    for piece, after in pairwise([*pieces, None]):
        if after is None or after.count - piece.count > _ONE_PICTURE:
            yield piece.count


def _emulator() -> Path:
    source = _HERE / "count.c"
    recipe = hashlib.sha256(source.read_bytes() + Path(__file__).read_bytes()).hexdigest()[:12]

    def make(folder: Path) -> None:
        with tempfile.TemporaryDirectory() as work:
            for package in Archive("bookworm", "amd64", Path(work)).download(["qemu-user"]):
                run("dpkg-deb", "--extract", package, folder)
        run("gcc", "-O2", "-shared", "-fPIC", "-o", folder / "count.so", source)

    return filled(CACHES / f"counting-{recipe}", make)
