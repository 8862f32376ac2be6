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
from hardware.fakes import FakeBus, FakePins, Ssd1306Model
from hardware.frames import pack
from hardware.is_pi import NoPiError
from hardware.probe import Meter, pattern, run

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from companion.app.events import Event

PINS = {Button.LEFT: 17, Button.RIGHT: 27, Button.OK: 22, Button.BACK: 23, Button.INFO: 24}


def said(meter: Meter, events: Iterable[Event]) -> list[str]:
    return [line for event in events for line in meter.take(event)]


def edges(button: Button, *times: float) -> list[Event]:
    return [Edge("main", button, number % 2 == 0, at) for number, at in enumerate(times)]


def test_a_clean_press_is_called_clean() -> None:
    assert said(Meter(), [*edges(Button.OK, 1.0), Tick(1.1)]) == ["ok: pressed, clean"]


def test_a_bounce_is_measured_from_its_first_edge_to_its_last() -> None:
    bouncing = edges(Button.LEFT, 1.0, 1.001, 1.004)
    assert said(Meter(), [*bouncing, Tick(1.06)]) == ["left: pressed, bounced 4.0 ms in 3 edges"]


def test_a_press_and_a_later_release_are_two() -> None:
    told = said(Meter(), [*edges(Button.OK, 1.0, 1.2), Tick(1.3)])
    assert told == ["ok: pressed, clean", "ok: released, clean"]


def test_a_level_that_is_said_twice_is_no_bounce() -> None:
    again = [Edge("main", Button.OK, True, at) for at in (1.0, 1.02)]
    assert said(Meter(), [*again, Tick(2.0)]) == ["ok: pressed, clean"]


def test_a_button_that_is_stuck_is_named() -> None:
    assert "back: is down already" in said(Meter(), [Held("main", Button.BACK, 0.0)])[0]


def test_the_pattern_touches_all_four_edges() -> None:
    assert pattern().getbbox() == (0, 0, 128, 64)
    assert pattern().tobytes() != pattern().rotate(180).tobytes()


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> FakeBus:
    bus = FakeBus(Ssd1306Model())
    monkeypatch.setattr(buses, "Bus", lambda _: bus)
    return bus


def test_with_every_button_pressed_and_the_panel_seen_all_is_well(
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
    assert bus.panel.frame() == pack(pattern())


def test_a_button_that_nobody_hears_is_named_in_the_end(
    bus: FakeBus, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "c.toml").touch()
    out = io.StringIO()
    bus.panel = None
    assert run(tmp_path / "c.toml", EventQueue(), factory=FakePins(PINS), out=out, idle_s=0.2) == 1
    assert "back: never seen: check its wire" in out.getvalue()
    assert "game" not in out.getvalue() + caplog.text
    assert "the panel does not answer" in out.getvalue()


def test_elsewhere_than_on_a_pi_it_says_so_before_all_else(tmp_path: Path) -> None:
    (tmp_path / "c.toml").touch()
    out, inbox = io.StringIO(), EventQueue()
    with pytest.raises(NoPiError, match="no Raspberry Pi: elsewhere start hare-companion without"):
        run(tmp_path / "c.toml", inbox, out=out, root=tmp_path)
    assert out.getvalue() == ""
    assert isinstance(inbox.take(inbox.now()), Tick)
