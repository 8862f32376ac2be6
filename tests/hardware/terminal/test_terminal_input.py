"""What a terminal may send that is no key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual import events

from hardware.terminal.driver import TolerantDriver
from hardware.terminal.input_parser import InputParser

if TYPE_CHECKING:
    from textual.message import Message


def keys(messages: list[Message]) -> list[str]:
    return [each.key for each in messages if isinstance(each, events.Key)]


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[1114112u",  # no character has this number
        "\x1b[999999999999C",
        "\x1b[1:2u",
        "\x1b[2 q",  # a known sequence, but not of input
        "\x1b[5i",
        "\x1b[200~",  # a paste that never ends
        "\x1b[48;0;0;0;0t\x1b[<0;5;5M",  # a window without size, then the mouse in it
    ],
)
def test_an_impossible_sequence_is_dropped_and_the_next_key_is_read(sequence: str) -> None:
    assert keys(list(InputParser().parse(sequence + "a\x03"))) == ["a", "ctrl+c"]
    parser = InputParser()
    messages = [each for character in sequence + "a\x03" for each in parser.parse(character)]
    assert keys(messages) == ["a", "ctrl+c"]


@pytest.mark.parametrize(
    ("sequence", "key"),
    [
        ("\x1b[A", "up"),
        ("\x1bOD", "left"),
        ("\x1b[[A", "f1"),
        ("\x1b[99;5u", "ctrl+c"),
        ("\x1b[1;2C", "shift+right"),
        ("\x1b[3~", "delete"),
    ],
)
def test_a_known_sequence_is_a_key(sequence: str, key: str) -> None:
    assert keys(list(InputParser().parse(sequence))) == [key]


def test_the_mouse_is_read_in_pixels_after_any_sequence() -> None:
    messages = list(InputParser().parse("\x1b[48;24;80;240;800t\x1b[A\x1b[2 q\x1b[<0;401;101M"))
    (press,) = (each for each in messages if isinstance(each, events.MouseDown))
    assert (press.screen_x, press.screen_y) == (40, 10)


def test_pastes_are_not_asked_for() -> None:
    written: list[str] = []

    class Written(TolerantDriver):
        def write(self, data: str) -> None:
            written.append(data)

    driver = Written.__new__(Written)
    driver._enable_bracketed_paste()
    assert written == []
