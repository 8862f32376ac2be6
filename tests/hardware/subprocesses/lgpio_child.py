"""Run in a process of its own: gpiozero's LGPIOFactory, lgpio.py and its thread, all unmodified.

Only the C calls of `_lgpio` are replaced: levels come from a table, edges are written into the pipe
that the kernel's would come through. Prints one JSON line with what was seen.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import threading
import time
from pathlib import Path

import _lgpio  # the C half alone: nothing of lgpio.py runs yet

NOTIFY = 7
BUSY = -16 % 2**32  # lgpio's answer: a negative status as an unsigned number
LEVELS: dict[int, int] = {}
TAKEN = {23}


def stub_out() -> None:
    """Replace the calls into the kernel by a table of levels; the pipe is a real one."""

    def notify_open() -> int:
        os.chdir(os.environ["LG_WD"])  # as the C half does
        os.mkfifo(f".lgd-nfy{NOTIFY}")
        # Opened for both, so that neither end waits for the other (as lgpio's C half does).
        globals()["pipe"] = os.open(f".lgd-nfy{NOTIFY}", os.O_RDWR)
        return NOTIFY

    def claim(_chip: int, _flags: int, pin: int, *_: int) -> int:
        return -17 if pin in TAKEN else LEVELS.setdefault(pin, 1) * 0

    stubs = {
        "_notify_open": notify_open,
        "_gpiochip_open": lambda _: 0,
        "_gpiochip_close": lambda _: 0,
        "_gpio_claim_input": claim,
        "_gpio_claim_alert": lambda *_: 0,
        "_gpio_free": lambda *_: 0,
        "_gpio_get_mode": lambda *_: 0,
        "_gpio_read": lambda _, pin: LEVELS[pin],
        "_gpio_get_line_info": lambda _, pin: [0, pin, 1, f"GPIO{pin}", "spi0 CS0"],
        "_gpio_set_debounce_micros": lambda *_: 0,
    }
    for name, stub in stubs.items():
        assert hasattr(_lgpio, name), name
        setattr(_lgpio, name, stub)


def edge(pin: int, level: int) -> None:
    """Make an edge: set the level, and write its message into the pipe, at the kernel's time."""
    LEVELS[pin] = level
    os.write(globals()["pipe"], struct.pack("QBBBBI", time.monotonic_ns(), 0, pin, level, 0, 0))


def main() -> None:
    """Press, release, let the inbox raise, press again, and tell what came of it."""
    here = Path.cwd()
    stub_out()
    from gpiozero.pins.local import LocalPiFactory

    from companion.app.events import Button, Edge, Held
    from companion.shell.inbox import EventQueue
    from hardware.buttons import Buttons
    from hardware.gpio import consumer, is_driver_alive, open_factory

    LocalPiFactory._get_revision = lambda _: 0xA02082
    seen: dict[str, object] = {"alive before": is_driver_alive()}
    factory = open_factory()
    inbox = EventQueue()
    pins = [(Button.LEFT, 17), (Button.OK, 22), (Button.BACK, 23)]
    buttons = Buttons(factory, pins, inbox, is_driver_alive=is_driver_alive, consumer=consumer)
    first = inbox.take(inbox.now() + 5)
    seen["held"] = isinstance(first, Held) and first.button
    edge(17, 0)
    press = inbox.take(inbox.now() + 5)
    assert isinstance(press, Edge)
    seen["press"] = [press.button, press.pressed, 0 <= inbox.now() - press.at < 5]
    raising = threading.Event()
    put = inbox.put

    def broken(event: object) -> None:
        raising.set()
        raise RuntimeError(event)

    inbox.put = broken  # type: ignore[method-assign]
    edge(17, 1)
    seen["raised"] = raising.wait(5)
    inbox.put = put  # type: ignore[method-assign]
    edge(22, 0)
    found = []
    while not found:
        event = inbox.take(inbox.now() + 5)
        if isinstance(event, Edge) and event.button is Button.OK:
            found.append(event.pressed)
    seen["after a raising inbox"] = found
    seen["alive"] = buttons.alive()
    buttons.close()
    factory.close()
    seen["same folder"] = Path.cwd() == here
    seen["nothing left"] = not list(here.iterdir())
    sys.stdout.write(json.dumps(seen))


if __name__ == "__main__":
    main()
    sys.exit(0)
