"""Who uses the pins, as the kernel reports it through lgpio."""

from __future__ import annotations

import errno
import sys
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.events import Button, Held
from companion.config.configuration import parse_config
from hardware import gpio
from hardware.controls import open_controls
from hardware.pin_use import PinUse, read_pin_uses
from hardware.profiles import load_all
from tests.hardware.fakes.inbox import FakeInbox
from tests.hardware.fakes.lgpio import FakeLgpio
from tests.hardware.fakes.pins import FakePins

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> FakeLgpio:
    module = FakeLgpio({2: {17: "spi0 CS0"}, 0: {17: "of another chip"}}, frozenset({23}))
    monkeypatch.setitem(sys.modules, "lgpio", module)  # type: ignore[arg-type]
    return module


def test_each_pin_is_free_used_or_broken(lgpio: FakeLgpio) -> None:
    assert read_pin_uses(2, [17, 22, 23]) == {
        17: PinUse(consumer="spi0 CS0"),
        22: PinUse(),
        23: PinUse(error="bad GPIO number"),
    }
    assert not lgpio.claimed
    assert not lgpio.open_handles


@pytest.mark.usefixtures("lgpio")
def test_a_chip_that_cannot_be_opened_is_an_error_and_no_free_pin() -> None:
    with pytest.raises(gpio.PinsError, match="gpiochip7 cannot be opened"):
        read_pin_uses(7, [17])


@pytest.mark.usefixtures("lgpio")
def test_a_taken_pin_is_named_by_the_consumer_on_the_configured_chip(
    caplog: pytest.LogCaptureFixture,
) -> None:
    config = parse_config({"gpio": {"chip": 2}}, "a test", load_all())
    pins = FakePins({Button.OK: 22}, taken={17})
    inbox = FakeInbox()
    controls = open_controls(config, inbox, pins)
    assert [event for event in inbox.events if isinstance(event, Held)]
    assert 'GPIO 17 (left) is held by "spi0 CS0"' in caplog.text
    controls.close()


@pytest.mark.usefixtures("lgpio")
def test_a_taken_pin_of_the_buzzer_is_named_by_the_consumer_on_the_configured_chip(
    caplog: pytest.LogCaptureFixture,
) -> None:
    said = {"gpio": {"chip": 2}, "buttons": {"left": 5}, "sound": {"buzzer": 17}}
    config = parse_config(said, "a test", load_all())
    open_controls(config, FakeInbox(), FakePins({}, taken={17})).close()
    assert 'GPIO 17 (buzzer) is held by "spi0 CS0"' in caplog.text


def test_a_consumer_is_asked_of_the_headers_chip_unless_one_is_configured(
    lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpio, "header_chip", lambda: 2)
    assert gpio.consumer(17) == "spi0 CS0"
    assert gpio.consumer(17, 0) == "of another chip"
    assert gpio.consumer(22) == ""
    assert gpio.consumer(17, 7) == ""
    assert not lgpio.open_handles


@pytest.mark.usefixtures("lgpio")
def test_the_factory_opens_the_headers_chip_unless_one_is_configured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("gpiozero")
    opened: list[int] = []
    module: Any = type(sys)("gpiozero.pins.lgpio")
    module.LGPIOFactory = opened.append
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    monkeypatch.setattr("gpiozero.pins.lgpio", module, raising=False)
    monkeypatch.setattr(gpio, "header_chip", lambda: 15)
    gpio.open_factory()
    gpio.open_factory(2)
    assert opened == [15, 2]


class NoLgpio:
    """A finder to which lgpio is not installed."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "lgpio":
            raise ModuleNotFoundError("No module named 'lgpio'", name=name)


def test_a_missing_lgpio_is_named_with_the_way_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.setattr(sys, "meta_path", [NoLgpio(), *sys.meta_path])
    with pytest.raises(gpio.PinsError, match="lgpio is not installed") as caught:
        gpio.import_lgpio()
    assert "sudo apt install python3-lgpio" in caught.value.fix
    assert gpio.consumer(17) == ""
    assert not gpio.is_driver_alive()


def test_the_empty_lgpio_of_the_index_is_named_with_what_replaces_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", type(sys)("lgpio"))
    with pytest.raises(gpio.PinsError, match="the installed lgpio is the empty") as caught:
        gpio.import_lgpio()
    assert "sudo apt install python3-lgpio" in caught.value.fix


class NoPipe:
    """A finder whose lgpio cannot make its pipe, as in a folder that is read-only."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "lgpio":
            raise OSError(errno.EROFS, "Read-only file system")


def test_an_lgpio_that_cannot_make_its_pipe_is_named_with_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.setattr(sys, "meta_path", [NoPipe(), *sys.meta_path])
    with pytest.raises(gpio.PinsError, match="lgpio cannot make its pipe") as caught:
        gpio.import_lgpio()
    assert str(tmp_path) in caught.value.fix
