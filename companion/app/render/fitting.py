"""The widths of lines, and which of several texts fits: nothing else in the app measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.render.wrapping import measure

if TYPE_CHECKING:
    from collections.abc import Iterable

LINE: Final = 126  # pixels of a line across the screen
BETWEEN_ARROWS: Final = 110  # pixels of it between an arrow at each end
EVENT_WIDTH: Final = 118  # pixels that a decision may take in a line
HINTED_WIDTH: Final = 105  # the same beside the mark of a hint
HINT_WIDTH: Final = 124  # pixels of a line of a hint
CARD_WIDTH: Final = 112  # pixels that a line leaves beside the hare
LIST_WIDTH: Final = 120  # pixels of a line in a list with a scroll bar
STUCK_WIDTH: Final = 60  # pixels for the names of stuck buttons: two, and a count
TABLE_TITLE: Final = 95  # pixels of the title of the final ranking, up to the word over its turns
HEADED_TITLE: Final = 86  # pixels of it that leave the head over the carrots
ROW_WIDTH: Final = 119  # pixels of a row in a list that scrolls
GAME_WIDTH: Final = 93  # pixels of it beside a game's number of four digits
MOST_ABOVE_FOOT: Final = 4  # lines of a ranking that leave room for its foot
NAME_WIDTH: Final = 48  # pixels that a player's name may take (spec/device.md, Start and end)


def first_fitting(texts: Iterable[str], width: int = LINE) -> str:
    """Return the first of these texts that fits, else the last; empty where there is none."""
    text = ""
    for text in texts:
        if measure(text) <= width:
            break
    return text


def first_fitting_lines(forms: Iterable[tuple[str, str]], width: int) -> tuple[str, str]:
    """Return the first of these pairs of lines of which both fit, else the last."""
    lines = "", ""
    for lines in forms:
        if all(measure(line) <= width for line in lines):
            break
    return lines


def fits(text: str, width: int) -> bool:
    """Return whether a text fits into this many pixels."""
    return measure(text) <= width
