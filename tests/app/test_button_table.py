"""The table of buttons, and what is derived from it."""

from __future__ import annotations

from companion.app.events import Button
from companion.app.text.catalogue import SOURCE, texts_in
from companion.app.turn_header import button_name
from companion.config.configuration import BUTTON_ROLES


def test_every_button_is_a_role_of_a_pin_and_has_a_name_for_people() -> None:
    assert set(BUTTON_ROLES.values()) == set(Button)
    assert all(BUTTON_ROLES[button.value] is button for button in Button)
    assert all(button_name(texts_in(SOURCE), button) for button in Button)


def test_a_turned_box_turned_again_is_the_same() -> None:
    assert all(button.mirrored.mirrored is button for button in Button)
    assert Button.LEFT.mirrored is Button.RIGHT


def test_no_key_presses_two_buttons() -> None:
    keys = [key for button in Button for key in button.keys]
    assert len(keys) == len(set(keys))
