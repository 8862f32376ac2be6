"""Draw the README's pictures: `python -m tests.storyboards.readme` writes them to .readme/.

They are shots of the whole game, which the real press driver plays, a film of one turn, and the
gallery's contact sheets in small.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image

from companion.dev.gallery import picture, states
from companion.locale import languages

ROOT: Final = Path(__file__).parents[2]
SCRIPT: Final = Path(__file__).parent / "whole-game.txt"
TURN: Final = Path(__file__).parent / "one-turn.film"
COLUMNS: Final = 12  # pictures in a row of a small contact sheet, at their own size
PICTURES: Final = {
    "turn": "turn",
    "refusal": "refusal",
    "card-ten": "card",
    "ranking": "ranking",
    "final-ranking": "final",
}


def main() -> None:
    """Write all pictures of the README."""
    folder = ROOT / ".readme"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        press(SCRIPT, Path(work))
        for shot, name in PICTURES.items():
            (folder / f"{name}.png").write_bytes((Path(work) / f"{shot}.png").read_bytes())
    with tempfile.TemporaryDirectory() as work:
        press(TURN, Path(work), "--film", str(folder / "turn.gif"))
    for language in languages():
        small_sheet(language).save(folder / f"contact-{language}.png", optimize=True)


def press(script: Path, work: Path, *words: str) -> None:
    """Play a script with the real press driver, three pixels to one."""
    at = ["--state", f"{work}/state", "--shots", str(work), "--seed", "1", "--scale", "3"]
    command = [sys.executable, "-m", "companion", "press", str(script), *at, *words]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def small_sheet(language: str) -> Image.Image:
    """Return one sheet with all pictures of a language, each at its own size."""
    rendered = [picture(state).image for state in states(language)]
    wide, high = rendered[0].width + 4, rendered[0].height + 4
    sheet = Image.new("1", (COLUMNS * wide + 4, -(-len(rendered) // COLUMNS) * high + 4), 1)
    for number, image in enumerate(rendered):
        sheet.paste(image, (4 + number % COLUMNS * wide, 4 + number // COLUMNS * high))
    return sheet


if __name__ == "__main__":
    main()
