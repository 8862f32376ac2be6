"""The profiles' data: all of it, against the header and against what must stay free."""

from __future__ import annotations

import pytest

from companion.app.events import Button
from companion.config.configuration import BUTTON_ROLES, BusKind, DisplayChip
from hardware.profiles import (
    HEADER,
    UnknownProfileError,
    load,
    load_all,
    names,
    wiring_table,
)

I2C, UART, EEPROM, SPI = {2, 3}, {14, 15}, {0, 1}, {7, 8, 9, 10, 11}


def test_the_four_wirings_are_known() -> None:
    assert names() == ("adafruit-oled-bonnet", "breadboard", "rotary", "waveshare-oled-hat")


@pytest.mark.parametrize("name", names())
def test_no_profile_uses_a_pin_twice_or_one_of_a_bus(name: str) -> None:
    pins = list(load(name).pins.values())
    assert len(set(pins)) == len(pins)
    assert not set(pins) & (I2C | UART | EEPROM | SPI)
    assert set(pins) <= set(HEADER)


@pytest.mark.parametrize("name", names())
def test_every_profile_can_play(name: str) -> None:
    pins = load(name).pins
    buttons = {BUTTON_ROLES[role] for role in pins if role in BUTTON_ROLES}
    turns = {Button.LEFT, Button.RIGHT} <= buttons or {"encoder_a", "encoder_b"} <= set(pins)
    assert turns
    assert {Button.OK, Button.BACK} <= buttons


def test_the_waveshare_hat_is_as_its_maker_documents() -> None:
    hat = load("waveshare-oled-hat")
    assert (hat.bus, hat.chip) == (BusKind.SPI, DisplayChip.SH1106)
    joystick = {"up": 6, "down": 19, "left": 5, "right": 26, "press": 13}
    keys = {"ok": 21, "info": 20, "back": 16}
    assert hat.pins == joystick | keys | {"dc": 24, "reset": 25}


def test_the_adafruit_bonnet_is_as_its_maker_documents() -> None:
    bonnet = load("adafruit-oled-bonnet")
    assert (bonnet.bus, bonnet.chip, bonnet.address) == (BusKind.I2C, DisplayChip.SSD1306, 0x3C)
    joystick = {"up": 17, "down": 22, "left": 27, "right": 23, "press": 4}
    assert bonnet.pins == joystick | {"ok": 5, "back": 6}


def test_an_unknown_profile_names_those_that_exist() -> None:
    with pytest.raises(UnknownProfileError, match="'bredboard': choose one of adafruit") as info:
        load("bredboard")
    assert info.value.known == names()
    assert str(info.value).startswith("there is no profile")


def test_the_wiring_table_has_each_pin_with_its_place_on_the_header() -> None:
    table = wiring_table(load("breadboard"))
    assert "| left | 17 | 11 |  |" in table
    assert "| panel SDA | 2 | 3 | |" in table
    for profile in load_all().values():
        lines = wiring_table(profile).splitlines()
        assert all(line.count("|") == 5 for line in lines)
