"""What the panel has to show: the same presses, played by the product without any hardware.

`companion press` takes a script in simulated time and gives a picture for each shot. The bench's
pictures come out of a controller's memory at the other end of a kernel; both must be the same.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from tests.kernel.box import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

REST = "wait 3"


@dataclass(frozen=True, slots=True)
class Shot:
    """One screen: its name, every string on it, and the 128x64 picture, mode "1"."""

    screen: str
    texts: tuple[str, ...]
    picture: Image.Image

    def is_shown(self, picture: Image.Image) -> bool:
        """Return whether a panel's picture is this one."""
        return picture.tobytes() == self.picture.tobytes()


def play(lines: Iterable[str], folder: Path) -> list[Shot]:
    """Play these lines of a press script from the very first start; a shot before and after each.

    Each shot is taken when what moves on the screen has come to rest. Gives one shot more than
    there are lines. Raises CalledProcessError when the script is refused.
    """
    folder.mkdir()
    script = [REST, "shot 0"]
    for number, line in enumerate(lines, start=1):
        script += [line, REST, f"shot {number}"]
    (folder / "script").write_text("\n".join(script) + "\n")
    asked = [sys.executable, "-m", "companion", "press", folder / "script"]
    asked += ["--state", folder / "state", "--shots", folder / "shots", "--scale", "1"]
    said = subprocess.run(
        asked,
        check=True,
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        timeout=60,
    )
    return [_read(json.loads(line), folder / "shots") for line in said.stdout.splitlines()]


def _read(told: dict[str, str], shots: Path) -> Shot:
    with Image.open(shots / f"{told['shot']}.png") as image:
        return Shot(told["screen"], tuple(told["text"]), image.convert("1", dither=0))
