"""The whole board from a configuration: what is opened, when, and how it ends."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.interface.serial import spi
from oled_pictures import Shot, noise

from companion.app.events import Button, Edge, PanelUp
from companion.config.configuration import DisplayChip, parse_config
from companion.shell.inbox import EventQueue
from hardware import buses
from hardware.buses import I2c, Spi
from hardware.buzzer import BuzzerSound
from hardware.controls import open_controls
from hardware.devices import bus_of, open_display, refresh_policy
from hardware.frames import pack, rotated_180
from hardware.profiles import load_all
from tests.hardware.fakes.display_chips import ChipModel, Sh1106Model, Ssd1306Model
from tests.hardware.fakes.i2c import FakeBus
from tests.hardware.fakes.inbox import FakeInbox
from tests.hardware.fakes.pins import FakePins
from tests.hardware.fakes.spi import FakeSpi

if TYPE_CHECKING:
    from companion.config.configuration import Config

ROOT = Path(__file__).parents[2]


def config(**said: Any) -> Config:
    return parse_config(said, "a test", load_all())


@pytest.mark.parametrize("profile", load_all())
def test_every_profile_has_a_bus_and_buttons_on_its_pins(profile: str) -> None:
    board = config(profile=profile)
    assert isinstance(bus_of(board), Spi if "waveshare" in profile else I2c)
    pins, inbox = FakePins({Button.OK: board.wiring.pins["ok"]}), FakeInbox()
    controls = open_controls(board, inbox, pins)
    pins.press(Button.OK)
    assert inbox.events == [Edge("main", Button.OK, True, 0.0)]
    assert [part.alive() for part in controls.parts] == [True]
    controls.close()
    assert not controls.parts[0].alive()


def test_a_picture_reaches_the_panel_of_the_breadboard(monkeypatch: pytest.MonkeyPatch) -> None:
    bus, inbox = FakeBus(Ssd1306Model()), EventQueue()
    monkeypatch.setattr(buses, "Bus", lambda _: bus)
    display = open_display(config(display={"farewell": "picture"}), inbox)
    display.show(Shot(noise(1)))
    assert isinstance(inbox.take(inbox.now() + 20), PanelUp)
    display.close()
    assert bus.panel is not None
    assert bus.panel.frame() == pack(noise(1))


@pytest.mark.parametrize(
    ("chip", "model"), [(DisplayChip.SSD1306, Ssd1306Model), (DisplayChip.SH1106, Sh1106Model)]
)
def test_a_panel_mounted_upside_down_shows_its_pictures_turned(
    chip: DisplayChip, model: type[ChipModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, inbox = FakeBus(model()), EventQueue()
    monkeypatch.setattr(buses, "Bus", lambda _: bus)
    display = open_display(config(display={"rotation": 180, "chip": chip.value}), inbox)
    display.show(Shot(noise(1)))
    inbox.take(inbox.now() + 20)
    display.close()
    assert bus.panel is not None
    assert bus.panel.picture().tobytes() == noise(1).rotate(180).tobytes()
    assert rotated_180(rotated_180(pack(noise(1)))) == pack(noise(1))


@pytest.mark.parametrize(("rotation", "is_upright"), [(None, True), (0, False)])
def test_the_waveshare_hat_is_upright_with_its_stick_at_the_left(
    rotation: int | None, is_upright: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The maker's program starts the panel with A0 and C0, and draws unrotated."""
    wire, inbox = FakeSpi(Sh1106Model()), EventQueue()
    monkeypatch.setattr(Spi, "open", lambda _: spi(spi=wire, gpio=wire))
    said = {} if rotation is None else {"display": {"rotation": rotation}}
    display = open_display(config(profile="waveshare-oled-hat", **said), inbox)
    display.show(Shot(noise(1)))
    assert isinstance(inbox.take(inbox.now() + 20), PanelUp)
    on_glass = wire.panel.on_glass()
    display.close()
    assert (on_glass.tobytes() == noise(1).tobytes()) == is_upright


def test_the_panel_is_opened_as_configured() -> None:
    policy = refresh_policy(config(display={"contrast": 20, "column_offset": 1, "refresh_s": 30}))
    assert (policy.contrast, policy.dimmed, policy.column_offset, policy.refresh_s) == (
        20,
        5,
        1,
        30.0,
    )
    assert refresh_policy(config(display={"chip": "sh1106"})).column_offset == 2
    assert refresh_policy(config(profile="waveshare-oled-hat")).probe_s == 0


def test_buzzer_and_leds_are_opened_where_pins_are_configured() -> None:
    factory, inbox = MockFactory(pin_class=MockPWMPin), FakeInbox(clock=time.monotonic())
    board = config(sound={"buzzer": 12}, lights={"red": 5, "blue": 6})
    controls = open_controls(board, inbox, factory)
    controls.sound(BuzzerSound.CLICK)
    controls.turn("blue")
    assert (factory.pin(5).state, factory.pin(6).state) == (0, 1)
    controls.close()
    assert controls.buzzer is not None
    assert not controls.closables


class Crowded(MockFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """A board on which another program has some pins."""

    taken = (12, 6)

    def pin(self, name: int) -> Any:
        if name in self.taken:
            raise OSError(errno.EBUSY, "GPIO busy")
        return super().pin(name)


def test_the_game_goes_on_without_a_buzzer_and_an_led_whose_pins_are_in_use(
    caplog: pytest.LogCaptureFixture,
) -> None:
    factory, inbox = Crowded(pin_class=MockPWMPin), FakeInbox(clock=time.monotonic())
    board = config(sound={"buzzer": 12}, lights={"red": 5, "blue": 6})
    controls = open_controls(board, inbox, factory)
    controls.sound(BuzzerSound.CLICK)
    controls.turn("blue")
    controls.turn("red")
    assert factory.pin(5).state == 1
    assert [part.alive() for part in controls.parts] == [True]
    controls.close()
    for told in ("GPIO 12 (buzzer)", "[sound]", "GPIO 6 (lamp blue)", "[lights]", "GPIO busy"):
        assert told in caplog.text


def test_without_their_pins_sounds_and_lights_do_nothing() -> None:
    controls = open_controls(config(), FakeInbox(), FakePins({}))
    controls.sound(BuzzerSound.FINISH)
    controls.turn("red")
    controls.close()


def test_the_first_picture_needs_none_of_what_is_slow_to_import() -> None:
    script = """
import json, sys
from companion.cli.command_line import load, parse
load(parse(["--page"]).command)
from companion.cli.play_board import devices, profiles
from companion.config.configuration import parse_config
from companion.shell.inbox import EventQueue
devices.open_display(parse_config({}, "", profiles.load_all()), EventQueue()).close()
slow = {"gpiozero", "lgpio", "aiohttp", "textual", "serial", "RPi", "numpy", "sqlite3"}
slow |= {"companion.rules", "companion.app.view", "companion.app.session", "hardware.buttons"}
print(json.dumps(sorted(slow & set(sys.modules))))
"""
    child = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(child.stdout) == []
