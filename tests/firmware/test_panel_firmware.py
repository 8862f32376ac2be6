"""The Pico's program, unmodified, under MicroPython, with the real adapter at the other end."""

from __future__ import annotations

import importlib.util
import os
import re
import time
import tomllib
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw

from companion.app.events import Button, Edge, Event, Held, PanelDown, PanelUp, Tick
from companion.config.configuration import parse_config
from companion.shell.inbox import EventQueue
from hardware import profiles
from hardware.frames import BLANK, pack
from hardware.serial_panel import SerialPanel
from hardware.serial_panel.protocol import encode, parse_from_host, parse_from_panel
from tests.firmware.board import FIRMWARE, VERSION, Board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import ModuleType

PINS = {Button.LEFT: 10, Button.RIGHT: 11, Button.OK: 12, Button.BACK: 13, Button.INFO: 14}


@dataclass(frozen=True)
class Drawn:
    image: Image.Image
    brightness: int = 2
    name: str = "turn"
    texts: tuple[str, ...] = ()


def draw(text: str, brightness: int = 2) -> Drawn:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text((8, 8), text, fill=1)
    return Drawn(image, brightness)


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def take(inbox: EventQueue) -> Event:
    event = inbox.take(inbox.now() + 20)
    assert not isinstance(event, Tick), "nothing happened"
    return event


