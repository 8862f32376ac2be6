from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.config.configuration import (
    _SECTIONS,
    BusKind,
    Config,
    ConfigError,
    DisplayChip,
    Farewell,
    Profile,
    SerialPanelConfig,
    load_config,
    parse_config,
)
from tests.tools import seeds

PINS = {"left": 17, "right": 27, "ok": 22, "back": 23, "info": 24}
SPI_PINS = {"left": 5, "right": 26, "ok": 21, "back": 16, "dc": 24, "reset": 25}
PROFILES = {
    "breadboard": Profile("breadboard", PINS, BusKind.I2C, DisplayChip.SSD1306),
    "hat": Profile("hat", SPI_PINS, BusKind.SPI, DisplayChip.SH1106),
}


def config(text: str) -> Config:
    return parse_config(tomllib.loads(text), "my.toml", PROFILES)


def faults(text: str) -> dict[str, str]:
    with pytest.raises(ConfigError) as caught:
        config(text)
    assert all(
        f"my.toml: {key}: {fault}" in str(caught.value) for key, fault in caught.value.faults
    )
    return dict(caught.value.faults)


def test_an_empty_file_means_the_breadboard() -> None:
    assert config("") == Config(PROFILES["breadboard"])


def test_every_key_is_parsed() -> None:
    said = config("""
        profile = "breadboard"
        [buttons]
        left = 5
        info = false
        [display]
        chip = "sh1106"
        address = 0x3D
        speed_hz = 1000000
        column_offset = 2
        rotation = 180
        contrast = 120
        refresh_s = 30
        farewell = "dark"
        [gpio]
        chip = 4
        bounce_s = 0.01
        [sound]
        buzzer = 18
        [lights]
        red = 12
        blue = 13
        [[panel]]
        port = "/dev/serial/by-id/pico"
        seat = 2
        [[panel]]
        port = "/dev/ttyACM1"
        name = "window"
        [table]
        language = "hu"
        secret = true
        dark_minutes = 10
    """)
    assert said.wiring.pins == {"left": 5, "right": 27, "ok": 22, "back": 23}
    assert (said.wiring.chip, said.wiring.address) == (DisplayChip.SH1106, 0x3D)
    assert (said.wiring.bus_speed_hz, said.wiring.column_offset) == (1_000_000, 2)
    assert (said.wiring.rotation, said.contrast, said.refresh_s) == (180, 120, 30.0)
    assert (said.farewell, said.gpio_chip, said.bounce_s) == (Farewell.DARK, 4, 0.01)
    assert (said.buzzer_pin, said.lights) == (18, {"red": 12, "blue": 13})
    assert said.panels == (
        SerialPanelConfig("/dev/serial/by-id/pico", "panel1", 1),
        SerialPanelConfig("/dev/ttyACM1", "window"),
    )
    assert said.table == {"language": "hu", "secret": True, "dark": 10}


def test_all_faults_of_a_file_are_reported_together_each_with_its_key() -> None:
    told = faults("""
        colour = "red"
        [buttons]
        left = "GPIO17"
        middle = 4
        right = 40
        [display]
        chip = "ssd1351"
        rotation = false
        [gpio]
        bounce_s = true
        [lights]
        pink = 4
        [table]
        language = "tlh"
        [[panel]]
        seat = 7
    """)
    assert set(told) == {
        "colour",
        "buttons.left",
        "buttons.middle",
        "buttons.right",
        "display.chip",
        "display.rotation",
        "gpio.bounce_s",
        "lights.pink",
        "table.language",
        "panel[1].seat",
        "panel[1].port",
    }
    assert "use one of ssd1306, sh1106" in told["display.chip"]


@pytest.mark.parametrize("value", ["false", "180.0", '"180"'])
def test_a_choice_is_taken_as_it_is_written_only(value: str) -> None:
    assert "use one of 0, 180" in faults(f"[display]\nrotation = {value}")["display.rotation"]


