"""Run in a process of its own: our buttons over gpiozero's RPiGPIOFactory, on fake-rpi.

fake-rpi as it is has no edge events and random inputs; the subclass gives its pins levels, pulls
and callbacks, as RPi.GPIO has them. Prints one JSON line with what was seen.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import fake_rpi

fake_rpi.toggle_print(False)


class Gpio(type(fake_rpi.RPi.GPIO)):  # type: ignore[misc]  # its class has no name of its own
    """fake-rpi's GPIO with a memory."""

    def __init__(self) -> None:
        super().__init__()
        self.levels: dict[int, int] = {}
        self.heard: dict[int, Any] = {}
        self.functions: dict[int, int] = {}

    def setup(self, pin: int, function: int, pull: int = 20, **_: int) -> None:
        self.functions[pin] = function
        self.levels[pin] = int(pull == self.PUD_UP)

    def gpio_function(self, pin: int) -> int:
        return self.functions.get(pin, self.IN)

    def input(self, pin: int) -> int:
        return self.levels[pin]

    def add_event_detect(self, pin: int, edge: int, callback: Any = None, **_: Any) -> None:
        assert edge == self.BOTH
        self.heard[pin] = callback

    def remove_event_detect(self, pin: int) -> None:
        self.heard.pop(pin, None)

    def drive(self, pin: int, level: int) -> None:
        """Change a level and call back, as RPi.GPIO's thread would."""
        self.levels[pin] = level
        self.heard[pin](pin)


def main() -> None:
    """Press and release OK, miss a release of left, and tell what came of it."""
    gpio = Gpio()
    sys.modules["RPi"] = fake_rpi.RPi
    sys.modules["RPi.GPIO"] = gpio
    from gpiozero.pins import rpigpio

    from companion.app.events import Button, Edge
    from hardware.buttons import Buttons
    from tests.hardware.fakes.inbox import FakeInbox

    rpigpio.GPIO = gpio
    rpigpio.RPiGPIOFactory._get_revision = lambda _: 0xA02082
    inbox = FakeInbox(clock=100.0)
    buttons = Buttons(rpigpio.RPiGPIOFactory(), [(Button.LEFT, 17), (Button.OK, 22)], inbox)
    gpio.drive(22, 0)
    gpio.drive(22, 1)
    gpio.drive(17, 0)
    gpio.levels[17] = 1
    buttons.levels()
    buttons.close()
    events = [(e.button, e.pressed) for e in inbox.events if isinstance(e, Edge)]
    sys.stdout.write(json.dumps(events))


if __name__ == "__main__":
    main()