def load(name: str) -> ModuleType:
    """Import a file of the firmware that needs no board."""
    spec = importlib.util.spec_from_file_location(f"panel_{name}", FIRMWARE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def inbox() -> EventQueue:
    return EventQueue()


@pytest.fixture
def port(tmp_path: Path) -> Path:
    return tmp_path / "usb-MicroPython"


@pytest.fixture
def board(port: Path) -> Iterator[Board]:
    with Board(port) as board:
        yield board


@pytest.fixture
def panel(port: Path, board: Board, inbox: EventQueue) -> Iterator[SerialPanel]:
    """An adapter that is linked with the board."""
    panel = SerialPanel(str(port), "far", inbox, seat=1, delays_s=(0.05,))
    up = take(inbox)
    assert up == PanelUp("far", up.at, 1)
    assert board.glass().memory == BLANK
    yield panel
    panel.close()


def shown(board: Board, picture: Drawn) -> bool:
    glass = board.glass()
    return glass.lit and glass.memory == pack(picture.image)


def test_each_button_of_the_board_comes_in_by_its_meaning(
    board: Board, inbox: EventQueue, panel: SerialPanel
) -> None:
    assert panel.alive()
    for button, pin in PINS.items():
        board.ask("press", pin)
        edge = take(inbox)
        assert edge == Edge("far", button, True, edge.at)
        board.ask("release")
        edge = take(inbox)
        assert edge == Edge("far", button, False, edge.at)


def test_twenty_fast_presses_are_twenty_presses(
    board: Board, inbox: EventQueue, panel: SerialPanel
) -> None:
    for number in range(20):
        panel.show(draw(str(number)))
        board.ask("press", PINS[Button.OK])
        time.sleep(0.03)  # a finger is not faster; the bus is busy meanwhile
        board.ask("release")
        time.sleep(0.03)
    edges = [take(inbox) for _ in range(40)]
    assert [edge.pressed for edge in edges if isinstance(edge, Edge)] == [True, False] * 20
    wait_for(lambda: shown(board, draw("19")))


def test_a_picture_is_read_back_from_the_display(board: Board, panel: SerialPanel) -> None:
    for text in ("Hare", "Hare and Tortoise", ""):
        panel.show(draw(text))
        wait_for(lambda text=text: shown(board, draw(text)))  # type: ignore[misc] # bound at once


def test_a_small_change_writes_few_bytes_to_the_display(board: Board, panel: SerialPanel) -> None:
    panel.show(draw("12"))
    wait_for(lambda: shown(board, draw("12")))
    before = int(board.ask("received"))
    panel.show(draw("13"))
    wait_for(lambda: shown(board, draw("13")))
    assert int(board.ask("received")) - before < 50


def test_the_light_is_dimmed_dark_and_full_again(board: Board, panel: SerialPanel) -> None:
    for brightness, lit, contrast in ((1, True, 0x01), (0, False, 0x01), (2, True, 0xCF)):
        panel.show(draw("Hare", brightness))
        wait_for(lambda wanted=(lit, contrast): _brightness(board) == wanted)  # type: ignore[misc] # same


def _brightness(board: Board) -> tuple[bool, int]:
    glass = board.glass()
    return glass.lit, glass.contrast


@pytest.mark.torture
def test_unplugged_in_mid_press_and_plugged_in_again_the_panel_comes_back(
    port: Path, inbox: EventQueue
) -> None:
    with Board(port) as board:
        panel = SerialPanel(str(port), "far", inbox, delays_s=(0.05,))
        assert isinstance(take(inbox), PanelUp)
        panel.show(draw("before"))
        board.ask("press", PINS[Button.LEFT])
        assert isinstance(take(inbox), Edge)
    released, down = take(inbox), take(inbox)
    assert released == Edge("far", Button.LEFT, False, released.at)
    assert down == PanelDown("far", down.at)
    panel.show(draw("meanwhile"))
    with Board(port) as board:
        assert isinstance(take(inbox), PanelUp)
        assert shown(board, draw("meanwhile"))
        board.ask("press", PINS[Button.RIGHT])
        edge = take(inbox)
        assert edge == Edge("far", Button.RIGHT, True, edge.at)
        panel.close()


@pytest.mark.torture
def test_a_button_that_is_held_while_plugging_in_was_not_pressed(
    port: Path, board: Board, inbox: EventQueue
) -> None:
    board.ask("press", PINS[Button.OK])
    panel = SerialPanel(str(port), "far", inbox)
    held = take(inbox)
    assert held == Held("far", Button.OK, held.at)
    panel.close()


def test_a_disconnected_display_is_reported_and_comes_back_whole(
    board: Board, inbox: EventQueue, panel: SerialPanel, caplog: pytest.LogCaptureFixture
) -> None:
    board.ask("bus", "off")
    panel.show(draw("unseen"))
    down = take(inbox)
    assert down == PanelDown("far", down.at)
    wait_for(lambda: "display does not answer" in caplog.text)
    board.ask("press", PINS[Button.OK])
    assert isinstance(take(inbox), Edge)
    board.ask("bus", "on")  # a display that was without power: its memory is noise
    board.ask("skip", 1000)
    assert isinstance(take(inbox), PanelUp)
    assert shown(board, draw("unseen"))


@pytest.mark.torture
def test_a_display_that_is_back_at_the_next_picture_is_set_up_anew_and_shows_it_whole(
    board: Board, inbox: EventQueue, panel: SerialPanel
) -> None:
    panel.show(draw("Hare"))
    wait_for(lambda: shown(board, draw("Hare")))
    board.ask("bus", "off")
    panel.show(draw("Hard"))
    assert isinstance(take(inbox), PanelDown)
    board.ask("bus", "on")
    panel.show(draw("Hart"))
    assert isinstance(take(inbox), PanelUp)
    assert shown(board, draw("Hart"))


def test_without_a_host_it_shows_that_it_is_alone_and_then_links_again(
    port: Path, board: Board, inbox: EventQueue
) -> None:
    alone = board.glass()
    assert alone.lit
    assert 0 < alone.memory.count(b"\0") < 1024
    panel = SerialPanel(str(port), "far", inbox, delays_s=(0.05,))
    assert isinstance(take(inbox), PanelUp)
    assert board.glass().memory == BLANK
    board.ask("skip", 4000)  # for the board the host was silent for so long
    assert isinstance(take(inbox), PanelDown)
    assert isinstance(take(inbox), PanelUp)
    panel.close()
    board.ask("skip", 4000)
    assert board.glass().memory == BLANK, "after a farewell the last picture stays"


def test_at_the_farewell_the_display_keeps_the_picture_or_goes_dark(
    port: Path, board: Board, inbox: EventQueue
) -> None:
    for keep in (True, False):
        panel = SerialPanel(str(port), "far", inbox, keep=keep)
        assert isinstance(take(inbox), PanelUp)
        panel.show(draw("You may pull the plug"))
        panel.close()
        assert isinstance(take(inbox), PanelDown)
        assert shown(board, draw("You may pull the plug")) is keep


@pytest.mark.torture
def test_a_corrupted_display_is_repaired_at_the_next_full_refresh(
    board: Board, inbox: EventQueue, panel: SerialPanel
) -> None:
    panel.show(draw("Hare"))
    wait_for(lambda: shown(board, draw("Hare")))
    board.ask("spoil", 500)
    for step in range(140):  # five minutes for the board; it hears of another light all the time
        assert not shown(board, draw("Hare"))
        board.ask("skip", 2400)
        panel.show(draw("Hare", 1 + step % 2))
        wait_for(lambda step=step: _brightness(board)[1] == (0x01, 0xCF)[step % 2])  # type: ignore[misc] # same
        if shown(board, draw("Hare")):
            break
    assert 110 < step < 139
    assert isinstance(inbox.take(inbox.now()), Tick), "the link held all the while"


@pytest.mark.torture
def test_buttons_work_after_a_week_without_a_press(
    port: Path, board: Board, inbox: EventQueue
) -> None:
    board.ask("press", PINS[Button.OK])
    time.sleep(0.05)
    board.ask("release")
    time.sleep(0.05)
    for _ in range(7):  # the board's clock of milliseconds goes round in twelve days
        board.ask("skip", 24 * 3600 * 1000)
        time.sleep(0.02)
    panel = SerialPanel(str(port), "far", inbox)
    assert isinstance(take(inbox), PanelUp)
    board.ask("press", PINS[Button.OK])
    edge = take(inbox)
    assert edge == Edge("far", Button.OK, True, edge.at)
    panel.close()


@dataclass
class Talk:
    """A conversation with the board by hand, line by line."""

    descriptor: int

    def say(self, *bodies: bytes, beats: int = 1) -> list[bytes]:
        """Say lines, then a beat; return the bodies of all answers up to the beat's own.

        `beats` is how often the levels come, or the wish to be greeted instead of them.
        """
        for body in (*bodies, b"k"):
            os.write(self.descriptor, body + b" %08x\n" % zlib.crc32(body))
        answers = b""
        while len(re.findall(rb"^(?:B|H \d+ 0) .*\n", answers, re.MULTILINE)) < beats:
            answers += os.read(self.descriptor, 4096)
        return [line.rpartition(b" ")[0] for line in answers.splitlines() if line][:-1]

    def babble(self, noise: bytes) -> None:
        os.write(self.descriptor, noise)


@pytest.fixture
def talk(port: Path, board: Board) -> Iterator[Talk]:
    """A conversation that has begun; the board's memory is blank."""
    assert board.process.poll() is None
    descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY)
    talk = Talk(descriptor)
    welcome, _ = talk.say(b"h 1 7", beats=2)
    assert welcome.startswith(b"H 1 7 e6614104032a4b2f 128 8 left,right")
    assert talk.say(*(b"p %d 0 " % page + b"00" * 128 for page in range(8))) == []
    assert talk.say(b"s 1 2 %08x" % zlib.crc32(BLANK)) == [b"A 1"]
    yield talk
    os.close(descriptor)


