"""The boxes of the layout: inside the panel, and apart from each other."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.app import list_screen
from companion.app.render import layout, lists, tables
from companion.app.render.canvas import Box
from companion.app.screens import race_card

GROUPS = {
    "header": ("RANK", "CARROTS", "CARROT_ICON", "LETTUCES", "LETTUCE_ICON"),
    "turn": ("HEADER", "MARKS", "CELLS", "FEET", "LINE_1", "LINE_2"),
    "regions": ("HEADER", "STRIP", "BELOW"),
    "sum": ("FEET", "LINE_1", "STEPS"),
    "refusal": ("STRIP", "SIGN", "REASON"),
    "text and buttons": ("HEADER", "BODY", "ANSWERS"),
    "strip, text and buttons": ("HEADER", "MARKS", "CELLS", "UNDER_STRIP", "ANSWERS"),
    "opening": ("HEADER", "BAND", "OPENING_ICON", "OPENING_TEXT", "ANSWERS"),
    "opening question": ("HEADER", "BAND", "UNDER_STRIP", "ANSWERS"),
    "picture": ("HEADER", "PICTURE", "WORDS", "ANSWERS"),
    "list with a foot": ("HEADER", "SCROLL_WITH_FOOT", "FOOT_RULE", "FOOT"),
}


def box(name: str) -> Box:
    value = getattr(layout, name)
    assert isinstance(value, Box)
    return value


@pytest.mark.parametrize("group", [group for group in GROUPS if group != "sum"])
def test_boxes_of_one_screen_do_not_overlap(group: str) -> None:
    clashes = [
        pair for pair in combinations(GROUPS[group], 2) if box(pair[0]).overlaps(box(pair[1]))
    ]
    assert clashes == []


def test_the_sums_figures_stand_clear_of_its_words() -> None:
    assert layout.STEPS.right <= layout.SUM_LEFT
    assert layout.REST.x >= layout.SUM_LEFT + 40


def test_every_box_lies_on_the_panel() -> None:
    boxes = [value for value in vars(layout).values() if isinstance(value, Box)]
    assert len(boxes) > 20
    for one in boxes:
        assert 0 <= one.x < one.right <= 128
        assert 0 <= one.y < one.bottom <= 64


def test_the_strip_has_ten_cells_that_share_only_their_borders() -> None:
    lefts = [layout.CELL_LEFT + index * layout.CELL_PITCH for index in range(10)]
    assert lefts[-1] + layout.CELL_SIZE <= 128
    assert layout.CELL_SIZE - layout.CELL_PITCH == 1


def test_five_rows_fill_the_list_and_four_leave_room_for_the_foot() -> None:
    bottoms = [layout.ROW_TOP + lines * layout.ROW_PITCH for lines in (4, 5)]
    assert bottoms[0] < layout.FOOT_RULE.y + 1 < layout.FOOT.y
    assert bottoms[1] < layout.SCREEN.bottom


def test_six_lines_of_letters_fill_a_table() -> None:
    letters = 8
    assert layout.TABLE_TOP + 5 * layout.TABLE_PITCH + letters == layout.SCREEN.bottom


def test_screens_scroll_by_as_many_rows_as_are_drawn() -> None:
    assert (list_screen.SHOWN, list_screen.SHOWN_WITH_FOOT) == (lists.SHOWN, lists.SHOWN_WITH_FOOT)
    assert (race_card.COLUMN, race_card.SEEN) == (tables.LINES, tables.LINES * tables.COLUMNS)
