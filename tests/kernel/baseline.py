"""The baseline: the simplest script, gpiozero and stock luma, a whole frame for each press.

usage: baseline.py PIN... [ssd1306|sh1106]. Runs until it is killed.
"""

from __future__ import annotations

import signal
import sys

from gpiozero import Button
from luma.core.interface.serial import i2c
from luma.core.render import canvas
from luma.oled import device


def main() -> None:
    *pins, chip = sys.argv[1:]
    panel = getattr(device, chip)(i2c(port=1, address=0x3C))
    presses = 0

    def draw() -> None:
        with canvas(panel) as pen:
            pen.text((0, 0), f"presses: {presses}", fill="white")
            pen.rectangle((presses % 96, 24, presses % 96 + 12, 36), fill="white")

    def press() -> None:
        nonlocal presses
        presses += 1
        draw()

    buttons = [Button(int(pin)) for pin in pins]
    for button in buttons:
        button.when_pressed = press
    draw()
    signal.pause()


if __name__ == "__main__":
    main()
