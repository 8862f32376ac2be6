"""Draw the README's pictures: `python -m tests.storyboards.readme` writes them to .readme/.

They are shots of the whole game, which the real press driver plays.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SCRIPT: Final = Path(__file__).parent / "whole-game.txt"
PICTURES: Final = {
    "turn": "turn",
    "refusal": "refusal",
    "card-ten": "card",
    "ranking": "ranking",
    "final-ranking": "final",
}


def main() -> None:
    """Play the whole game and keep the chosen shots, three pixels to one."""
    folder = ROOT / ".readme"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        words = ["--state", f"{work}/state", "--shots", work, "--seed", "1", "--scale", "3"]
        command = [sys.executable, "-m", "companion", "press", str(SCRIPT), *words]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        for shot, name in PICTURES.items():
            (folder / f"{name}.png").write_bytes((Path(work) / f"{shot}.png").read_bytes())


if __name__ == "__main__":
    main()
