from __future__ import annotations

import random

import pytest

from companion.app.events import Button, Edge, Held
from hardware.serial_panel.button_levels import ButtonLevels
from hardware.serial_panel.protocol import NUMBERS, REMEMBERED, Levels
from tests.tools import seeds

LEFT, RIGHT, OK = Button.LEFT, Button.RIGHT, Button.OK
NAMES = ("left", "right", "ok")


def down(button: Button, at: float = 1.0) -> Edge:
    return Edge("far", button, True, at)


def up(button: Button, at: float = 1.0) -> Edge:
    return Edge("far", button, False, at)


@pytest.fixture
def levels() -> ButtonLevels:
    """The buttons of a panel whose first line said that none is down."""
    levels = ButtonLevels("far", NAMES)
    assert levels.receive(Levels(7, (0, 0, 0, 0)), 0.0) == []
    return levels


def test_a_press_and_a_release_are_two_edges(levels: ButtonLevels) -> None:
    assert levels.receive(Levels(8, (0b100, 0, 0, 0)), 1.0) == [down(OK)]
    assert levels.receive(Levels(9, (0, 0b100, 0, 0)), 2.0) == [up(OK, 2.0)]


def test_a_repeated_line_makes_no_edge(levels: ButtonLevels) -> None:
    levels.receive(Levels(8, (0b100, 0, 0, 0)), 1.0)
    assert levels.receive(Levels(8, (0b100, 0, 0, 0)), 2.0) == []


def test_a_press_whose_lines_were_both_lost_is_in_the_next_line(
    levels: ButtonLevels,
) -> None:
    assert levels.receive(Levels(9, (0, 0b001, 0, 0)), 1.0) == [down(LEFT), up(LEFT)]


def test_after_more_lost_lines_than_are_repeated_the_levels_are_right(
    levels: ButtonLevels,
) -> None:
    levels.receive(Levels(8, (0b001, 0, 0, 0)), 1.0)
    edges = levels.receive(Levels(57, (0b010, 0, 0b010, 0)), 1.0)
    assert edges == [up(LEFT), Held("far", RIGHT, 1.0)]
    assert levels.receive(Levels(58, (0, 0b010, 0, 0b010)), 1.0) == [up(RIGHT)]


def test_the_count_goes_round(levels: ButtonLevels) -> None:
    for count in (0x7000, 0xE000, NUMBERS - 1):
        levels.receive(Levels(count, (0, 0, 0, 0)), 1.0)
    assert levels.receive(Levels(0, (0b100, 0, 0, 0)), 1.0) == [down(OK)]


OLD_LINES = (Levels(5, (0b001, 0b100, 0, 0b100)), Levels(6, (0, 0b001, 0b100, 0)))


def test_replayed_old_lines_make_no_presses(levels: ButtonLevels) -> None:
    now = Levels(8, (0b100, 0, 0, 0))
    assert levels.receive(now, 1.0) == [down(OK)]
    for line in OLD_LINES:
        assert levels.receive(line, 2.0) == []
    assert levels.receive(now, 2.0) == []
    assert levels.receive(Levels(9, (0, 0b100, 0, 0)), 3.0) == [up(OK, 3.0)]
    assert not levels.is_out_of_step


def test_a_replayed_line_of_an_earlier_start_makes_no_press_and_is_noticed(
    levels: ButtonLevels,
) -> None:
    earlier = levels.receive(Levels(500, (0b100, 0, 0b100, 0)), 1.0)
    assert earlier == [Held("far", OK, 1.0)]
    for _ in range(3):
        assert levels.receive(Levels(7, (0, 0, 0, 0)), 2.0) == []
    assert levels.is_out_of_step


def test_a_button_that_is_down_from_the_start_was_not_pressed() -> None:
    levels = ButtonLevels("far", NAMES)
    assert levels.receive(Levels(7, (0b110, 0, 0, 0)), 1.0) == [
        Held("far", RIGHT, 1.0),
        Held("far", OK, 1.0),
    ]
    assert levels.receive(Levels(8, (0b010, 0b110, 0, 0)), 2.0) == [up(OK, 2.0)]


def test_a_lost_panel_lets_go_of_what_is_down_and_of_nothing_else(
    levels: ButtonLevels,
) -> None:
    levels.receive(Levels(8, (0b101, 0, 0, 0)), 1.0)
    assert levels.release(2.0) == [up(LEFT, 2.0), up(OK, 2.0)]
    assert levels.release(3.0) == []


def test_bits_without_a_button_make_no_edge() -> None:
    levels = ButtonLevels("far", ("left", "joystick", "ok"))
    levels.receive(Levels(0, (0,)), 0.0)
    assert levels.receive(Levels(1, (0b1111_1010,)), 1.0) == []


@pytest.mark.parametrize("seed", seeds(20))
def test_while_no_more_than_three_lines_in_a_row_are_lost_no_change_is(seed: int) -> None:
    chance = random.Random(seed)
    levels, masks, lost, mask = ButtonLevels("far", NAMES), [0] * REMEMBERED, 0, 0
    levels.receive(Levels(0, tuple(masks)), 0.0)
    said, heard = [], []
    for count in range(1, 201):
        masks = [masks[0] ^ 1 << chance.randrange(3), *masks[:-1]]
        said.append(masks[0])
        lost = lost + 1 if chance.random() < 0.6 and lost < REMEMBERED - 1 and count < 200 else 0
        for edge in () if lost else levels.receive(Levels(count, tuple(masks)), 0.0):
            mask ^= 1 << NAMES.index(edge.button)
            heard.append(mask)
    assert heard == said