def test_a_picture_with_a_lost_part_is_refused_and_not_shown(board: Board, talk: Talk) -> None:
    wanted = bytes([255, 255]) + BLANK[2:]
    assert talk.say(b"p 0 0 ff", b"s 2 2 %08x" % zlib.crc32(wanted)) == [b"N 2"]
    assert board.glass().memory == BLANK
    assert talk.say(b"p 0 1 ff", b"s 3 2 %08x" % zlib.crc32(wanted)) == [b"A 3"]
    assert board.glass().memory == wanted


@pytest.mark.torture
def test_half_a_picture_is_not_shown_when_the_display_is_refreshed(
    board: Board, talk: Talk
) -> None:
    talk.say(b"p 0 0 ff")
    for _ in range(140):
        board.ask("skip", 2400)
        assert talk.say() == []
    assert board.glass().memory == BLANK


def test_damaged_lines_and_false_fields_change_nothing_and_end_nothing(
    board: Board, talk: Talk
) -> None:
    talk.babble(b"p 0 0 ff 00000000\nh 1 9 12345678\n" + b"p" * 1000 + b"\n")
    talk.babble(bytes(byte for byte in range(256) if byte != 3) * 4 + b"\n")  # 3 is Ctrl-C
    blank = b"%08x" % zlib.crc32(BLANK)
    assert talk.say(b"s 2 9 " + blank, b"s x y z", b"s", b"q", b"q x", b"x", b"p 9 0 ff") == []
    assert talk.say(b"p 0 -1 ff", b"p 0 127 ffff", b"p 0 0 f", b"p a b cc", b"p", b"h 1 x") == []
    talk.babble(b"p 0 0 ff\n")
    assert talk.say(b"s 3 2 " + blank) == [b"A 3"]
    assert board.glass().memory == BLANK


def test_a_board_that_was_not_greeted_asks_for_it(port: Path, board: Board) -> None:
    assert board.process.poll() is None
    talk = Talk(os.open(port, os.O_RDWR | os.O_NOCTTY))
    assert all(line.startswith(b"H 1 0 ") for line in talk.say(b"p 0 0 ff", b"q 1", beats=3))
    os.close(talk.descriptor)


@pytest.mark.torture
def test_a_fault_in_the_program_starts_the_board_anew(board: Board) -> None:
    board.ask("break")
    assert board.process.wait(timeout=20) == 7


def test_the_firmware_writes_and_reads_the_lines_that_the_page_shows() -> None:
    framing = load("framing")
    page = (FIRMWARE / "PROTOCOL.md").read_text(encoding="utf-8")
    examples = re.findall(r"^([><]) (\S.*)$", page, re.MULTILINE)
    assert len(examples) > 10
    for side, line in examples:
        fields = framing.check_line(line.encode())
        assert framing.add_checksum(b" ".join(fields)) == line.encode() + b"\n"
        message = (parse_from_host if side == ">" else parse_from_panel)(line.encode())
        assert encode(message) == line.encode() + b"\n"


def test_the_wiring_in_the_readme_is_the_wiring_in_the_program() -> None:
    settings = load("settings")
    readme = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([\w ]+?) \| GP(\d+) \|", readme, re.MULTILINE))
    wired = {name: str(pin) for name, pin in settings.BUTTONS}
    assert rows == {**wired, "OLED SDA": str(settings.SDA), "OLED SCL": str(settings.SCL)}
    assert wired == {button.value: str(pin) for button, pin in PINS.items()}


def test_the_readme_asks_for_no_older_micropython_than_the_tests_run() -> None:
    readme = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    (asked,) = re.findall(r"MicroPython for your board \((\d+\.\d+) or newer", readme)
    assert VERSION.startswith(f"{asked}.")


def test_the_configuration_in_the_readme_is_one_that_the_game_reads() -> None:
    readme = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    (panel,) = parse_config(tomllib.loads(example), "README.md", profiles.load_all()).panels
    assert panel.name == "far"
    assert panel.port.startswith("/dev/serial/by-id/")
