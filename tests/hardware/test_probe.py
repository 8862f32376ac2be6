"""The probe: pattern, names, bounce; on fake pins and a recording bus."""

from __future__ import annotations

import io
import threading
import time
from typing import TYPE_CHECKING

import pytest

from companion.app.events import Button, Edge, Held, Tick
from companion.shell.inbox import EventQueue
from hardware import buses
from hardware.frames import pack
from hardware.is_pi import NoPiError
from hardware.probe import run
from hardware.probe.contacts import ContactMonitor
from hardware.probe.pattern import draw_pattern
from tests.hardware.fakes.display_chips import Ssd1306Model
from tests.hardware.fakes.i2c import FakeBus
from tests.hardware.fakes.inbox import FakeInbox
from tests.hardware.fakes.pins import FakePins

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from companion.app.events import Event

PINS = {Button.LEFT: 17, Button.RIGHT: 27, Button.OK: 22, Button.BACK: 23, Button.INFO: 24}


def said(monitor: ContactMonitor, events: Iterable[Event]) -> list[str]:
    return [line for event in events for line in monitor.take(event)]


def edges(button: Button, *times: float) -> list[Event]:
    return [Edge("main", button, number % 2 == 0, at) for number, at in enumerate(times)]


def test_a_clean_press_is_called_clean() -> None:
    assert said(ContactMonitor(), [*edges(Button.OK, 1.0), Tick(1.1)]) == ["ok: pressed, clean"]


def test_a_bounce_is_measured_from_its_first_edge_to_its_last() -> None:
    bouncing = edges(Button.LEFT, 1.0, 1.001, 1.004)
    assert said(ContactMonitor(), [*bouncing, Tick(1.06)]) == [
        "left: pressed, bounced 4.0 ms in 3 edges"
    ]


def test_a_press_and_a_later_release_are_two() -> None:
    told = said(ContactMonitor(), [*edges(Button.OK, 1.0, 1.2), Tick(1.3)])
    assert told == ["ok: pressed, clean", "ok: released, clean"]


def test_a_repeated_level_is_no_bounce() -> None:
    again = [Edge("main", Button.OK, True, at) for at in (1.0, 1.02)]
    assert said(ContactMonitor(), [*again, Tick(2.0)]) == ["ok: pressed, clean"]


def test_a_button_that_is_stuck_is_named() -> None:
    assert "back: is down already" in said(ContactMonitor(), [Held("main", Button.BACK, 0.0)])[0]


def test_the_pattern_touches_all_four_edges() -> None:
    assert draw_pattern().getbbox() == (0, 0, 128, 64)
    assert draw_pattern().tobytes() != draw_pattern().rotate(180).tobytes()


@pytest.mark.parametrize(("rotation", "key"), [(0, "rotation = 180"), (180, "rotation = 0 ")])
def test_the_probe_asks_which_way_the_arrow_points_and_names_the_key(
    rotation: int, key: str, bus: FakeBus, tmp_path: Path
) -> None:
    (tmp_path / "c.toml").write_text(f"[display]\nrotation = {rotation}\n")
    out = io.StringIO()
    run(tmp_path / "c.toml", EventQueue(), factory=FakePins(PINS), out=out, idle_s=0.5)
    assert bus.panel is not None
    assert "Does the arrow point up, away from you?" in out.getvalue()
    assert key in out.getvalue()


class EncoderInbox(FakeInbox):
    """An inbox whose owner turns an encoder of two detents a cycle by ten clicks, then waits."""

    def __init__(self, pins: FakePins, a: Button, b: Button) -> None:
        super().__init__()
        self._levels = [(pins.press, a), (pins.press, b), (pins.release, a), (pins.release, b)] * 5

    def take(self, until: float | None) -> Event:
        if self._levels:
            act, phase = self._levels.pop(0)
            act(phase)
        return super().take(until)


@pytest.mark.usefixtures("bus")
def test_the_probe_proposes_the_transitions_of_ten_clicks(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('profile = "rotary"\n')
    pins = FakePins({Button.UP: 17, Button.DOWN: 27})
    out = io.StringIO()
    inbox = EncoderInbox(pins, Button.UP, Button.DOWN)
    run(tmp_path / "c.toml", inbox, factory=pins, out=out, idle_s=20)
    assert "Then turn the encoder 10 clicks to the right" in out.getvalue()
    assert "write transitions_per_detent = 2 under [gpio]" in out.getvalue()


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> FakeBus:
    bus = FakeBus(Ssd1306Model())
    monkeypatch.setattr(buses, "Bus", lambda _: bus)
    return bus


def test_with_every_button_pressed_and_the_panel_seen_the_probe_succeeds(
    bus: FakeBus, tmp_path: Path
) -> None:
    (tmp_path / "c.toml").write_text('[display]\nfarewell = "picture"\n')
    pins, out = FakePins(PINS), io.StringIO()

    def press_all() -> None:
        deadline = time.monotonic() + 20
        while "Press every button" not in out.getvalue() and time.monotonic() < deadline:
            time.sleep(0.005)
        for button in PINS:
            pins.press(button)
            pins.release(button)

    finger = threading.Thread(target=press_all)
    finger.start()
    assert run(tmp_path / "c.toml", EventQueue(), factory=pins, out=out, idle_s=20) == 0
    finger.join()
    assert all(f"{button}: released" in out.getvalue() for button in PINS)
    assert bus.panel is not None
    assert bus.panel.frame() == pack(draw_pattern())


def test_a_button_without_an_edge_is_named_at_the_end(
    bus: FakeBus, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "c.toml").touch()
    out = io.StringIO()
    bus.panel = None
    assert run(tmp_path / "c.toml", EventQueue(), factory=FakePins(PINS), out=out, idle_s=0.2) == 1
    assert "back: never seen: check its wire" in out.getvalue()
    assert "game" not in out.getvalue() + caplog.text
    assert "the panel does not answer" in out.getvalue()


def test_elsewhere_than_on_a_pi_that_is_reported_first(tmp_path: Path) -> None:
    (tmp_path / "c.toml").touch()
    out, inbox = io.StringIO(), EventQueue()
    with pytest.raises(
        NoPiError, match="no Raspberry Pi: probe tries the panel and the buttons of the box"
    ):
        run(tmp_path / "c.toml", inbox, out=out, root=tmp_path)
    assert out.getvalue() == ""
    assert isinstance(inbox.take(inbox.now()), Tick)
