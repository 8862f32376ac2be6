"""Buzzer, LEDs and the watch on the power supply."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from gpiozero import LED, TonalBuzzer
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.events import Notice
from hardware.buzzer import TUNES, Buzzer, BuzzerSound
from hardware.lights import Lights
from hardware.undervoltage import VoltageWatch, alarm_file
from tests.hardware.fakes.inbox import FakeInbox

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Tone:
    """A buzzer that remembers what it played."""

    heard: list[float] = field(default_factory=list)
    closed: bool = False

    def play(self, tone: float) -> None:
        self.heard.append(tone)

    def stop(self) -> None: ...

    def close(self) -> None:
        self.closed = True


def test_a_tune_is_played_note_by_note() -> None:
    tone, done = Tone(), threading.Event()
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == len(TUNES[BuzzerSound.WRONG]):
            done.set()

    buzzer = Buzzer(tone, sleep)
    buzzer.play(BuzzerSound.WRONG)
    assert done.wait(10)
    buzzer.close()
    assert tone.heard == [note for note, _ in TUNES[BuzzerSound.WRONG] if note is not None]
    assert tone.closed


def test_sounds_that_come_too_fast_are_dropped_without_waiting() -> None:
    tone, gate, playing = Tone(), threading.Event(), threading.Event()

    def sleep(_: float) -> None:
        playing.set()
        assert gate.wait(10)

    buzzer = Buzzer(tone, sleep)
    buzzer.play(BuzzerSound.CLICK)
    assert playing.wait(10)
    for _ in range(50):
        buzzer.play(BuzzerSound.CLICK)
    gate.set()
    buzzer.close()
    assert len(tone.heard) <= 3


@pytest.mark.parametrize("sound", list(BuzzerSound))
def test_gpiozeros_buzzer_can_play_every_note(sound: BuzzerSound) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    buzzer = TonalBuzzer(12, pin_factory=factory)
    for note, _ in TUNES[sound]:
        if note is not None:
            buzzer.play(note)
    buzzer.close()


def test_a_buzzer_that_fails_does_not_end_its_thread() -> None:
    class Broken(Tone):
        def play(self, tone: float) -> None:
            super().play(tone)
            if len(self.heard) == 1:
                raise ValueError(tone)

    tone, done = Broken(), threading.Event()
    buzzer = Buzzer(tone, lambda _: done.set())
    buzzer.play(BuzzerSound.CLICK)
    buzzer.play(BuzzerSound.CLICK)
    assert done.wait(10)
    buzzer.close()
    assert len(tone.heard) == 2


def test_only_the_led_of_the_turn_is_on() -> None:
    factory = MockFactory()
    lights = Lights({"red": LED(5, pin_factory=factory), "blue": LED(6, pin_factory=factory)})
    for colour, levels in (("red", (1, 0)), ("blue", (0, 1)), ("green", (0, 0)), (None, (0, 0))):
        lights.show(colour)
        assert (factory.pin(5).state, factory.pin(6).state) == levels
    lights.close()


def power_supply(root: Path) -> Path:
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        monitor = root / f"sys/class/hwmon/hwmon{number}"
        monitor.mkdir(parents=True)
        (monitor / "name").write_text(f"{name}\n")
        (monitor / "in0_lcrit_alarm").write_text("0\n")
    return root / "sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def test_the_kernels_alarm_is_found_by_its_drivers_name(tmp_path: Path) -> None:
    assert alarm_file(tmp_path) is None
    alarm = power_supply(tmp_path)
    assert alarm_file(tmp_path) == alarm


def test_each_drop_of_the_voltage_is_one_notice(tmp_path: Path) -> None:
    alarm, inbox = power_supply(tmp_path), FakeInbox()
    watch = VoltageWatch(alarm, inbox, period_s=3600)
    watch.close()  # its thread has looked once
    for level in ("0", "1", "1", "0", "1"):
        alarm.write_text(level)
        watch.check()
    assert inbox.events == [Notice("voltage", 0.0)] + [Notice("undervoltage", 0.0)] * 2


def test_an_alarm_that_cannot_be_read_is_ignored(tmp_path: Path) -> None:
    inbox = FakeInbox()
    VoltageWatch(tmp_path / "gone", inbox, period_s=3600).close()
    assert inbox.events == []
