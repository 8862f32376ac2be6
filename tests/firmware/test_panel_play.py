"""A game on the serial panel alone: the Pico's program, the adapter, the loop and the journal."""

from __future__ import annotations

import threading
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from companion.app.events import Button, Stop
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.shell.bootstrap import open_loop
from companion.shell.inbox import EventQueue
from hardware.frames import pack
from hardware.serial_panel import SerialPanel
from tests.firmware.board import Board, install_micropython

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.shell.loop import Loop

PINS = {Button.RIGHT: 11, Button.OK: 12}


@contextmanager
def playing(state: Path, panel: SerialPanel, inbox: EventQueue) -> Iterator[Loop]:
    """The game in a thread of its own, as the program's main thread plays it."""
    with open_loop(str(state), inbox, [panel], seed="panel") as loop:
        thread = threading.Thread(target=loop.run)
        thread.start()
        try:
            yield loop
        finally:
            inbox.put(Stop(inbox.now()))
            thread.join()


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def press(board: Board, button: Button) -> None:
    board.ask("press", PINS[button])
    time.sleep(0.05)
    board.ask("release")
    time.sleep(0.35 if button is Button.OK else 0.05)  # sooner a second OK does not count


def is_seen(board: Board, loop: Loop) -> bool:
    """Return whether the glass shows what the game says."""
    return board.glass().memory == pack(render(view(loop.session, "far")).image)


def moves(loop: Loop) -> int:
    return len(loop.session.game.past) if loop.session.game else 0


def test_a_press_on_the_far_pin_moves_the_game_and_a_replugged_panel_shows_it(
    tmp_path: Path,
) -> None:
    install_micropython()
    port, inbox = tmp_path / "usb-panel", EventQueue()
    panel = SerialPanel(str(port), "far", inbox, delays_s=(0.05,))
    with closing(panel), playing(tmp_path / "state", panel, inbox) as loop:
        with Board(port) as board:
            wait_for(lambda: board.glass().lit and is_seen(board, loop))
            while loop.session.game is None:
                press(board, Button.OK)
            while not moves(loop):
                press(board, Button.RIGHT)
                press(board, Button.OK)
            wait_for(lambda: is_seen(board, loop))
            played = moves(loop)
        wait_for(lambda: all(each.name != "far" for each in loop.session.panels))
        with Board(port) as board:
            wait_for(lambda: board.glass().lit and is_seen(board, loop))
            assert moves(loop) == played
            while moves(loop) == played:
                press(board, Button.RIGHT)
                press(board, Button.OK)