def test_a_pin_that_is_used_twice_is_refused_with_both_uses() -> None:
    told = faults("[buttons]\nleft = 27\n[sound]\nbuzzer = 22\n[lights]\nred = 6\nblue = 6")
    assert told["profile breadboard: right"].startswith("pin 27 is used by buttons.left too")
    assert told["sound.buzzer"].startswith("pin 22 is used by profile breadboard: ok too")
    assert told["lights.blue"].startswith("pin 6 is used by lights.red too")


@pytest.mark.parametrize(
    ("pin", "owner"),
    [(0, "EEPROM"), (1, "EEPROM"), (2, "I2C"), (3, "I2C"), (14, "UART"), (15, "UART")],
)
def test_a_pin_that_belongs_to_something_else_is_refused(pin: int, owner: str) -> None:
    assert owner in faults(f"[buttons]\nback = {pin}")["buttons.back"]


@pytest.mark.parametrize("pin", [8, 9, 10, 11])
def test_the_spi_pins_are_refused_where_the_panel_is_on_spi(pin: int) -> None:
    assert "SPI" in faults(f'profile = "hat"\n[buttons]\nback = {pin}')["buttons.back"]
    assert config(f"[buttons]\nback = {pin}").wiring.pins["back"] == pin


def test_the_i2c_pins_are_free_where_the_panel_is_on_spi() -> None:
    assert config('profile = "hat"\n[buttons]\nback = 2').wiring.pins["back"] == 2


def test_a_button_that_the_game_needs_cannot_be_taken_away() -> None:
    assert set(faults("[buttons]\nok = false\nleft = false")) == {"buttons.ok", "buttons.left"}
    assert config("[buttons]\nok = false\npress = 5").wiring.pins["press"] == 5


def test_an_encoder_stands_for_left_and_right() -> None:
    said = "[buttons]\nleft = false\nright = false\nencoder_a = 17\n"
    assert "encoder_b" in faults(said)["buttons"]
    assert config(said + "encoder_b = 27").wiring.pins["encoder_b"] == 27


def test_a_panel_on_spi_needs_its_dc_pin() -> None:
    assert "display.dc" in faults('profile = "hat"\n[display]\ndc = false')


def test_a_port_that_is_no_text_is_one_fault_in_the_words_of_the_file() -> None:
    assert faults("[[panel]]\nport = 1") == {"panel[1].port": "1 will not do: use a text in quotes"}
    assert faults("[[panel]]\nport = true") == {
        "panel[1].port": "true will not do: use a text in quotes"
    }


@pytest.mark.parametrize("name", ["\\u001b[31mred", "two\\nlines", "\\u0085", "\\u202e"])
def test_control_characters_in_a_panels_name_are_refused(name: str) -> None:
    found = faults(f'[[panel]]\nport = "/dev/a"\nname = "{name}"')
    assert found["panel[1].name"].endswith("will not do: use no control characters")
    assert found["panel[1].name"].isprintable()


def test_two_panels_cannot_share_a_name_or_a_port() -> None:
    twice = '[[panel]]\nport = "/dev/a"\n[[panel]]\nport = "/dev/a"\nname = "main"'
    with pytest.raises(ConfigError) as caught:
        config(twice)
    assert [fault.split(":")[0] for _, fault in caught.value.faults] == [
        "the port '/dev/a' is taken",
        "the name 'main' is taken",
    ]


def test_an_unknown_profile_is_answered_with_those_that_exist() -> None:
    assert faults('profile = "cupboard"') == {
        "profile": "'cupboard' is unknown: use one of breadboard, hat"
    }


