"""Write the storyboards again: `python -m tests.storyboards.write [NAME…]` from the repository.

A story says what is wanted; the presses that it takes become the script beside this file. That is
needed only where the order of a list or the way to a screen has changed: the tests play the
scripts, not the stories.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.storyboards.asking import gifts, tens
from tests.storyboards.authoring import Author
from tests.storyboards.companions import companions
from tests.storyboards.hinting import hints
from tests.storyboards.looking_up import lookups
from tests.storyboards.owing import debts
from tests.storyboards.setting_up import first_start
from tests.storyboards.whole_game import whole_game

if TYPE_CHECKING:
    from collections.abc import Callable

HERE: Final = Path(__file__).parent
STORIES: Final[dict[str, tuple[str, Callable[[Author], None]]]] = {
    "first-start": ("1", first_start),
    "lookups": ("2", lookups),
    "debts": ("3", debts),
    "tens": ("5", tens),
    "gifts": ("3", gifts),
    "companions": ("4", companions),
    "hints": ("3", hints),
    "whole-game": ("1", whole_game),
}


def write(name: str) -> None:
    """Play a story and write its script; where it fails, the script up to there."""
    seed, story = STORIES[name]
    with tempfile.TemporaryDirectory() as folder:
        author = Author(Path(folder), seed, (story.__doc__ or "").partition("\n")[0])
        try:
            story(author)
        finally:
            author.close()
            (HERE / f"{name}.txt").write_text(author.text(), encoding="utf-8")


if __name__ == "__main__":
    for each in sys.argv[1:] or STORIES:
        write(each)
