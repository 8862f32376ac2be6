"""The program of the panel (see README.md)."""

import binascii
import select
import sys
import time

import machine
import settings
from buttons import Buttons
from panel import Panel
from ssd1306 import SSD1306

PACE_MS = 2  # the longest wait for the host: the buttons are read between
PIECE = 64  # bytes read before the buttons are looked at again


def build():
    """Make the panel as settings.py describes it."""
    display = None
    if settings.HAS_DISPLAY:
        i2c = machine.I2C(
            settings.I2C,
            sda=machine.Pin(settings.SDA),
            scl=machine.Pin(settings.SCL),
            freq=settings.SPEED_HZ,
        )
        display = SSD1306(i2c, settings.ADDRESS, settings.TURNED, settings.LIGHTS)
    return Panel(
        binascii.hexlify(machine.unique_id()),
        [name.encode() for name, _ in settings.BUTTONS],
        Buttons(settings.BUTTONS),
        display,
        sys.stdout.buffer.write,
        time.ticks_diff,
    )


def read(poller):
    """Return what the host has sent, at most PIECE bytes; waits PACE_MS for the first byte."""
    data = b""
    while len(data) < PIECE and poller.poll(0 if data else PACE_MS):
        data += sys.stdin.buffer.read(1)
    return data


def run():
    """Run until the program is stopped (Ctrl-C at the prompt)."""
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    panel = build()
    panel.start(time.ticks_ms())
    while True:
        panel.hear(read(poller), time.ticks_ms())
        panel.tick(time.ticks_ms())


try:
    run()
except Exception as error:  # noqa: BLE001 - whatever it is: a panel can only begin again
    # Ctrl-C is no Exception: it gives the prompt. The host takes the text for noise.
    sys.print_exception(error)
    time.sleep_ms(1000)
    machine.reset()