def test_the_usual_file_may_be_missing_and_a_named_one_may_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.config.configuration.DEFAULT_PATH", tmp_path / "config.toml")
    assert load_config(None, PROFILES) == Config(PROFILES["breadboard"])
    with pytest.raises(ConfigError, match="there is no such file"):
        load_config(tmp_path / "config.toml", PROFILES)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"profile = ", "is no TOML"),
        (b"\xff\xfe", "cannot be read: it is UTF-16: save it as UTF-8"),
        ('profile = "hat"'.encode("utf-16"), "cannot be read: it is UTF-16: save it as UTF-8"),
        (b"# \xe9", "cannot be read: it is no UTF-8 from byte 3 on: save it as UTF-8"),
        (b"a = " + b"[" * 30_000, "is nested too deeply"),
        (b"#" * 1_000_001, "is larger than"),
        (b"a = " + b"9" * 5000, "has a number that is too large"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_name(
    tmp_path: Path, content: bytes, told: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=told) as caught:
        load_config(path, PROFILES)
    assert str(path) in str(caught.value)


def test_a_byte_order_mark_of_an_editor_on_windows_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b'\xef\xbb\xbfprofile = "hat"\r\n')
    assert load_config(path, PROFILES) == Config(PROFILES["hat"])


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for name in (tmp_path / "fifo", Path("/dev/zero")):
        with pytest.raises(ConfigError, match="is no regular file: copy it into one"):
            load_config(name, PROFILES)


# --- each value: its type and its range

WHOLE = {
    "display.address": (0x08, 0x77),
    "display.i2c_port": (0, 31),
    "display.spi_port": (0, 6),
    "display.spi_device": (0, 2),
    "display.speed_hz": (10_000, 40_000_000),
    "display.column_offset": (0, 4),
    "display.contrast": (0, 255),
    "gpio.chip": (0, 31),
    "table.dim_minutes": (0, 120),
    "table.dark_minutes": (0, 720),
}
FRACTIONS = {"display.refresh_s": (1, 86_400), "gpio.bounce_s": (0, 0.2)}
RANGES = WHOLE | FRACTIONS
FLAGS = [f"table.{key}" for key in ("secret", "learning", "large", "inverted", "sound")]
CHOICES = {
    "display.chip": ("ssd1306", "sh1106"),
    "display.rotation": (0, 180),
    "display.farewell": ("picture", "dark"),
    "table.language": ("en", "de"),
}
PIN_KEYS = [
    *(f"buttons.{role}" for role in _SECTIONS["buttons"]),
    *(f"lights.{colour}" for colour in _SECTIONS["lights"]),
    *("sound.buzzer", "display.reset", "display.dc"),
]
MISFITS = ('"5"', "true", "[5]", "{}", "1979-05-27", "nan", "inf", "-1", '""')


def one(key: str, value: object) -> str:
    section, name = key.split(".")
    return f"[{section}]\n{name} = {value}"


def test_every_key_with_a_range_is_held_to_it_here() -> None:
    probed = {key for section in ("display", "gpio", "table") for key in _ranged(section)}
    assert set(RANGES) == probed


def _ranged(section: str) -> list[str]:
    """Name the keys that a text is refused for with a lowest and a highest number."""
    keys = _SECTIONS[section]
    asked = "\n".join(f'{key} = "no"' for key in keys)
    told = faults(f"[{section}]\n{asked}")
    return [key for key, fault in told.items() if re.search(r"use a (whole )?number from", fault)]


@pytest.mark.parametrize("key", RANGES)
def test_a_number_is_taken_from_the_lowest_to_the_highest_and_no_further(key: str) -> None:
    low, high = RANGES[key]
    for value in (low, high):
        assert config(one(key, value)) is not None
    for value in (low - 1, high + 1, low - 10**12, high + 10**12):
        kind = "whole number" if key in WHOLE else "number"
        assert faults(one(key, value)) == {
            key: f"{value!r} will not do: use a {kind} from {low} to {high}"
        }


@pytest.mark.parametrize("seat", [1, 6])
def test_a_serial_panel_belongs_to_one_of_six_players(seat: int) -> None:
    assert config(f"[[panel]]\nport = 'a'\nseat = {seat}").panels[0].seat == seat - 1


@pytest.mark.parametrize("seat", ["0", "7", *MISFITS])
def test_a_serial_panel_belongs_to_no_other_seat(seat: str) -> None:
    assert set(faults(f"[[panel]]\nport = 'a'\nseat = {seat}")) == {"panel[1].seat"}


