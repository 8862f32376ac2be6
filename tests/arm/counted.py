"""What runs under count.c, inside a tree: buttons and panel are gpiozero's mock pins and luma's
interface without a bus, for the companion and for the bare luma script alike.

usage: counted.py companion|bare CONFIG. Marks each press, and each piece of a picture that is sent.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

# Labels of the marks: two arguments that the system call takes.
PRESSED, SENT = os.SCHED_FIFO, os.SCHED_RR
PINS = {"ok": 22, "right": 27}
PRESSES = ("ok", "ok", "ok", "ok", "right", "right", "ok", "right", "right", "right", "ok")
QUIET_S = 1.0


class Interface:
    """A luma interface that sends nothing; luma asks for no more."""

    pieces = 0

    def command(self, *cmd: int) -> None: ...

    def data(self, _piece: Sequence[int]) -> None:
        os.sched_get_priority_max(SENT)
        Interface.pieces += 1

    def cleanup(self) -> None: ...


def mock_pins(*_chip: int) -> Any:
    """Make the pins, and press them once everything is at rest."""
    from gpiozero.pins.mock import MockFactory

    pins = MockFactory()
    threading.Thread(target=press_all, args=(pins,), daemon=True).start()
    return pins


def press_all(pins: Any) -> None:
    """Press each button when the panel rests; a look at it takes few instructions."""
    wait_for_pictures(0)
    for button in PRESSES:
        pin, before = pins.pin(PINS[button]), Interface.pieces
        os.sched_get_priority_max(PRESSED)
        pin.drive_low()
        time.sleep(QUIET_S / 4)
        pin.drive_high()
        wait_for_pictures(before)
    os._exit(0)


def wait_for_pictures(before: int) -> None:
    """Wait until more pieces were sent than these, and then none for a while."""
    seen = before
    while seen == before or seen != Interface.pieces:
        seen = Interface.pieces
        time.sleep(QUIET_S)


def play_companion(config: str) -> None:
    from companion.__main__ import main
    from hardware import gpio, is_pi
    from hardware.buses import I2c

    I2c.open = lambda _self: Interface()  # type: ignore[method-assign]
    is_pi.require_pi = lambda: None
    gpio.open_factory = mock_pins
    gpio.is_driver_alive = lambda: True
    main(["--config", config, "--state", "/tmp/counted"])


def open_i2c(**_place: int) -> Interface:
    """Open no bus, but import what luma imports to open one, as the companion does."""
    import smbus2  # noqa: F401

    return Interface()


def play_bare() -> None:
    from gpiozero import Device
    from luma.core.interface import serial

    serial.i2c = open_i2c
    Device.pin_factory = mock_pins()
    sys.argv = ["baseline.py", *map(str, PINS.values()), "ssd1306"]
    runpy.run_path("/srv/baseline.py", run_name="__main__")


if __name__ == "__main__":
    if sys.argv[1] == "companion":
        play_companion(sys.argv[2])
    else:
        play_bare()
