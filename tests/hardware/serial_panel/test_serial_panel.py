from __future__ import annotations

import logging
import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw

from companion.app.events import Button, Edge, Event, PanelDown, PanelUp
from companion.shell.inbox import EventQueue
from hardware.frames import pack
from hardware.serial_panel import SerialPanel
from hardware.serial_panel.panel import STALE_S
from hardware.serial_panel.protocol import Goodbye, Show
from tests.hardware.serial_panel.far_panel import FarPanel
from tests.hardware.serial_panel.plug import Plug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SOON = (0.05,)  # pauses between attempts: the ladder itself is read below


@dataclass(frozen=True)
class Drawn:
    image: Image.Image
    brightness: int = 2
    name: str = "turn"
    texts: tuple[str, ...] = ()


def draw(text: str) -> Drawn:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text((8, 8), text, fill=1)
    return Drawn(image)


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def take(inbox: EventQueue) -> Event:
    return inbox.take(inbox.now() + 20)


@pytest.fixture
def inbox() -> EventQueue:
    """An inbox on the machine's own clock."""
    return EventQueue()


@pytest.fixture
def port(tmp_path: Path) -> Path:
    """The name under /dev/serial/by-id, so to say."""
    return tmp_path / "usb-panel"


@pytest.fixture
def panel(port: Path, inbox: EventQueue) -> Iterator[SerialPanel]:
    """A panel that looks for its port."""
    panel = SerialPanel(str(port), "far", inbox, seat=3, delays_s=SOON)
    yield panel
    panel.close()


def test_a_picture_goes_out_and_a_press_comes_in(
    port: Path, inbox: EventQueue, panel: SerialPanel
) -> None:
    with Plug(port) as plug:
        up = take(inbox)
        assert up == PanelUp("far", up.at, 3)
        picture = draw("Hare")
        panel.show(picture)
        wait_for(lambda: plug.far.glass == pack(picture.image))
        plug.press(0b0100)
        edge = take(inbox)
        assert edge == Edge("far", Button.OK, True, edge.at)


def test_pulled_out_it_lets_go_and_plugged_in_again_it_shows_the_present_picture(
    port: Path, inbox: EventQueue, panel: SerialPanel
) -> None:
    with Plug(port) as plug:
        take(inbox)
        plug.press(0b0001)
        take(inbox)
    released, down = take(inbox), take(inbox)
    assert released == Edge("far", Button.LEFT, False, released.at)
    assert down == PanelDown("far", down.at)
    picture = draw("meanwhile")
    panel.show(picture)
    with Plug(port) as plug:
        up = take(inbox)
        assert up == PanelUp("far", up.at, 3)
        assert plug.far.glass == pack(picture.image)