@pytest.mark.parametrize("value", ["28", "99", "0.5", *MISFITS])
@pytest.mark.parametrize("key", PIN_KEYS)
def test_what_is_no_pin_of_the_header_is_refused_by_its_key_alone(key: str, value: str) -> None:
    assert set(faults(one(key, value))) == {key}


@pytest.mark.parametrize("value", ["3", "8", "0.5", '"x"', *MISFITS])
@pytest.mark.parametrize("key", [*CHOICES, "display.bus", "gpio.transitions_per_detent"])
def test_what_is_no_choice_is_refused_by_its_key_alone(key: str, value: str) -> None:
    assert set(faults(one(key, value))) == {key}


@pytest.mark.parametrize("value", ["0.5", "3", "false", *MISFITS[1:]])
@pytest.mark.parametrize("key", ["port", "name"])
def test_what_is_no_text_is_refused_by_its_key_alone(key: str, value: str) -> None:
    panel = {"port": "'a'", "name": "'b'", key: value}
    text = "[[panel]]\n" + "\n".join(f"{name} = {said}" for name, said in panel.items())
    assert set(faults(text)) == {f"panel[1].{key}"}


@pytest.mark.parametrize("value", MISFITS)
@pytest.mark.parametrize("key", RANGES)
def test_what_is_no_number_of_the_range_is_refused_by_its_key_alone(key: str, value: str) -> None:
    assert set(faults(one(key, value))) == {key}


@pytest.mark.parametrize("key", WHOLE)
def test_a_whole_number_has_no_fraction(key: str) -> None:
    assert set(faults(one(key, f"{WHOLE[key][0]}.0"))) == {key}


def test_seconds_may_have_a_fraction() -> None:
    assert config("[gpio]\nbounce_s = 0.125").bounce_s == 0.125
    assert config("[display]\nrefresh_s = 1.5").refresh_s == 1.5


@pytest.mark.parametrize("value", ["0", "1", '"true"', "[]"])
@pytest.mark.parametrize("key", FLAGS)
def test_a_flag_is_true_or_false_and_nothing_else(key: str, value: str) -> None:
    assert set(faults(one(key, value))) == {key}


@pytest.mark.parametrize("seed", seeds(30))
def test_any_good_values_are_taken_and_one_bad_one_is_refused_by_its_key(seed: int) -> None:
    random = Random(seed)
    good: dict[str, object] = {key: random.choice(RANGES[key]) for key in RANGES}
    good |= {key: random.choice((True, False)) for key in FLAGS}
    good |= {key: random.choice(CHOICES[key]) for key in CHOICES}
    chosen = dict(random.sample(sorted(good.items()), random.randrange(1, len(good))))
    assert isinstance(parse_config(_nested(chosen), "my.toml", PROFILES), Config)
    bad = random.choice(sorted(chosen))
    spoilt = chosen | {bad: random.choice((None, [], {}, -1, "no", 10**30, float("nan")))}
    with pytest.raises(ConfigError) as caught:
        parse_config(_nested(spoilt), "my.toml", PROFILES)
    assert [key for key, _ in caught.value.faults] == [bad]


def _nested(values: dict[str, object]) -> dict[str, dict[str, object]]:
    nested: dict[str, dict[str, object]] = {}
    for key, value in values.items():
        section, name = key.split(".")
        nested.setdefault(section, {})[name] = value
    return nested


_KEYS = st.sampled_from(
    ["profile", "buttons", "display", "panel", "table", "lights", "left", "ok", "dc", "chip"]
)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(_KEYS, _VALUES, min_size=1, max_size=4))
def test_nonsense_is_refused_with_a_sentence_for_each_key_that_stands_there(
    mapping: dict[str, object],
) -> None:
    try:
        parse_config(mapping, "my.toml", PROFILES)
    except ConfigError as error:
        for key, sentence in error.faults:
            assert re.split(r"[.\[:]| ", key)[0] in {*mapping, "profile", "buttons", "display"}
            assert re.search(r"\b(use|write|give|name|choose|needs)\b", sentence), sentence
    else:
        assert all(not value or isinstance(value, dict) for value in mapping.values())
