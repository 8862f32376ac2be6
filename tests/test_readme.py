"""The README says what is there: screens, commands, pictures, and no word left to fill in."""

from __future__ import annotations

import re
from pathlib import Path

from companion.app.states.ids import ScreenId

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_every_screen_is_listed_by_its_name() -> None:
    section = README.partition("## The screens")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([a-z-]+)`", section)) - {"hare-companion press"} >= {
        screen_id.value for screen_id in ScreenId
    }


def test_nothing_is_left_to_be_filled_in() -> None:
    assert re.findall(r"^[A-Z][A-Z-]{5,}$", README, re.MULTILINE) == []


def test_every_picture_that_is_shown_is_there() -> None:
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", README)
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).is_file(), picture