def test_a_picture_does_not_wait_for_a_line_of_the_panel(
    port: Path, inbox: EventQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.serial_panel.panel.WAIT_S", 60.0)  # longer than anybody waits
    panel = SerialPanel(str(port), "far", inbox, delays_s=SOON)
    with Plug(port) as plug:
        take(inbox)
        panel.show(draw("now"))
        wait_for(lambda: plug.far.glass == pack(draw("now").image))
        panel.close()
        assert not panel.alive()


def test_while_the_panel_is_busy_only_the_newest_picture_waits(
    port: Path, inbox: EventQueue, panel: SerialPanel
) -> None:
    free = threading.Event()
    with Plug(port) as plug:
        take(inbox)
        plug.far.pause = free.wait
        plug.far.heard.clear()
        for number in range(300):
            panel.show(draw(str(number)))
        free.set()
        wait_for(lambda: plug.far.glass == pack(draw("299").image))
        assert sum(isinstance(message, Show) for message in plug.far.heard) <= 2


def test_show_returns_at_once_also_without_a_port(panel: SerialPanel) -> None:
    for number in range(10_000):
        panel.show(Drawn(Image.new("1", (128, 64)), number % 3))
    assert panel.alive()


def test_a_panel_that_takes_nothing_is_lost_and_its_thread_goes_on(
    port: Path, inbox: EventQueue, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("hardware.serial_panel.panel.WRITE_S", 0.2)
    panel = SerialPanel(str(port), "far", inbox, delays_s=SOON)
    hangs = threading.Event()
    with Plug(port) as plug:
        take(inbox)
        plug.far.pause = hangs.wait
        plug.fill()
        panel.show(draw("blocked"))
        assert isinstance(take(inbox), PanelDown)
        assert panel.alive()
        panel.close()
        hangs.set()
    assert "Write timeout" in caplog.text


@pytest.mark.usefixtures("panel")
def test_noise_before_and_between_the_lines_changes_nothing(port: Path, inbox: EventQueue) -> None:
    far = FarPanel()
    far.out += b"MicroPython v1.27\r\n>>> \x00\xff\x03*\n"
    with Plug(port, far) as plug:
        assert isinstance(take(inbox), PanelUp)
        os.write(plug.master, b"\xff\xfeB 1 00 00")
        os.write(plug.master, b" 12345678\n\n\n")
        plug.press(0b1000)
        edge = take(inbox)
        assert edge == Edge("far", Button.BACK, True, edge.at)


@pytest.mark.usefixtures("panel")
def test_a_line_in_two_pieces_is_one_line(port: Path, inbox: EventQueue) -> None:
    with Plug(port) as plug:
        take(inbox)
        plug.far.press(0b0010)
        line = plug.far.take()
        os.write(plug.master, line[:7])
        time.sleep(0.05)
        os.write(plug.master, line[7:])
        edge = take(inbox)
        assert edge == Edge("far", Button.RIGHT, True, edge.at)


def test_a_flooding_device_is_dropped_and_the_log_says_so_once(
    port: Path, panel: SerialPanel, caplog: pytest.LogCaptureFixture
) -> None:
    with Plug(port, talks=False) as plug:
        os.set_blocking(plug.master, False)

        def flood() -> bool:
            try:
                os.write(plug.master, b"?" * 4096)
            except BlockingIOError:
                time.sleep(0.001)
            return "floods" in caplog.text

        wait_for(flood)
        again = time.monotonic() + 0.5
        wait_for(lambda: flood() and time.monotonic() > again)
    assert caplog.text.count("floods") == 1
    assert panel.alive()


def test_of_two_programs_on_one_port_the_second_waits_and_says_so(
    port: Path, inbox: EventQueue, panel: SerialPanel, caplog: pytest.LogCaptureFixture
) -> None:
    with Plug(port):
        take(inbox)
        second = SerialPanel(str(port), "second", inbox, delays_s=SOON)
        wait_for(lambda: "exclusively lock" in caplog.text)
        panel.close()
        assert isinstance(take(inbox), PanelDown)
        up = take(inbox)
        assert up == PanelUp("second", up.at)
        second.close()


def test_close_sends_the_last_picture_and_the_farewell(
    port: Path, inbox: EventQueue, panel: SerialPanel
) -> None:
    with Plug(port) as plug:
        take(inbox)
        picture = draw("You may pull the plug")
        panel.show(picture)
        panel.close()
        assert plug.far.glass == pack(picture.image)
        assert plug.far.heard[-1] == Goodbye(keep=True)
        assert not panel.alive()


def test_close_gives_back_threads_and_descriptors(port: Path, inbox: EventQueue) -> None:
    def count() -> tuple[int, int]:
        return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))

    before = count()
    for _ in range(5):
        panel = SerialPanel(str(port), "far", inbox, delays_s=SOON)
        with Plug(port):
            take(inbox)
            panel.close()
            take(inbox)
        panel.close()
    assert count() == before


def test_a_closed_panel_takes_pictures_without_complaint(panel: SerialPanel) -> None:
    panel.close()
    panel.show(draw("too late"))
    panel.close()


def test_a_missing_port_is_logged_once_and_the_thread_goes_on(
    port: Path, inbox: EventQueue, caplog: pytest.LogCaptureFixture
) -> None:
    panel = SerialPanel(str(port), "far", inbox, delays_s=SOON)
    wait_for(lambda: panel._backoff._failures >= 4)
    assert panel.alive()
    panel.close()
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "could not open port" in caplog.text


def test_a_thread_that_goes_no_rounds_is_not_alive(port: Path) -> None:
    clock = [0.0]
    panel = SerialPanel(str(port), "far", EventQueue(lambda: clock[0]), delays_s=(60.0,))
    wait_for(lambda: bool(panel._reported))
    assert panel.alive()
    clock[0] = STALE_S
    assert not panel.alive()
    panel.close()
